import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { listKeys } from '../access/keys.ts'
import { DEFAULT_PAGE, MAX_PAGE, queryInteger } from '../http/query.ts'
import {
  type Call,
  getCall,
  listCalls,
  MOST_CAUSES,
  MOST_REFUSED_CALLS,
  refusedCauses,
} from '../http/request-log/calls.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { id, int, text, time } from '../lib/fields.ts'
import { array, leaf, object, optional, Problem } from '../lib/schema.ts'
import { DAY_MS, toIso } from '../lib/time.ts'
import { newestBatches } from '../objects/bulk/batches.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { batchView, exampleBatch } from './imports/import-view.ts'

/** Shared by all routes of this file. */
const ofPushes = { tag: 'Pushes', credential: member, limits: ['calls'] } satisfies Partial<Route>

/** Refused pushes are shown for as long as somebody may look for them. */
const DAYS = 7
const MOST_FAILED = 20

const path = () => text('Its path, without the query.', 500)
const number = () => int('Its number in the log; later calls have higher numbers.')

const call = object('LoggedCall', {
  number: number(),
  at: time(),
  requestId: text('The X-Request-Id of its response.'),
  method: text(),
  path: path(),
  status: int(),
  durationMs: v.number(),
  objects: optional(int('How many it had.')),
  message: optional(text('Why it was refused.', 100_000)),
})

const exampleCall = {
  number: 12,
  at: '2026-03-01T09:30:00.000Z',
  requestId: '1f0c8d5e-5a5c-4c9a-9d6e-1f3d9a2b7c11',
  method: 'POST',
  path: '/api/v1/orders',
  status: 400,
  durationMs: 3.1,
  objects: null,
  message: 'data[0].updatedAt: no time zone. End it with Z or an offset such as +02:00.',
}

function showCall({ issues: _, keyId: _key, at, ...rest }: Call): object {
  return { ...rest, at: toIso(at) }
}

const refused = route({
  ...ofPushes,
  method: 'GET',
  path: '/pushes/refused',
  operationId: 'listRefusedPushes',
  summary: 'List why pushes were refused, the most frequent cause first',
  description: `Of the last ${DAYS} days, as far as the log has them, and of the newest ${MOST_REFUSED_CALLS} refused calls. A call with several causes is counted for each.`,
  status: 200,
  response: {
    schema: object('RefusedCauses', {
      days: int(),
      calls: int(),
      causes: array(
        object('RefusedCause', {
          path: path(),
          status: int(),
          field: optional(text('The field that is wrong.', 2_000)),
          message: text('What is wrong.', 100_000),
          calls: int(),
          firstAt: time(),
          lastAt: time(),
          newest: number(),
        }),
        MOST_CAUSES,
      ),
      failedBatches: array(batchView, MOST_FAILED),
    }),
    example: {
      days: DAYS,
      calls: 142,
      causes: [
        {
          path: '/orders',
          status: 400,
          field: 'data[].updatedAt',
          message: 'has no time zone',
          calls: 142,
          firstAt: exampleCall.at,
          lastAt: exampleCall.at,
          newest: 12,
        },
      ],
      failedBatches: [exampleBatch],
    },
  },
  errors: [],
  handler: async ({ workspace, actor, store: { read }, clock }) => {
    requireAgent(actor)
    const { calls, causes } = await refusedCauses(read, workspace.id, clock.now() - DAYS * DAY_MS)
    return {
      days: DAYS,
      calls,
      causes: causes.map(({ firstAt, lastAt, ...cause }) => ({
        ...cause,
        firstAt: toIso(firstAt),
        lastAt: toIso(lastAt),
      })),
      failedBatches: await newestBatches(read, workspace.id, 'failed', MOST_FAILED),
    }
  },
})

const list = route({
  ...ofPushes,
  method: 'GET',
  path: '/pushes',
  operationId: 'listCalls',
  summary: 'List the calls with secret keys, the newest first',
  query: v.object({
    limit: queryInteger('Maximum number of calls on a page.', { min: 1, max: MAX_PAGE, normally: DEFAULT_PAGE }),
    before: queryInteger('`nextBefore` of the previous page.', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      normally: Number.MAX_SAFE_INTEGER,
    }),
  }),
  status: 200,
  response: {
    schema: object('LoggedCalls', {
      data: array(call, MAX_PAGE),
      nextBefore: optional(int('Where the next page begins; null on the last one.')),
    }),
    example: { data: [exampleCall], nextBefore: null },
  },
  errors: [],
  handler: async ({ query: { limit = DEFAULT_PAGE, before }, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const found = await listCalls(read, workspace.id, { limit: limit + 1, before })
    const page = found.slice(0, limit)
    return { data: page.map(showCall), nextBefore: found.length > limit ? (page.at(-1)?.number ?? null) : null }
  },
})

const callNumber = leaf<string, number>({
  json: { type: 'string', pattern: '^[1-9]\\d{0,14}$', description: 'The number of the call.' },
  read: (value) =>
    /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : new Problem('must be the number of a call'),
})

const show = route({
  ...ofPushes,
  method: 'GET',
  path: '/pushes/{number}',
  operationId: 'showCall',
  summary: 'Show a call, with everything that was wrong with it',
  params: v.object({ number: callNumber }),
  status: 200,
  response: {
    schema: object('CallDetail', {
      call,
      issues: array(
        object('LoggedIssue', { path: text('Where it is in the body.', 2_000), message: text(undefined, 100_000) }),
        100,
      ),
      key: optional(object('CallKey', { id: id(), name: text(), prefix: text(), suffix: text() })),
      body: optional(text('The beginning of its body, if this server keeps bodies.', 100_000)),
    }),
    example: {
      call: exampleCall,
      issues: [{ path: 'data[0].updatedAt', message: 'has no time zone' }],
      key: null,
      body: null,
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const found = await getCall(read, workspace.id, params.number)
    if (!found)
      throw new DomainError(
        'NOT_FOUND',
        'no_such_call',
        'The log has no such call. It keeps the newest calls: older ones make room for them.',
      )
    const { body, ...logged } = found
    return {
      call: showCall(logged),
      issues: logged.issues.map(({ path, message }) => ({ path: pathText(path), message })),
      key: await showKey(read, workspace.id, logged.keyId),
      body,
    }
  },
})

/** `["data", 3, "items", 0]` as `data[3].items[0]`. */
function pathText(path: (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

async function showKey(reader: Reader, workspaceId: string, keyId: string | null): Promise<object | null> {
  const found = (await listKeys(reader, workspaceId)).find((key) => key.id === keyId)
  if (!found) return null
  const { id, name, prefix, suffix } = found
  return { id, name, prefix, suffix }
}

export const pushRoutes: Route[] = [refused, list, show]
