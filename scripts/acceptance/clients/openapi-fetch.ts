// Uses the client of openapi-typescript and openapi-fetch: compiled under strict, and run against a server.
import createClient from 'openapi-fetch'
import type { paths } from '../build/clients/openapi-typescript'
import { expect, order, type Target } from './shared'

export async function run({ baseUrl, secretKey, publishableKey }: Target): Promise<void> {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${secretKey}` } })

  const ping = await api.GET('/ping')
  expect(ping.data?.orgId.startsWith('org_'), 'ping')

  const pushed = await api.POST('/orders', { body: { data: [order] }, params: { query: { strict: true } } })
  expect(pushed.data?.results[0]?.status === 'created', 'push')

  const updatedSince = '2026-01-01T00:00:00Z'
  const page = await api.GET('/orders', { params: { query: { limit: 2, updatedSince } } })
  const time: string | undefined = page.data?.data[0]?.updatedAt
  expect(time === '2026-03-01T09:30:00.000Z', 'list')

  const missing = await api.GET('/orders/{id}', { params: { path: { id: 'none' } } })
  expect(missing.error?.code === 'NOT_FOUND', 'an error')

  const backfill = await api.POST('/backfills')
  const id = backfill.data?.id ?? ''
  const bulk = await api.POST('/orders/bulk', { body: { data: [order], backfillId: id } })
  expect(bulk.data?.batchId, 'bulk')
  const closed = await api.POST('/backfills/{id}/close', { params: { path: { id } } })
  const closedAt: string | null | undefined = closed.data?.closedAt
  expect(closedAt, 'close')

  const headers = { 'x-service-key': publishableKey, authorization: null }
  const session = await api.POST('/widget/sessions', { headers })
  expect(session.data?.token.startsWith('st_'), 'session')
}
