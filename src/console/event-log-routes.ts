import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { composeEvent } from '../events/deliver.ts'
import { deliveryStates, listEventDeliveries, requireEventDelivery } from '../events/deliveries.ts'
import { listEndpoints } from '../events/endpoints.ts'
import { findEvent } from '../events/events.ts'
import { replayEvents } from '../events/replay.ts'
import { type Route, route } from '../http/route.ts'
import { choice, id, int, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { HOUR_MS } from '../lib/time.ts'
import { member } from './credentials.ts'
import { eventPart } from './event-part.ts'
import { deliverySchema, exampleDelivery, showDelivery, shownAnswer } from './event-schemas.ts'

/** Shared by all routes of this file. */
const ofLog = { tag: 'Notifications', credential: member, limits: ['calls'] } satisfies Partial<Route>

const PAGE = 25
const MOST_HOURS = 720

const list = route({
  ...ofLog,
  method: 'GET',
  path: '/settings/events/deliveries',
  operationId: 'listEventDeliveries',
  summary: 'List deliveries of events, the newest first',
  query: v.object({
    state: v.optional(choice(deliveryStates)),
    before: v.optional(id('The last delivery of the page before.')),
  }),
  status: 200,
  response: {
    schema: object('EventDeliveries', {
      deliveries: array(deliverySchema, PAGE),
      next: optional(id('`before` of the next page; null on the last one.')),
    }),
    example: { deliveries: [exampleDelivery], next: null },
  },
  errors: [],
  handler: async ({ query: { state, before }, workspace, actor, store }) => {
    requireAgent(actor)
    const found = await listEventDeliveries(store.read, workspace.id, { limit: PAGE + 1, state, before })
    const deliveries = found.slice(0, PAGE).map((delivery) => showDelivery(actor, delivery))
    return { deliveries, next: found.length > PAGE ? found[PAGE - 1]?.id : null }
  },
})

const show = route({
  ...ofLog,
  method: 'GET',
  path: '/settings/events/deliveries/{id}',
  operationId: 'showEventDelivery',
  summary: 'Show what was sent, and what the endpoint answered',
  params: v.object({ id: id('The delivery.') }),
  status: 200,
  response: {
    schema: object('EventDeliveryDetail', {
      delivery: deliverySchema,
      body: optional(text('What is sent; null if the endpoint was deleted.', 100_000)),
      answer: optional(
        text('The beginning of the answer. Null for agents, and for endpoints in the own network.', 100_000),
      ),
    }),
    example: { delivery: exampleDelivery, body: '{"text":"…"}', answer: 'ok' },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, part, store }) => {
    requireAgent(actor)
    const delivery = await requireEventDelivery(store.read, workspace.id, params.id)
    const endpoints = await listEndpoints(store.read, workspace.id)
    const endpoint = endpoints.find(({ id }) => id === delivery.endpointId)
    const event = await findEvent(store.read, workspace.id, delivery.eventId)
    const composed = endpoint && event && (await composeEvent(part(eventPart).services, endpoint, event))
    return {
      delivery: showDelivery(actor, delivery),
      body: composed?.message.body ?? null,
      answer: shownAnswer(actor, delivery),
    }
  },
})

const replay = route({
  ...ofLog,
  method: 'POST',
  path: '/settings/events/replay',
  operationId: 'replayEvents',
  summary: 'Send one event again, or all that have failed in the last hours',
  body: {
    schema: object('EventReplay', {
      eventId: v.optional(id()),
      endpointId: v.optional(id('Only to this endpoint.')),
      hours: v.optional(int('All that have failed since so many hours.', 1, MOST_HOURS)),
    }),
    size: 'widget',
    example: { hours: 24 },
  },
  status: 200,
  response: {
    schema: object('EventReplayed', { count: int('New deliveries.') }),
    example: { count: 3 },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ body: { eventId, endpointId, hours = 24 }, workspace, actor, store, clock, wake }) => {
    requireManager(actor)
    const now = clock.now()
    const what = eventId === undefined ? { since: now - hours * HOUR_MS } : { eventId }
    const wanted = { workspaceId: workspace.id, endpointId, ...what }
    const count = await store.write((tx) => replayEvents(tx, actor, wanted, now))
    wake()
    return { count }
  },
})

export const eventLogRoutes: Route[] = [list, show, replay]
