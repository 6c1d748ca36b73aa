import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import { endpointKinds } from '../events/addresses.ts'
import { deliveryStates, type EventDelivery } from '../events/deliveries.ts'
import type { EventEndpoint } from '../events/endpoints.ts'
import { choice, flag, id, int, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'

const MOST_TYPES = 100

export const endpointSchema = object('EventEndpoint', {
  id: id(),
  kind: choice(endpointKinds),
  host: optional(text('Null for agents.')),
  ending: optional(text('The last four characters of the address; null for agents.')),
  secretEnding: optional(text('The last four characters of the signing secret of a webhook.')),
  hasToken: flag('Whether it has an access token.'),
  types: array(text(), MOST_TYPES),
  includeText: flag('Whether it gets what customers write, their names and e-mail addresses.'),
  isConfirmed: flag('Whether the owner of an e-mail address has confirmed it; true for other kinds.'),
  state: choice(['on', 'off', 'disabled']),
  failingSince: optional(time('The first failure since the last success.')),
  skipped: int('Deliveries that were skipped, because too many were waiting.'),
  isClosed: flag('Whether its address can no longer be read.'),
  createdAt: time(),
})

export const exampleEndpoint = {
  id: 'evp_0VbaaJfV00007x0000Rb2mQvT9',
  kind: 'slack',
  host: 'hooks.slack.com',
  ending: 'x7Rb',
  secretEnding: null,
  hasToken: false,
  types: ['conversation.waiting', 'refund.waiting'],
  includeText: false,
  isConfirmed: true,
  state: 'on',
  failingSince: null,
  skipped: 0,
  isClosed: false,
  createdAt: '2026-03-01T09:30:00.000Z',
}

const isManager = ({ role }: Actor) => role === 'owner' || role === 'admin'

export function showEndpoint(
  actor: Actor,
  { byOperator: _, createdAt, failingSince, host, ending, ...endpoint }: EventEndpoint,
): object {
  const address = isManager(actor) ? { host, ending } : { host: null, ending: null }
  return { ...endpoint, ...address, failingSince: toIsoOrNull(failingSince), createdAt: toIso(createdAt) }
}

export const deliverySchema = object('EventDelivery', {
  id: id(),
  eventId: id(),
  type: text(),
  endpointId: id(),
  kind: optional(choice(endpointKinds, 'Null if the endpoint was deleted.')),
  host: optional(text('Null for agents.')),
  state: choice(deliveryStates),
  tries: int(),
  sentAt: optional(time('The last try.')),
  durationMs: optional(int()),
  httpStatus: optional(int()),
  verdict: optional(text('Such as `delivered`, `http_status` or `timeout`.')),
  explanation: optional(text('What went wrong, for people.', 10_000)),
  createdAt: time(),
})

export const exampleDelivery = {
  id: 'evd_0VbaaJfV00007x0000Rb2mQvT9',
  eventId: 'evt_0VbaaJfV00007x0000Rb2mQvT9',
  type: 'conversation.waiting',
  endpointId: exampleEndpoint.id,
  kind: 'slack',
  host: 'hooks.slack.com',
  state: 'delivered',
  tries: 1,
  sentAt: '2026-03-01T09:30:00.000Z',
  durationMs: 120,
  httpStatus: 200,
  verdict: 'delivered',
  explanation: null,
  createdAt: '2026-03-01T09:30:00.000Z',
}

export function showDelivery(
  actor: Actor,
  { subject: _, ending: _ending, answer: _answer, host, sentAt, createdAt, ...delivery }: EventDelivery,
): object {
  return {
    ...delivery,
    host: isManager(actor) ? host : null,
    sentAt: toIsoOrNull(sentAt),
    createdAt: toIso(createdAt),
  }
}

/** The answer of an endpoint is for those who manage it. */
export function shownAnswer(actor: Actor, { answer }: EventDelivery): string | null {
  return isManager(actor) ? answer : null
}

export const changeFields = {
  kind: v.optional(choice(endpointKinds, 'Default: by the address.')),
  types: v.optional(array(text(), MOST_TYPES)),
  includeText: v.optional(flag()),
  token: optional(text('The access token of ntfy; null removes it.', 500)),
}
