import type { TestContext } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { createConversation } from '../../src/conversations/conversations.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../../src/refunds/change-settings.ts'
import {
  offerRefund,
  type RefundServices,
  type RequestedByAgent,
  type RequestedRefund,
  startRefund,
} from '../../src/refunds/offer.ts'
import { findRefund, type Refund, timelineOf } from '../../src/refunds/refunds.ts'
import { type Api, owner, type ServerOptions, startServer, testClock } from './server.ts'
import { type StoreEndpoint, startStoreEndpoint } from './store-endpoint.ts'

export const agent: Actor = { name: 'agent ann', origin: 'test', role: 'agent' }
export const customer: Actor = { name: 'customer c1', origin: 'test', role: null }
export const assistant: Actor = { name: 'assistant', origin: 'test', role: null }

/** A server whose workspace refunds through a real endpoint, with an order of customer `c1`. */
export interface Shop {
  api: Api
  endpoint: StoreEndpoint
  services: RefundServices
  set(change: SettingsChange): Promise<unknown>
  wish(wish?: Partial<RequestedRefund>): RequestedRefund
  /** A conversation with the signed-in customer `c1`. */
  talk(options?: { customerId?: string | null; trial?: boolean }): Promise<string>
  start(wish?: Partial<RequestedByAgent>): Promise<Refund>
  offer(wish?: Partial<RequestedRefund>): Promise<Refund>
  /** The current refund. */
  look(id: string): Promise<Refund>
  /** Waits until the refund has a status. */
  until(id: string, status: Refund['status']): Promise<Refund>
  /** Waits until a number of tries of `refund.create` have a verdict. */
  tried(id: string, count: number): Promise<void>
}

/** Refunds up to 100.00 EUR are automatic, for every reason. */
export const AUTOMATIC: SettingsChange = {
  autoLimit: 10_000,
  limitCurrency: 'EUR',
  rungs: { defect: 5, not_received: 5, return: 5, other: 5 },
}

export const ORDER = {
  id: 'o1',
  updatedAt: '2026-02-20T10:00:00Z',
  customerId: 'c1',
  currency: 'EUR',
  total: 5_000,
  // The assistant refunds what has arrived.
  status: 'delivered',
  placedAt: '2026-02-20T10:00:00Z',
  items: [
    { id: 'l1', title: 'Mug', quantity: 2, unitPrice: 1_250 },
    { id: 'l2', title: 'Pot', quantity: 1, unitPrice: 2_500 },
  ],
}

export async function startShop(t: TestContext, options: ServerOptions = {}): Promise<Shop> {
  const clock = options.clock ?? testClock()
  let secret = ''
  const endpoint = await startStoreEndpoint(t, { secret: () => secret, now: clock.now })
  const policy = { allowPrivate: false, allowEndpoints: [`127.0.0.1:${endpoint.port}`] }
  const trust = endpoint.ca === undefined ? {} : { ca: endpoint.ca }
  const api = await startServer(t, { ...options, clock, outbound: { policy, ...trust, ...options.outbound } })
  const { store, workspaceId, outbound, sealer } = api
  secret = await store.write((tx) => createRefundSecret(tx, owner, workspaceId, sealer, clock.now()))
  const set: Shop['set'] = (change) =>
    store.write((tx) => changeRefundSettings(tx, owner, workspaceId, change, policy, clock.now()))
  await set({ endpointUrl: endpoint.url, enabled: true })
  await api.push('orders', [ORDER])
  const services = { store, clock, outbound, metrics: api.metrics, sealer }
  const wish: Shop['wish'] = (fields) => ({
    workspaceId,
    orderId: 'o1',
    lines: [],
    kind: 'defect',
    note: null,
    conversationId: null,
    ...fields,
  })
  const talk: Shop['talk'] = async ({ customerId = 'c1', trial = false } = {}) =>
    (await store.write((tx) => createConversation(tx, { workspaceId, customerId, trial }, clock.now()))).id
  const look: Shop['look'] = async (id) => {
    const refund = await findRefund(store.read, id)
    if (!refund) throw new Error(`there is no refund ${id}`)
    return refund
  }
  const turn = () => api.call('GET', '/ping')
  return {
    api,
    endpoint,
    services,
    set,
    wish,
    talk,
    look,
    start: ({ again, ...fields } = {}) => startRefund(services, agent, { ...wish(fields), again: again ?? null }),
    offer: async (fields) => offerRefund(services, assistant, wish({ conversationId: await talk(), ...fields })),
    until: async (id, status) => {
      for (;;) {
        const refund = await look(id)
        if (refund.status === status) return refund
        await turn()
      }
    },
    tried: async (id, count) => {
      const verdicts = async () =>
        (await timelineOf(store.read, id)).deliveries.filter(
          ({ type, verdict }) => type === 'refund.create' && verdict !== null,
        )
      while ((await verdicts()).length < count) await turn()
    },
  }
}
