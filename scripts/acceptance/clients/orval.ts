// Uses the client that orval generates: compiled under strict, and run against a server.
import {
  bulkUpsertOrders,
  closeBackfill,
  getOrder,
  listOrders,
  openBackfill,
  ping,
  startWidgetSession,
  upsertOrders,
} from '../build/clients/orval'
import { expect, order, type Target } from './shared'

/** The generated functions call the base address in the document, which is the server's. */
export async function run({ secretKey, publishableKey }: Target): Promise<void> {
  const options = { headers: { authorization: `Bearer ${secretKey}` } }

  const checked = await ping(options)
  expect(checked.status === 200 && checked.data.orgId.startsWith('org_'), 'ping')

  const pushed = await upsertOrders({ data: [order] }, { strict: true }, options)
  expect(pushed.status === 200 && pushed.data.results[0]?.status === 'created', 'push')

  const page = await listOrders({ limit: 2, updatedSince: '2026-01-01T00:00:00Z' }, options)
  const time: string | undefined = page.status === 200 ? page.data.data[0]?.updatedAt : undefined
  expect(time === '2026-03-01T09:30:00.000Z', 'list')

  const missing = await getOrder('none', options)
  expect(missing.status === 404 && missing.data.code === 'NOT_FOUND', 'an error')

  const backfill = await openBackfill(undefined, options)
  const id = backfill.status === 200 ? backfill.data.id : ''
  const bulk = await bulkUpsertOrders({ data: [order], backfillId: id }, undefined, options)
  expect(bulk.status === 202 && bulk.data.batchId, 'bulk')
  const closed = await closeBackfill(id, options)
  const closedAt: string | null | undefined = closed.status === 200 ? closed.data.closedAt : undefined
  expect(closedAt, 'close')

  const session = await startWidgetSession(undefined, { headers: { 'x-service-key': publishableKey } })
  expect(session.status === 200 && session.data.token.startsWith('st_'), 'session')
}
