import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { recordingClient } from '../support/client.ts'
import { AUTOMATIC, customer, startShop } from '../support/shop.ts'
import { acceptsForLater } from '../support/store-endpoint.ts'

test('a shop reports how a pending refund ended, and may repeat the report', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { client, sent } = recordingClient(shop.api)
  const { id } = await shop.start()
  shop.endpoint.behave(acceptsForLater)
  const { store, clock, workspaceId } = shop.api
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  shop.api.wake()
  await shop.until(id, 'pending')
  assert.deepEqual(await client.actions.report(id, { status: 'succeeded', refundId: 're_7' }), {
    id,
    status: 'succeeded',
  })
  assert.equal((await shop.look(id)).refundId, 're_7')
  assert.deepEqual(await client.actions.report(id, { status: 'failed', message: 'no' }), { id, status: 'succeeded' })
  assert.deepEqual(
    sent.map(({ method, path }) => [method, path]),
    [
      ['POST', `/actions/${id}/status`],
      ['POST', `/actions/${id}/status`],
    ],
  )
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 2)
})

test('a report on an unknown refund is a 404, and one without an id is not sent', async (t) => {
  const shop = await startShop(t)
  const { client, sent } = recordingClient(shop.api)
  await assert.rejects(client.actions.report('act/../none', { status: 'failed' }), { status: 404, code: 'NOT_FOUND' })
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/actions/act%2F..%2Fnone/status'],
  )
  for (const missing of ['', undefined as never]) {
    await assert.rejects(client.actions.report(missing, { status: 'failed' }), /^TypeError: actionId is missing/)
  }
  assert.equal(sent.length, 1)
})
