// npm test: all tests. Several files share a process: for one file alone, its start and the imports cost more than many of its tests.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globalSetup, globalTeardown } from '../test/support/one-browser.ts'

/** Files of a process. With more, the last process would run alone for long. */
const FILES = 8
/** Processes at a time: tests wait often, so more than the cores of a small machine. */
const PROCESSES = 5
/** A test that takes longer has failed. */
const MOST_MS = 300_000

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Writes a file for each process, which imports its test files. @returns the paths */
function groups(files: string[]): string[] {
  const folder = path('node_modules/.cache/test-groups')
  mkdirSync(folder, { recursive: true })
  return Array.from({ length: Math.ceil(files.length / FILES) }, (_, group) => {
    const imports = files
      .slice(group * FILES, (group + 1) * FILES)
      .map((name) => `import ${JSON.stringify(pathToFileURL(path(name)))}\n`)
    const file = `${folder}/${String(group).padStart(2, '0')}.js`
    writeFileSync(file, imports.join(''))
    return file
  })
}

const files = globSync('test/**/*.test.ts', { cwd: path('.') }).sort()
await globalSetup()
try {
  const results = run({
    files: groups(files),
    concurrency: PROCESSES,
    timeout: MOST_MS,
    execArgv: ['--import', path('test/support/compile-cache.js')],
  })
  results.on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(results, new spec(), process.stdout, { end: false })
} finally {
  await globalTeardown()
}
