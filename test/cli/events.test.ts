import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commandRunner } from '../support/commands.ts'
import { startEventShop, status } from '../support/event-receiver.ts'
import { tempFolder, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const runCommand = commandRunner()

/** A server beside which commands run, and a file with an address of its receiver. */
async function start(t: TestContext) {
  // Commands have the clock of the machine.
  const shop = await startEventShop(t, { clock: testClock(Date.now()) })
  const { api, receiver } = shop
  const folder = await tempFolder(t)
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`)
    return join(folder, name)
  }
  const allowed = ['--allow-endpoint', `127.0.0.1:${receiver.port}`]
  const run = (...args: string[]) => runCommand(['events', ...args, '--db', api.file])
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const create = (path: string, ...args: string[]) =>
    json('endpoints', 'create', '--url-file', file('url.txt', receiver.url + path), ...allowed, ...args)
  return { ...shop, allowed, run, json, create, file }
}

test('endpoints are created, listed, changed and deleted, and their address is never printed', async (t) => {
  const { run, json, create, file, receiver, allowed } = await start(t)
  assert.match((await run('endpoints', 'list')).stdout, /^No endpoints\.$/m)
  const made = await create('/hook/abcdefghijkl', '--types', 'refund.waiting, push.refused')
  assert.match(made.secret, /^whsec_/)
  assert.deepEqual(made.types, ['refund.waiting', 'push.refused'])
  const { stdout } = await run('endpoints', 'list', '--wide')
  assert.match(stdout, /webhook +127\.0\.0\.1:\d+\/…ijkl +on/)
  assert.ok(!stdout.includes('abcdef'))
  const token = file('token.txt', 'tk_1')
  const changed = await json('endpoints', 'update', made.id, '--kind', 'ntfy', '--token-file', token, '--types', 'all')
  assert.deepEqual([changed.kind, changed.hasToken, changed.types.length], ['ntfy', true, 14])
  const back = await json('endpoints', 'update', made.id, '--kind', 'webhook', '--no-token', '--include-text', 'on')
  assert.deepEqual([back.kind, back.hasToken, back.includeText], ['webhook', false, true])
  assert.match(back.secret, /^whsec_/)
  assert.notEqual((await json('endpoints', 'secret', made.id)).secret, back.secret)
  const nothing = await run('endpoints', 'update', made.id)
  assert.deepEqual([nothing.code, /Nothing to change/.test(nothing.stderr)], [1, true])
  const wrong = await run('endpoints', 'create', receiver.url, '--types', 'refund.wating', ...allowed)
  assert.match(wrong.stderr, /Use refund\.waiting\./)
  await json('endpoints', 'delete', made.id, '--yes')
  assert.deepEqual(await json('endpoints', 'list'), [])
})

test('a test exits with 1 unless it arrives, and an endpoint is switched on only after one has arrived', async (t) => {
  const { run, create, receiver, allowed } = await start(t)
  const { id } = await create('/hook')
  assert.equal((await runTest()).code, 1, 'the certificate of this receiver is unknown to the command')
  assert.match((await runTest()).stdout, /tls/)
  assert.equal((await run('endpoints', 'update', id, '--off')).code, 0)
  const on = await run('endpoints', 'update', id, '--on', ...allowed)
  assert.deepEqual([on.code, /not switched on, since a test did not arrive/.test(on.stderr)], [1, true])
  assert.match((await run('endpoints', 'list')).stdout, / off /)
  assert.equal(receiver.received.length, 0)
  function runTest() {
    return run('test', id, ...allowed)
  }
})

test('what was sent is listed and shown, and sent again by the server', async (t) => {
  const { api, run, json, create, receiver } = await start(t)
  const { id } = await create('/hook')
  assert.match((await run('list')).stdout, /^No events were sent\.$/m)
  receiver.answer('/hook', status(410))
  const page = await (await startWidget(api)).open()
  await page.call('POST', '/messages', { json: { text: 'Hello?' } })
  await until(async () => (await json('list', '--state', 'failed')).length === 1)
  const [delivery] = await json('list')
  const shown = await run('show', delivery.eventId, '--public-url', 'https://s.example/api/v1')
  assert.match(shown.stdout, /conversation\.waiting/)
  assert.match(shown.stdout, /https:\/\/s\.example\/console\/chats\/conv_/)
  assert.match(shown.stdout, /The endpoint is gone \(HTTP 410\)/)
  const off = await run('replay', delivery.eventId, '--endpoint', id)
  assert.deepEqual([off.code, /not on/.test(off.stderr)], [1, true])
  assert.equal((await run('replay')).code, 1)
  await api.store.write((tx) => tx.run(`UPDATE event_endpoints SET state = 'on'`))
  receiver.answer('/hook', status(200))
  assert.deepEqual(await json('replay', '--since', '2020-01-01T00:00:00Z'), { count: 1 })
  api.clock.advance(3_600_000)
  api.wake()
  await receiver.arrived('/hook', 2)
  assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id'])
})
