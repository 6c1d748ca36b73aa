import type { TestContext } from 'node:test'
import { changeModel, type ModelChange } from '../../src/assistant/model/change-settings.ts'
import { createModels, type ModelOptions } from '../../src/assistant/model/models.ts'
import { createPauses } from '../../src/assistant/pauses.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { makeTurn, type Turn, writeTurn } from '../../src/assistant/turns.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { type Metrics, noMetrics } from '../../src/lib/metrics.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import { type ModelEndpoint, startModelEndpoint } from './model-endpoint.ts'
import { owner, type ServerOptions } from './server.ts'
import { AUTOMATIC, type Shop, startShop } from './shop.ts'

/** A shop whose assistant has a model. Turns are made at once, without the job. */
export interface ModelShop {
  shop: Shop
  model: ModelEndpoint
  /** How questions to the model ended: `understand ok`. */
  outcomes: string[]
  set(change: ModelChange): Promise<unknown>
  open(customerId?: string | null): Promise<string>
  /** Writes a message and answers it. */
  say(conversationId: string, text: string): Promise<Turn>
}

export const CUSTOMER = {
  id: 'c1',
  updatedAt: '2026-02-20T10:00:00Z',
  name: 'Adelheid Kowalczyk',
  firstName: 'Adelheid',
  lastName: 'Kowalczyk',
  email: 'adelheid@private.example',
  phone: '+49 30 90182736',
  addresses: [{ line1: 'Lindwurmgasse 7', city: 'Oberwimmelbach', postalCode: '91341' }],
}

const ORDERS = [
  {
    id: 'o1',
    updatedAt: '2026-02-28T10:00:00Z',
    number: '#1001',
    customerId: 'c1',
    email: CUSTOMER.email,
    phone: CUSTOMER.phone,
    status: 'shipped',
    currency: 'EUR',
    total: 5_000,
    placedAt: '2026-02-20T10:00:00Z',
    shippingAddress: { name: CUSTOMER.name, ...CUSTOMER.addresses[0] },
    items: [
      { id: 'l1', title: 'Mug', quantity: 2, unitPrice: 1_250 },
      { id: 'l2', title: 'Pot', quantity: 1, unitPrice: 2_500 },
    ],
    custom: {
      secretNote: 'CUSTOM-MARKER',
      author: 'Adelheid Kowalczyk',
      gift: 'GIFT-MARKER for Adelheid',
      nested: { gift: 'CUSTOM-MARKER' },
    },
  },
  {
    id: 'o2',
    updatedAt: '2026-02-28T11:00:00Z',
    number: '#1002',
    customerId: 'c1',
    status: 'processing',
    currency: 'EUR',
    total: 990,
    placedAt: '2026-02-25T10:00:00Z',
    items: [{ id: 'l1', title: 'Candle', quantity: 1, unitPrice: 990 }],
  },
  {
    id: 'o9',
    updatedAt: '2026-02-28T11:00:00Z',
    number: '#1009',
    customerId: 'c9',
    email: 'other@private.example',
    status: 'delivered',
    items: [{ id: 'l1', title: 'Someone-elses-lamp', quantity: 1, unitPrice: 1 }],
  },
]

const SHIPMENT = {
  id: 's1',
  updatedAt: '2026-02-28T12:00:00Z',
  orderId: 'o1',
  status: 'in_transit',
  carrier: 'DHL',
  trackingNumber: 'JJD000390007882823415',
  trackingUrl: 'https://track.example/?id=JJD000390007882823415',
  estimatedDeliveryAt: '2026-03-05T00:00:00Z',
  custom: { dropOff: 'SHED-MARKER', driver: 'CUSTOM-MARKER' },
}

const TICKET = {
  id: 't1',
  updatedAt: '2026-01-02T10:00:00Z',
  customerId: 'c1',
  subject: 'TICKET-MARKER lid',
  messages: [
    {
      id: 'm1',
      createdAt: '2026-01-01T10:00:00Z',
      author: { type: 'customer', name: CUSTOMER.name },
      body: 'THREAD-MARKER: the lid is loose. Regards,\nAdelheid Kowalczyk',
    },
    { id: 'm2', createdAt: '2026-01-02T10:00:00Z', author: { type: 'agent' }, body: 'NOTE-MARKER', internal: true },
  ],
}

export async function startModelShop(
  t: TestContext,
  {
    change = {},
    options = {},
    server = {},
  }: { change?: ModelChange; options?: ModelOptions; server?: ServerOptions } = {},
): Promise<ModelShop> {
  const model = await startModelEndpoint(t)
  const outcomes: string[] = []
  const metrics: Metrics = { ...noMetrics, assistantModel: (step, outcome) => void outcomes.push(`${step} ${outcome}`) }
  const shop = await startShop(t, { metrics, ...server })
  const { store, clock, workspaceId, sealer, outbound } = shop.api
  // The stub's address is named by the operator; the shop's own endpoint is, too.
  const policy = { ...outbound.policy, allowEndpoints: [...outbound.policy.allowEndpoints, model.hostPort] }
  const services = { ...shop.services, outbound: { ...outbound, policy } }
  const set: ModelShop['set'] = (given) =>
    store.write((tx) => changeModel(tx, owner, { workspaceId, change: given }, { sealer, policy }, clock.now()))
  // Off, so that no job answers first.
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now()),
  )
  await shop.set(AUTOMATIC)
  await set({
    baseUrl: model.url,
    model: 'stub',
    apiKey: 'sk-model-0123456789',
    use: 'understand-and-compose',
    ...change,
  })
  await shop.api.push('customers', [CUSTOMER])
  await shop.api.push('orders', ORDERS)
  await shop.api.push('shipments', [SHIPMENT])
  await shop.api.push('tickets', [TICKET])
  await shop.api.push('products', [
    {
      id: 'p1',
      updatedAt: '2026-02-28T12:00:00Z',
      title: 'Wool scarf',
      currency: 'EUR',
      variants: [
        { id: 'v1', options: { Color: 'Red' }, price: 2_900, stock: 12 },
        { id: 'v2', options: { Color: 'Blue' }, price: 2_900, stock: 0 },
      ],
    },
  ])
  const models = createModels(services, { wait: async () => {}, ...options })
  const catalogs = createCatalogs(store, clock.now)
  return {
    shop,
    model,
    outcomes,
    set,
    open: (customerId = 'c1') => shop.talk({ customerId }),
    say: async (conversationId, text) => {
      await store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text }, clock.now()))
      const turn = await makeTurn({ ...services, catalogs, models, pauses: createPauses() }, conversationId)
      if (!turn) throw new Error('no turn was made')
      await store.write((tx) => writeTurn(tx, turn, clock.now()))
      turn.model?.written()
      return turn
    },
  }
}
