import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import {
  type ChangedEndpoint,
  createEndpoint,
  deleteEndpoint,
  isDelicate,
  renewEndpointSecret,
  switchOff,
  updateEndpoint,
} from '../events/change-endpoints.ts'
import { listEndpoints, requireEventEndpoint } from '../events/endpoints.ts'
import { enableEndpoint, testEndpoint } from '../events/test-endpoint.ts'
import { eventTypes } from '../events/types/types.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { member } from './credentials.ts'
import { eventPart } from './event-part.ts'
import {
  changeFields,
  deliverySchema,
  endpointSchema,
  exampleDelivery,
  exampleEndpoint,
  showDelivery,
  showEndpoint,
} from './event-schemas.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofEvents = { tag: 'Notifications', credential: member, limits: ['calls'] } satisfies Partial<Route>
const ofOne = { ...ofEvents, method: 'POST', params: v.object({ id: id('The endpoint.') }) } satisfies Partial<Route>

const changed = {
  schema: object('ChangedEventEndpoint', {
    endpoint: endpointSchema,
    secret: optional(text('The signing secret if it is new. Shown this once.')),
  }),
  example: { endpoint: exampleEndpoint, secret: null },
}

const list = route({
  ...ofEvents,
  method: 'GET',
  path: '/settings/events',
  operationId: 'listEventEndpoints',
  summary: 'List the endpoints of events, and the types of event',
  status: 200,
  response: {
    schema: object('EventSettings', {
      endpoints: array(endpointSchema, 100),
      types: array(object('EventTypeView', { name: text(), title: text(), about: text(), isDefault: flag() }), 100),
    }),
    example: {
      endpoints: [exampleEndpoint],
      types: [
        {
          name: 'conversation.waiting',
          title: 'A customer waits for people',
          about: 'The assistant has left a chat to people.',
          isDefault: true,
        },
      ],
    },
  },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    const endpoints = await listEndpoints(store.read, workspace.id)
    return {
      endpoints: endpoints.map((endpoint) => showEndpoint(actor, endpoint)),
      types: eventTypes.map(({ name, title, about, isDefault }) => ({ name, title, about, isDefault })),
    }
  },
})

const create = route({
  ...ofEvents,
  method: 'POST',
  path: '/settings/events/endpoints',
  operationId: 'createEventEndpoint',
  summary: 'Send events to an address',
  body: {
    schema: object('NewEventEndpoint', { url: text('The address.', 4_000), ...changeFields }),
    size: 'widget',
    example: { url: 'https://hooks.slack.com/services/…' },
  },
  status: 200,
  response: changed,
  errors: ['CONFLICT'],
  handler: async ({ body, workspace, holder, actor, part, store, sealer, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const by = { sealer, policy: part(eventPart).services.outbound.policy }
    const result = await store.write((tx) => createEndpoint(tx, actor, workspace.id, body, by, now))
    return { ...result, endpoint: showEndpoint(actor, result.endpoint) }
  },
})

const update = route({
  ...ofOne,
  path: '/settings/events/endpoints/{id}',
  operationId: 'changeEventEndpoint',
  summary: 'Change an endpoint. What is left out stays',
  description: 'The address, the access token and including text need the password.',
  body: {
    schema: object('EventEndpointChange', { url: v.optional(text('The address.', 4_000)), ...changeFields }),
    size: 'widget',
    example: { types: ['refund.waiting'] },
  },
  status: 200,
  response: changed,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params: { id }, body: change, workspace, holder, actor, part, store, sealer, clock }) => {
    const now = clock.now()
    requireManager(actor)
    if (isDelicate(change)) requireConfirmed(holder, now)
    const by = { sealer, policy: part(eventPart).services.outbound.policy }
    const about = { workspaceId: workspace.id, id, change }
    const result: ChangedEndpoint = await store.write((tx) => updateEndpoint(tx, actor, about, by, now))
    return { ...result, endpoint: showEndpoint(actor, result.endpoint) }
  },
})

const newSecret = route({
  ...ofOne,
  path: '/settings/events/endpoints/{id}/secret',
  operationId: 'renewEventSecret',
  summary: 'Make a new signing secret. The previous one signs, too, for 24 hours',
  body: nothing,
  status: 200,
  response: {
    schema: object('NewEventSecret', { secret: text('Shown this once.') }),
    example: { secret: 'whsec_…' },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params: { id }, workspace, holder, actor, sealer, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const about = { workspaceId: workspace.id, id }
    return { secret: await store.write((tx) => renewEndpointSecret(tx, actor, about, sealer, now)) }
  },
})

const sendTest = route({
  ...ofOne,
  path: '/settings/events/endpoints/{id}/test',
  operationId: 'testEventEndpoint',
  summary: 'Send a test to an endpoint',
  body: nothing,
  status: 200,
  response: { schema: deliverySchema, example: exampleDelivery },
  errors: ['NOT_FOUND'],
  handler: async ({ params: { id }, workspace, actor, part }) => {
    const tested = await testEndpoint(part(eventPart).services, actor, { workspaceId: workspace.id, id })
    return showDelivery(actor, tested)
  },
})

const switchEndpoint = route({
  ...ofOne,
  path: '/settings/events/endpoints/{id}/switch',
  operationId: 'switchEventEndpoint',
  summary: 'Switch an endpoint on, after a test has arrived there, or off',
  body: { schema: object('EventSwitch', { on: flag() }), size: 'widget', example: { on: false } },
  status: 200,
  response: { schema: endpointSchema, example: exampleEndpoint },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params: { id }, body: { on }, workspace, actor, part, store, clock }) => {
    requireManager(actor)
    const about = { workspaceId: workspace.id, id }
    if (on) await enableEndpoint(part(eventPart).services, actor, about)
    else await store.write((tx) => switchOff(tx, actor, about, clock.now()))
    return showEndpoint(actor, await requireEventEndpoint(store.read, workspace.id, id))
  },
})

const remove = route({
  ...ofOne,
  path: '/settings/events/endpoints/{id}/delete',
  operationId: 'deleteEventEndpoint',
  summary: 'Delete an endpoint. What waits for it is skipped',
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params: { id }, workspace, actor, store, clock }) => {
    requireManager(actor)
    await store.write((tx) => deleteEndpoint(tx, actor, { workspaceId: workspace.id, id }, clock.now()))
  },
})

export const eventEndpointRoutes: Route[] = [list, create, update, newSecret, sendTest, switchEndpoint, remove]
