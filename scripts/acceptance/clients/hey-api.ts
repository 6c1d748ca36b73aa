// Uses the client that @hey-api/openapi-ts generates: compiled under strict, and run against a server.

import {
  bulkUpsertOrders,
  closeBackfill,
  getOrder,
  listOrders,
  openBackfill,
  ping,
  startWidgetSession,
  upsertOrders,
} from '../build/clients/hey-api'
import { createClient } from '../build/clients/hey-api/client'
import { expect, order, type Target } from './shared'

export async function run({ baseUrl, secretKey, publishableKey }: Target): Promise<void> {
  const client = createClient({ baseUrl, auth: ({ scheme }) => (scheme === 'bearer' ? secretKey : publishableKey) })

  const checked = await ping({ client })
  expect(checked.data?.orgId.startsWith('org_'), 'ping')

  const pushed = await upsertOrders({ client, body: { data: [order] }, query: { strict: true } })
  expect(pushed.data?.results[0]?.status === 'created', 'push')

  const page = await listOrders({ client, query: { limit: 2, updatedSince: '2026-01-01T00:00:00Z' } })
  const time: string | undefined = page.data?.data[0]?.updatedAt
  expect(time === '2026-03-01T09:30:00.000Z', 'list')

  const missing = await getOrder({ client, path: { id: 'none' } })
  expect(missing.error?.code === 'NOT_FOUND', 'an error')

  const backfill = await openBackfill({ client })
  const id = backfill.data?.id ?? ''
  const bulk = await bulkUpsertOrders({ client, body: { data: [order], backfillId: id } })
  expect(bulk.data?.batchId, 'bulk')
  const closed = await closeBackfill({ client, path: { id } })
  const closedAt: string | null | undefined = closed.data?.closedAt
  expect(closedAt, 'close')

  const session = await startWidgetSession({ client })
  expect(session.data?.token.startsWith('st_'), 'session')
}
