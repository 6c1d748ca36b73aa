// npm test: all tests. npm run test:fast, test:processes, test:browser: those of one lane. Several files share a process: for one file
// alone, its start and the imports cost more than many of its tests.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { globalSetup, globalTeardown } from '../test/support/one-browser.ts'

/** Files of a process. With more, the last process would run alone for long. */
const FILES = 8
/** Processes at a time: tests wait often, so more than the cores of a small machine. */
const PROCESSES = 5
/** Runs after the others: it reads the statements that they record. */
const LAST = 'test/store/dialect.test.ts'
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

/** A file's lane is the first one of these whose library it imports, itself or by what tests share. */
const LANES = { browser: 'playwright-core', processes: 'node:child_process', fast: undefined } as const
type Lane = keyof typeof LANES

/** The modules that a test file imports, those of the files below `test/` that it imports included. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of readFileSync(path(file), 'utf8').matchAll(/^(?:import|\} from) .*?'([^']+)'$/gm)) {
    const imported = name.startsWith('.') ? join(dirname(file), name) : name
    if (found.has(imported)) continue
    found.add(imported)
    if (imported.startsWith('test/')) importsOf(imported, found)
  }
  return found
}

function laneOf(file: string): Lane {
  const imports = importsOf(file)
  const lane = Object.entries(LANES).find(([, library]) => library === undefined || imports.has(library))
  return lane?.[0] as Lane
}

/** Runs test files, each in a process of its own. */
async function runAll(files: string[]): Promise<void> {
  const preloaded = ['compile-cache.js', 'untracked.js', 'record-statements.js'].flatMap((name) => [
    '--import',
    path(`test/support/${name}`),
  ])
  const results = run({ files, concurrency: PROCESSES, timeout: MOST_MS, execArgv: preloaded })
  results.on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(results, new spec(), process.stdout, { end: false })
}

const wanted = process.argv[2]
if (wanted !== undefined && !(wanted in LANES)) throw new Error(`no lane ${wanted}: ${Object.keys(LANES).join(', ')}`)
const all = globSync('test/**/*.test.ts', { cwd: path('.') })
  .filter((name) => name !== LAST)
  .sort()
const files = wanted === undefined ? all : all.filter((file) => laneOf(file) === wanted)
/** The lane whose tests use nearly every statement of the program. */
const isWhole = wanted === undefined || wanted === 'fast'
if (wanted === undefined || wanted === 'browser') await globalSetup()
try {
  if (isWhole) rmSync(path('node_modules/.cache/statements'), { recursive: true, force: true })
  await runAll(groups(files))
  if (isWhole) await runAll([path(LAST)])
} finally {
  await globalTeardown()
}
