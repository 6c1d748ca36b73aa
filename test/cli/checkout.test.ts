import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commit } from '../../src/lib/version.ts'
import { CHECKOUT, startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

// The other tests start a bundle; this is what only a checkout does: it runs its TypeScript files.
const program = [process.execPath, CHECKOUT]

async function serve(t: TestContext) {
  const server = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db')], { program })
  return { ...server, api: client(server.baseUrl, /sk_\w+/.exec(server.output())?.[0] ?? '') }
}

test('a checkout serves, checks long bodies in its thread, and stops', async (t) => {
  const { api, stop } = await serve(t)
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
  const data = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, updatedAt: 'x', name: 'x'.repeat(200) }))
  const rejected = await api.call('POST', '/customers/bulk', { json: { data } })
  assert.deepEqual(rejected.body.data.issues[0].path, ['data', 0, 'updatedAt'])
  assert.equal(await stop(), 0)
})

test('a checkout serves its API reference and the pages of its console', async (t) => {
  const { api, baseUrl } = await serve(t)
  for (const address of [baseUrl, new URL('/console/', baseUrl).href]) {
    const page = await (await fetch(address)).text()
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => new URL(path, address))
    assert.ok(scripts.length > 0, address)
    for (const script of scripts) assert.equal((await fetch(script)).status, 200, script.href)
  }
  assert.match((await api.call('GET', '/spec.json')).body.openapi, /^3\.1/)
})

test('a checkout prints its commit, commands print results, and errors are one line', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const run = (...args: string[]) => storewire(args, { program })
  const { stdout } = await run('version')
  assert.ok(stdout.includes(`(commit ${commit()},`), stdout)
  assert.equal((await run('workspaces', 'create', 'shop', '--db', db)).code, 0)
  assert.equal(JSON.parse((await run('workspaces', 'list', '--db', db, '--json')).stdout)[0].name, 'shop')
  assert.deepEqual(await run('frobnicate'), {
    code: 2,
    signal: null,
    stdout: '',
    stderr: 'storewire: unknown command \'frobnicate\'. See "npx storewire --help".\n',
  })
})

test('dev of a checkout generates the sample shop', async (t) => {
  const { baseUrl, output } = await startProcess(t, ['--seed-data'], { command: 'dev', program })
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  assert.equal((await api.call('GET', `/orders/order-1480`)).status, 200)
})
