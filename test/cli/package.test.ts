import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deadLinks } from '../support/links.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm pack` makes, unpacked as npm does it, with the libraries that it names (those of the checkout, since a test has no network). */
async function installedPackage(t: TestContext) {
  const folder = await tempFolder(t)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, stdio: 'pipe' })
  const installed = join(folder, 'node_modules', 'storewire')
  mkdirSync(installed, { recursive: true })
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  const { dependencies, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  return { folder, installed, program: [process.execPath, join(installed, bin.storewire)] }
}

test('the npm package holds what it needs and nothing else, and its command serves', async (t) => {
  const { folder, installed, program } = await installedPackage(t)
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
  assert.deepEqual(files.sort(), [
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin/storewire.js',
    'dist/package/checkpoints-thread.js',
    'dist/package/long-bodies-thread.js',
    'dist/package/reference.js',
    'dist/package/sample-shop.json.zst',
    'dist/package/storewire.js',
    'dist/package/testing.d.ts',
    'dist/package/testing.js',
    'docs/backups.md',
    'docs/command-line.md',
    'docs/developing.md',
    'docs/importing.md',
    'docs/operating.md',
    'docs/pushing.md',
    'docs/refunds.md',
    'docs/reliability.md',
    'docs/widget.md',
    'package.json',
    'schema.sql',
    'scripts/deploy/Dockerfile',
    'scripts/deploy/Dockerfile.dockerignore',
    'scripts/deploy/grafana.json',
    'scripts/deploy/storewire.service',
    'scripts/deploy/try-image.sh',
    'scripts/deploy/try-unit-probe.sh',
    'scripts/deploy/try-unit.sh',
    'scripts/node-version.js',
    'src/client/README.md',
  ])
  const pages = files.filter((name) => name.endsWith('.md'))
  assert.deepEqual(
    pages.flatMap((page) => deadLinks(installed, page)),
    [],
  )
  assert.match((await storewire(['--version'], { program })).stdout, /^storewire \d+\.\d+\.\d+ \(commit [-\w]+, /)
  const { baseUrl, output } = await startProcess(t, ['--db', join(folder, 'shop.db')], { program })
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  const long = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt: 1, name: 'x'.repeat(200) }))
  assert.equal((await api.call('POST', '/customers/bulk', { json: { data: long } })).status, 202)
  assert.equal((await api.call('GET', '/reference/scalar.js')).status, 200)
})

test("a shop's own tests start storewire from the package, as docs/developing.md shows, with types", async (t) => {
  const { folder } = await installedPackage(t)
  const page = readFileSync(join(root, 'docs/developing.md'), 'utf8')
  const [, example = '', name = ''] = /^```js\n(\/\/ (\S+\.test\.mjs)\n[\s\S]*?)^```$/m.exec(page) ?? []
  writeFileSync(join(folder, name), example)
  const env = { PATH: process.env.PATH }
  const options = { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' } as const
  assert.match(execFileSync(process.execPath, ['--test', name], options), /^. pass 1$/m)

  const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  writeFileSync(join(folder, 'typed.mts'), TYPED)
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', '--module', 'nodenext']
  execFileSync(process.execPath, [tsc, ...flags, '--types', '', 'typed.mts'], options)
})

const TYPED = `
import { startStorewire, type StorewireTest } from 'storewire/testing'

const storewire: StorewireTest = await startStorewire({ seedData: true, rateLimits: 'off' })
storewire.store.behave({ behaviour: 'refuse', code: 'too_old', order: 'o1' })
// @ts-expect-error: there is no such behaviour
storewire.store.behave({ behaviour: 'explode' })
const { amount } = await storewire.refunds.start({ order: 'o1', reason: 'defect' })
export const text: string = amount.toFixed(2)
await storewire.clock.advance('20s')
await storewire.stop()
`
