import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { assertPagesLoad } from '../support/console.ts'
import { deadLinks } from '../support/links.ts'
import { startModelEndpoint } from '../support/model-endpoint.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm pack` makes, unpacked as npm does it, with the libraries that it names (those of the checkout, since a test has no network). */
async function installedPackage(t: TestContext) {
  const folder = await tempFolder(t)
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
  assert.equal(packed.status, 0, packed.stderr)
  const installed = join(folder, 'node_modules', 'storewire')
  mkdirSync(installed, { recursive: true })
  const tarball = packed.stdout.trim()
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  const { dependencies, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  return { folder, installed, said: packed.stderr, program: [process.execPath, join(installed, bin.storewire)] }
}

test('the npm package has exactly the needed files, and its command serves', async (t) => {
  const { folder, installed, program, said } = await installedPackage(t)
  assert.match(said, /^dist\/package: \d+\.\d MB, storewire \d+\.\d+\.\d+ \(commit [-\w]+\), made with Node\.js \d/m)
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
    'bin/testing.js',
    'dist/package/assistant-vote.bin',
    'dist/package/body-thread.js',
    'dist/package/common-passwords.txt',
    'dist/package/console-pages.json',
    'dist/package/openai.js',
    'dist/package/reference.js',
    'dist/package/sample-shop.json.zst',
    'dist/package/side-thread.js',
    'dist/package/storewire-woocommerce.zip',
    'dist/package/storewire.js',
    'dist/package/testing.d.ts',
    'dist/package/testing.js',
    'dist/package/third-party-notices.txt',
    'dist/package/widget-pages.json',
    'docs/README.md',
    'docs/assistant.md',
    'docs/backups.md',
    'docs/bounds.md',
    'docs/command-line.md',
    'docs/concepts.md',
    'docs/connect.md',
    'docs/console.md',
    'docs/developing.md',
    'docs/encryption-key.md',
    'docs/erasure.md',
    'docs/events.md',
    'docs/images/console-dev.png',
    'docs/images/console-home.png',
    'docs/images/console-inbox-phone.png',
    'docs/images/console-inbox.png',
    'docs/images/console-phone.png',
    'docs/images/console-refund-settings.png',
    'docs/images/console-refund.png',
    'docs/images/first-answer.png',
    'docs/images/first-home.png',
    'docs/images/first-welcome.png',
    'docs/images/report.png',
    'docs/images/shopify-check.png',
    'docs/images/widget-desktop.png',
    'docs/images/widget-phone.png',
    'docs/images/widget-products.png',
    'docs/images/woocommerce-chat.png',
    'docs/images/woocommerce-claim.png',
    'docs/images/woocommerce-code.png',
    'docs/images/woocommerce-connected.png',
    'docs/images/woocommerce-import.png',
    'docs/images/woocommerce-refunds.png',
    'docs/images/woocommerce-upload.png',
    'docs/images/woocommerce-waiting.png',
    'docs/importing.md',
    'docs/mail.md',
    'docs/members.md',
    'docs/moving.md',
    'docs/operating.md',
    'docs/platforms.md',
    'docs/pushing.md',
    'docs/refunds.md',
    'docs/reliability.md',
    'docs/searching.md',
    'docs/segments.md',
    'docs/troubleshooting.md',
    'docs/upgrading.md',
    'docs/widget.md',
    'docs/woocommerce.md',
    'package.json',
    'schema.sql',
    'scripts/README.md',
    'scripts/bench/README.md',
    'scripts/deploy/Caddyfile',
    'scripts/deploy/Dockerfile',
    'scripts/deploy/Dockerfile.dockerignore',
    'scripts/deploy/alerts.test.yml',
    'scripts/deploy/alerts.yml',
    'scripts/deploy/compose.yml',
    'scripts/deploy/grafana.json',
    'scripts/deploy/install.sh',
    'scripts/deploy/nginx.conf',
    'scripts/deploy/storewire.service',
    'scripts/deploy/try-deb.sh',
    'scripts/deploy/try-image.sh',
    'scripts/deploy/try-unit-probe.sh',
    'scripts/deploy/try-unit.sh',
    'scripts/node-version.js',
    'scripts/soak/README.md',
    'src/README.md',
    'src/client/README.md',
    'test/README.md',
  ])
  const pages = files.filter((name) => name.endsWith('.md'))
  assert.deepEqual(
    pages.flatMap((page) => deadLinks(installed, page)),
    [],
  )
  assert.match((await storewire(['--version'], { program })).stdout, /^storewire \d+\.\d+\.\d+ \(commit [-\w]+, /)
  assert.match((await storewire(['licenses'], { program })).stdout, /^preact \d[\s\S]*Permission is hereby granted/m)
  const { baseUrl, output } = await startProcess(t, ['--db', join(folder, 'shop.db')], { program })
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  const long = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt: 1, name: 'x'.repeat(200) }))
  assert.equal((await api.call('POST', '/customers/bulk', { json: { data: long } })).status, 202)
  assert.equal((await api.call('GET', '/reference/scalar.js')).status, 200)
  await assertPagesLoad({ baseUrl })
  assert.deepEqual((await api.call('GET', '/search?q=o1')).body.data[0].by, ['id'])
  assert.equal((await api.call('GET', '/search?q=nothing')).status, 200)
  while ((await api.call('GET', `/search?q=${'x'.repeat(200)}&limit=1`)).body.data.length === 0) await sleep(100)
  const model = await startModelEndpoint(t)
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O2' }] })
  const assistant = (...args: string[]) =>
    storewire(['assistant', ...args, '--db', join(folder, 'shop.db'), '--allow-endpoint', model.hostPort], { program })
  await assistant('model', 'set', '--base-url', model.url, '--model', 'stub')
  assert.match((await assistant('check-model')).stdout, /^ok {5}understand [\s\S]*^ok {5}compose /m)
  // The client of models is a file of its own, which nothing else loads.
  const ofModels = join(installed, 'dist/package/openai.js')
  assert.match(readFileSync(ofModels, 'utf8'), /Apache License/)
  rmSync(ofModels)
  assert.match((await assistant('check-model')).stderr, /openai\.js/)
  assert.equal((await storewire(['--version'], { program })).code, 0)
})

test('the npm package brings no Node.js into the project that installs it', async (t) => {
  const { installed } = await installedPackage(t)
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const clone = JSON.parse(readFileSync(join(root, 'scripts/node/package.json'), 'utf8'))
  const brought = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const nodes = Object.keys(clone.optionalDependencies)
  assert.ok(nodes.length > 0)
  assert.deepEqual(
    brought.filter((name) => nodes.includes(name) || /^node(-|$)/.test(name)),
    [],
  )
  assert.deepEqual(manifest.bundleDependencies ?? [], [])
  assert.deepEqual(Object.keys(manifest.bin), ['storewire'])
})

test('a clone brings the Node.js of every system in one version', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { optionalDependencies: nodes } = JSON.parse(readFileSync(join(root, 'scripts/node/package.json'), 'utf8'))
  const versions = Object.keys(nodes).map((name) => packages[`node_modules/${name}`]?.version)
  assert.deepEqual(new Set(versions), new Set(Object.values(nodes)))
  assert.equal(new Set(versions).size, 1)
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
storewire.shop.behave({ behaviour: 'refuse', code: 'too_old', order: 'o1' })
// @ts-expect-error: there is no such behaviour
storewire.shop.behave({ behaviour: 'explode' })
const { amount } = await storewire.refunds.start({ order: 'o1', reason: 'defect' })
export const text: string = amount.toFixed(2)
await storewire.clock.advance('20s')
await storewire.stop()
`
