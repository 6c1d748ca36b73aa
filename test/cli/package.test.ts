import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
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
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin/storewire.js',
    'dist/package/long-bodies-thread.js',
    'dist/package/storewire.js',
    'package.json',
    'schema.sql',
    'scripts/node-version.js',
  ])
  assert.match((await storewire(['--version'], { program })).stdout, /^storewire \d+\.\d+\.\d+ \(commit [-\w]+, /)
  const { baseUrl, output } = await startProcess(t, ['--db', join(folder, 'shop.db')], { program })
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  const long = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt: 1, name: 'x'.repeat(200) }))
  assert.equal((await api.call('POST', '/customers/bulk', { json: { data: long } })).status, 202)
  assert.equal((await api.call('GET', '/reference/scalar.js')).status, 200)
})
