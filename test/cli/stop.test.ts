import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { type Serving, startProcess, stoppingMs } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client, tempFolder } from '../support/server.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

async function serveOn(t: TestContext, db: string): Promise<Serving & { key: string }> {
  const serving = await startProcess(t, ['--db', db, '--rate-limits', 'off'])
  return { ...serving, key: keyIn(serving.output()) }
}

/**
 * Pushes over kept connections until the server takes no more; the ids that were answered, those that the server hung up on, and
 * what else went wrong.
 */
async function pushUntilRefused(t: TestContext, { baseUrl, key }: { baseUrl: string; key: string }, name: string) {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: 24, pipelining: 1 })
  t.after(() => pool.destroy())
  const answered: string[] = []
  const unanswered: string[] = []
  const problems = new Set<string>()
  let sent = 0
  const sendAll = async (): Promise<void> => {
    for (;;) {
      const id = `${name}-${sent++}`
      try {
        const answer = await pool.request({
          method: 'POST',
          path: `${pathname}/orders`,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ data: [{ id, updatedAt: 1, note: 'x'.repeat(500) }] }),
        })
        await answer.body.dump()
        if (answer.statusCode === 200) answered.push(id)
        else problems.add(`answered ${answer.statusCode}`)
      } catch (error) {
        const { code = '', message } = error as NodeJS.ErrnoException
        if (code === 'ECONNREFUSED') return
        if (['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code)) unanswered.push(id)
        else problems.add(`${code} ${message}`)
      }
    }
  }
  return { answered, unanswered, problems, done: Promise.all(Array.from({ length: 24 }, sendAll)) }
}

test('under load a stopping server responds to every accepted request, and everything acknowledged is stored', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const all: string[] = []
  const untaken: string[] = []
  let key = ''
  for (const round of ['a', 'b', 'c']) {
    const server = await serveOn(t, db)
    key ||= server.key
    const load = await pushUntilRefused(t, { ...server, key }, round)
    while (load.answered.length < 200) await sleep(5)
    assert.equal(await server.stop(), 0)
    await load.done
    assert.deepEqual([...load.problems], [])
    // Where this process was kept waiting, a connection was idle for so long that the server gave it up before the next request.
    assert.doesNotMatch(server.errors(), /"status":499/, 'a request that the server had begun to read was cut off')
    untaken.push(...load.unanswered)
    all.push(...load.answered)
  }
  const file = new Database(db)
  t.after(() => file.close())
  const kept = new Set(file.prepare('SELECT id FROM orders').pluck().all())
  assert.deepEqual(
    all.filter((id) => !kept.has(id)),
    [],
  )
  assert.deepEqual(
    untaken.filter((id) => kept.has(id)),
    [],
  )
  assert.equal(file.pragma('integrity_check', { simple: true }), 'ok')
})

/** Sends all of a push but its last byte. */
async function unfinishedPush(t: TestContext, { baseUrl, key }: { baseUrl: string; key: string }) {
  const connection = await rawConnection(t, baseUrl)
  const body = '{"data":[{"id":"o1","updatedAt":1}]}'
  const head = ['POST /api/v1/orders HTTP/1.1', 'host: x', `authorization: Bearer ${key}`]
  const framing = ['content-type: application/json', `content-length: ${body.length}`, '', '']
  connection.socket.write([...head, ...framing].join('\r\n') + body.slice(0, -1))
  await client(baseUrl, key).call('GET', '/ping')
  return { ...connection, finish: () => connection.socket.write(body.slice(-1)) }
}

test('a stopping server is not ready, and closes every connection after its response', async (t) => {
  const server = await serveOn(t, join(await tempFolder(t), 'shop.db'))
  const push = await unfinishedPush(t, server)
  const kept = await rawConnection(t, server.baseUrl)
  kept.socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n')
  await client(server.baseUrl, server.key).call('GET', '/ping')
  const ended = once(server.child, 'close')
  server.child.kill('SIGTERM')
  while (!server.errors().includes('"stopping"')) await sleep(5)
  kept.socket.write('\r\n')
  const answer = await kept.until(/"data":\{\}\}/)
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /connection: close/i)
  assert.match(answer, /The server is stopping/)
  push.finish()
  const pushed = await push.until(/"created"/)
  assert.match(pushed, /^HTTP\/1\.1 200 /)
  assert.match(pushed, /connection: close/i)
  await ended
  assert.equal(server.child.exitCode, 0)
})

test('a stopping server cuts off a request after ten seconds, and exits cleanly', async (t) => {
  const server = await serveOn(t, join(await tempFolder(t), 'shop.db'))
  const push = await unfinishedPush(t, server)
  assert.equal(await server.stop(), 0)
  const took = stoppingMs(server.errors())
  // A running server gives a request thirty seconds.
  assert.ok(took > 9_900 && took < 20_000, `${took} ms`)
  await push.closed
  assert.equal(push.received(), '')
})

test('a second signal, of either kind, ends a stopping server at once', async (t) => {
  const folder = await tempFolder(t)
  for (const [first, second] of [
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
  ] as const) {
    const server = await serveOn(t, join(folder, `${first}-${second}.db`))
    await unfinishedPush(t, server)
    server.child.kill(first)
    while (!server.errors().includes('"stopping"')) await sleep(5)
    assert.equal(await server.stop(second), 1)
    assert.ok(!server.errors().includes('"stopped"'), 'it stopped in peace')
  }
})

test('a stopping server moves its log into the database, also while another process has the file open', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const server = await serveOn(t, db)
  const other = new Database(db, { readonly: true })
  t.after(() => other.close())
  await client(server.baseUrl, server.key).push('orders', [{ id: 'o1', updatedAt: 1 }])
  assert.equal(other.prepare('SELECT count(*) FROM orders').pluck().get(), 1)
  assert.ok(statSync(`${db}-wal`).size > 0)
  assert.equal(await server.stop(), 0)
  assert.equal(statSync(`${db}-wal`).size, 0)
})

test('a stopping server loses no line of its log output', async (t) => {
  const server = await serveOn(t, join(await tempFolder(t), 'shop.db'))
  const api = client(server.baseUrl, server.key)
  const ids = []
  for (let index = 0; index < 300; index++) ids.push((await api.call('GET', '/ping')).headers.get('x-request-id'))
  assert.equal(await server.stop(), 0)
  const lines = server.errors().trimEnd().split('\n')
  const logged = new Set(lines.map((line) => JSON.parse(line).requestId))
  assert.deepEqual(
    ids.filter((id) => !logged.has(id)),
    [],
  )
  assert.equal(JSON.parse(lines.at(-1) ?? '').message, 'stopped')
})

/** Sends batches of orders until the server stands still, by SIGSTOP, with many chunks of them still to do. @returns the batches' ids */
async function freezeWithWorkLeft({ child, baseUrl }: Serving, key: string, file: Database.Database) {
  const api = client(baseUrl, key)
  const chunksLeft = file.prepare<[], number>('SELECT count(*) FROM batch_chunks').pluck()
  const batches: string[] = []
  const send = async (batch: number) => {
    const data = Array.from({ length: 1_000 }, (_, index) => ({ id: `o${batch}-${index}`, updatedAt: 1 }))
    return (await api.call('POST', '/orders/bulk', { json: { data } })).body.batchId as string
  }
  do {
    child.kill('SIGCONT')
    batches.push(...(await Promise.all(Array.from({ length: 8 }, (_, index) => send(batches.length + index)))))
    child.kill('SIGSTOP')
    // A transaction takes ten of them at most, and a server that goes on with a signal waiting has time for one or two.
  } while (Number(chunksLeft.get()) < 40)
  return batches
}

test('an import pauses when the server stops, and continues after the next start with every object counted once', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const first = await serveOn(t, db)
  const file = new Database(db)
  t.after(() => file.close())
  const batches = await freezeWithWorkLeft(first, first.key, file)
  const stopped = first.stop()
  first.child.kill('SIGCONT')
  assert.equal(await stopped, 0)
  const left = file.prepare('SELECT count(*) FROM jobs').pluck().get()
  assert.ok(Number(left) > 0, 'the import was over before the stop')
  assert.equal(file.prepare('SELECT count(*) FROM jobs WHERE attempts > 0 OR lease_until IS NOT NULL').pluck().get(), 0)
  const second = await serveOn(t, db)
  const again = client(second.baseUrl, first.key)
  for (const id of batches) {
    let batch = (await again.call('GET', `/batches/${id}`)).body
    while (batch.status !== 'done') batch = (await again.call('GET', `/batches/${id}`)).body
    assert.deepEqual(batch.results, { created: 1_000, updated: 0, stale: 0 })
  }
  assert.equal(file.prepare('SELECT count(*) FROM orders').pluck().get(), batches.length * 1_000)
})
