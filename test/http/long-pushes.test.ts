import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createLongBodiesShare } from '../../src/http/limits/long-bodies.ts'
import { message, order, ticket } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

const MIB = 1024 * 1024

/** A body with one ticket of about 2.4 MB. */
const long = (id: string) =>
  JSON.stringify({
    data: [
      ticket({
        id,
        messages: Array.from({ length: 48 }, (_, at) => message({ id: `m${at}`, body: 'x'.repeat(49_900) })),
      }),
    ],
  })

/** Sends a long push whose response nobody waits for. */
function sendLong(t: TestContext, api: Api, { packed }: { packed: boolean }) {
  const body = packed ? gzipSync(long('waits')) : Buffer.from(long('waits'))
  const sent = request(`${api.baseUrl}/tickets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      ...(packed && { 'content-encoding': 'gzip' }),
    },
    agent: false,
  })
  const responded = new Promise<number | undefined>((resolve) =>
    sent.on('response', ({ statusCode }) => resolve(statusCode)),
  )
  const closed = new Promise((resolve) => sent.on('close', resolve))
  sent.on('error', () => {})
  sent.end(body)
  t.after(() => sent.destroy())
  const leave = () => {
    sent.destroy()
    return closed
  }
  return { responded, leave }
}

test('after a long push the next one waits, and no other call does', async (t) => {
  // After the first one, the next waits for more than a minute.
  const api = await startServer(t, { limits: { long: 1 } })
  const neighbor = client(api.baseUrl, (await addWorkspace(api.store, 'neighbor', api.clock)).key)
  assert.equal((await api.call('POST', '/tickets', { body: long('t1') })).status, 200)
  let isOver = false
  for (const packed of [false, true])
    void sendLong(t, api, { packed }).responded.then(() => {
      isOver = true
    })
  const unpaced = gzipSync(JSON.stringify({ data: [order()] }).padEnd(2 * MIB))
  const headers = { 'content-encoding': 'gzip' }
  assert.equal((await api.call('POST', '/orders/bulk', { body: unpaced, headers })).status, 202)
  assert.equal((await api.push('orders', [order()])).results[0]?.status, 'created')
  assert.equal((await neighbor.call('POST', '/tickets', { body: long('t1') })).status, 200)
  assert.equal((await api.call('GET', '/tickets/waits')).status, 404)
  assert.equal(isOver, false)
})

test('long pushes that wait are few, and those of clients that leave do not count', async (t) => {
  const api = await startServer(t, { limits: { long: 1 } })
  assert.equal((await api.call('POST', '/tickets', { body: long('t1') })).status, 200)
  const waiting = Array.from({ length: 11 }, () => sendLong(t, api, { packed: true }))
  // One of them is refused; the others wait.
  assert.equal(await Promise.race(waiting.map(({ responded }) => responded)), 503)
  await Promise.all(waiting.map(({ leave }) => leave()))
  const gone = () => api.log.requests.filter(({ fields }) => fields?.status === 499).length
  while (gone() < 10) await new Promise(setImmediate)
  const last = sendLong(t, api, { packed: true })
  assert.equal(await Promise.race([last.responded, api.push('orders', [order()]).then(() => 'waits')]), 'waits')
})

test('the wait after a body is in proportion to its bytes beyond the first MiB, up to 15 MiB', async () => {
  const waits: number[] = []
  const share = createLongBodiesShare(120, (ms, then) => {
    waits.push(ms)
    then()
  })
  for (const bytes of [1000, MIB, 2 * MIB, 32 * MIB]) (await share.enter('a', new AbortController().signal))(bytes)
  assert.deepEqual(waits, [500, 7_500])
})
