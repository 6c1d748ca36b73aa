import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { order } from '../support/objects.ts'
import { BIN, startProcess, storewire } from '../support/process.ts'
import { type Api, addWorkspace, client, startServer, tempFolder } from '../support/server.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

/** Waits until so many calls stand in the request log. */
async function logged({ store }: Pick<Api, 'store'>, count: number): Promise<void> {
  for (;;) {
    const row = await store.read.get<{ count: number }>('SELECT count(*) AS count FROM request_log')
    if ((row?.count ?? 0) >= count) return
    await sleep(20)
  }
}

const tail = async (file: string, ...args: string[]) => {
  const { code, stdout, stderr } = await storewire(['logs', 'tail', '--no-follow', '--db', file, ...args])
  assert.equal(code, 0, stderr)
  return stdout
}

const tailJson = async (file: string, ...args: string[]) => {
  const lines = (await tail(file, '--json', ...args)).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

test('on a narrow terminal the details of a call are on the next line', {
  skip: noTerminal,
}, async (t) => {
  const api = await startServer(t)
  await api.call('GET', '/ping')
  await logged(api, 1)
  const line = /^2026-03-01T09:30:00\.000Z 200 GET \/api\/v1\/ping\n {2}[\d.]+ ms {2}shop {2}key_\w+ {2}[-\w]{36}\n$/
  assert.match(await onTerminal(['logs', 'tail', '--no-follow', '--db', api.file], { NO_COLOR: '1' }), line)
  assert.match(
    await tail(api.file),
    /^2026\S+Z 200 GET \/api\/v1\/ping {2}[\d.]+ ms {2}shop {2}key_\w+ {2}[-\w]{36}\n$/,
  )
})

test('an integrator sees why a push was refused', async (t) => {
  const api = await startServer(t)
  const wrong = order({ items: [{ id: 'l1', title: 'Scarf', quantity: 'two', unitPrice: 1 }] })
  const { headers } = await api.call('POST', '/orders?strict=true', { json: { data: [order({ id: 'o0' }), wrong] } })
  await api.push('orders', [order()])
  await api.call('GET', '/orders/none')
  await api.call('GET', '/ping', { headers: { authorization: 'Bearer sk_unknown' } })
  await api.call('GET', '/../../healthz')
  await api.call('GET', '/spec.json')
  await logged(api, 4)
  const [refused, ...others] = await tailJson(api.file)
  assert.ok(refused.durationMs > 0)
  const [key] = await api.store.read.all<{ id: string }>('SELECT id FROM api_keys')
  assert.deepEqual(refused, {
    at: '2026-03-01T09:30:00.000Z',
    requestId: headers.get('x-request-id'),
    workspaceId: api.workspaceId,
    workspace: 'shop',
    keyId: key?.id,
    method: 'POST',
    path: '/api/v1/orders',
    status: 400,
    durationMs: refused.durationMs,
    objects: null,
    message: refused.message,
    issues: [{ path: ['data', 1, 'items', 0, 'quantity'], message: refused.issues[0].message }],
  })
  assert.deepEqual(
    others.map(({ status, path, keyId, objects, issues }) => [status, path, keyId, objects, issues]),
    [
      [200, '/api/v1/orders', key?.id, 1, []],
      [404, '/api/v1/orders/none', key?.id, null, []],
      [401, '/api/v1/ping', null, null, []],
    ],
  )
  const lines = (await tail(api.file)).trimEnd().split('\n')
  assert.match(
    lines[0] ?? '',
    /^2026-03-01T09:30:00\.000Z 400 POST \/api\/v1\/orders {2}[\d.]+ ms {2}shop {2}key_\w+ {2}[\w-]+$/,
  )
  assert.match(lines[1] ?? '', /^ {2}data\[1\]\.items\[0\]\.quantity must be /)
  assert.match(lines[2] ?? '', / 200 POST .* {2}1 object {2}shop /)
  assert.match(lines[4] ?? '', /^ {2}This workspace has no order with this id/)
  assert.match(lines[5] ?? '', / 401 GET \/api\/v1\/ping .* {2}no valid key {2}/)
})

test('calls are filtered by workspace, status and number', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  for (const path of ['/ping', '/orders/x', '/ping']) await api.call('GET', path)
  await other.call('GET', '/ping')
  await other.call('POST', '/orders', { json: {} })
  await logged(api, 5)
  const statuses = async (...args: string[]) => (await tailJson(api.file, ...args)).map(({ status }) => status)
  assert.deepEqual(await statuses(), [200, 404, 200, 200, 400])
  assert.deepEqual(await statuses('--workspace', 'shop'), [200, 404, 200])
  assert.deepEqual(await statuses('--workspace', 'other', '--status', '4xx'), [400])
  assert.deepEqual(await statuses('--status', '4xx'), [404, 400])
  assert.deepEqual(await statuses('--status', '404'), [404])
  assert.deepEqual(await statuses('-n', '2'), [200, 400])
  assert.deepEqual(await statuses('-n', '0'), [])
  for (const wrong of ['9xx', 'four', '40']) {
    const { code, stderr } = await storewire(['logs', 'tail', '--db', api.file, '--status', wrong])
    assert.equal(code, 2)
    assert.match(stderr, /Give a status such as 404, or a class such as 4xx/)
  }
})

/** Follows in a process of its own. */
function follow(t: TestContext, file: string, ...args: string[]) {
  const child = spawn(process.execPath, [BIN, 'logs', 'tail', '--json', '--db', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, closed, next: async () => JSON.parse((await lines.next()).value ?? 'null') }
}

test('logs --follow shows the calls of a running server, also across its restart, until it is stopped', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await startProcess(t, ['--db', db])
  const key = keyIn(first.output())
  const api = client(first.baseUrl, key)
  await api.call('GET', '/orders/1')
  await first.stop()
  const second = await startProcess(t, ['--db', db])
  const tail = follow(t, db, '--status', '404')
  assert.equal((await tail.next()).path, '/api/v1/orders/1')
  const again = client(second.baseUrl, key)
  await again.call('GET', '/ping')
  await again.call('GET', '/orders/2')
  assert.equal((await tail.next()).path, '/api/v1/orders/2')
  await again.call('GET', '/orders/3')
  assert.equal((await tail.next()).path, '/api/v1/orders/3')
  tail.child.kill('SIGINT')
  await tail.closed
  assert.equal(tail.child.exitCode, 0)
})

test('logs --follow ends when its output is closed', async (t) => {
  const api = await startServer(t)
  await api.call('GET', '/ping')
  await logged(api, 1)
  const { child, closed, next } = follow(t, api.file)
  assert.equal((await next()).path, '/api/v1/ping')
  child.stdout.destroy()
  while (child.exitCode === null && child.signalCode === null) {
    await api.call('GET', '/ping')
    await Promise.race([closed, sleep(50)])
  }
  assert.equal(child.exitCode, 0)
})

test('bodies are stored only if the operator enabled it, and long ones are shortened', async (t) => {
  const bodies = async (captureBodies: boolean) => {
    const api = await startServer(t, { settings: { captureBodies } })
    await api.call('POST', '/orders', { body: '{"data": "ada@example.com"}' })
    await api.call('POST', '/orders', { json: { data: [order({ note: 'x'.repeat(20_000) })] } })
    await logged(api, 2)
    return (await tailJson(api.file)).map(({ body }) => body)
  }
  assert.deepEqual(await bodies(false), [undefined, undefined])
  const [first, second] = await bodies(true)
  assert.equal(first, '{"data": "ada@example.com"}')
  assert.equal(second.length, 16 * 1024)
})

test('serve keeps bodies with --capture-bodies', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl, output, stop } = await startProcess(t, ['--db', db, '--capture-bodies'])
  await client(baseUrl, keyIn(output())).call('POST', '/orders', { body: '{"data": 1}' })
  await stop()
  assert.match(await tail(db), /^ {2}body: \{"data": 1\}$/m)
})

test('control characters of callers are escaped in the output', async (t) => {
  const api = await startServer(t)
  const field = '\u001b[2J\u009b2J\u202eevil\n2026 200 OK'
  await api.call('POST', '/orders?strict=true', { json: { data: [order({ [field]: 1 })] } })
  await logged(api, 1)
  const text = await tail(api.file)
  assert.doesNotMatch(text.trimEnd(), /[\p{Cc}\p{Cf}](?<!\n)/u)
  assert.equal(text.trimEnd().split('\n').length, 2)
  assert.match(text, /data\[0\]\.\\u\{1b\}\[2J\\u\{9b\}2J\\u\{202e\}evil\\u\{a\}2026 200 OK/)
})
