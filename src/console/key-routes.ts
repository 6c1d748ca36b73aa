import * as v from 'valibot'
import { type Actor, requireManager } from '../access/actor.ts'
import { keyKinds } from '../access/key-format.ts'
import { type ApiKey, createKey, getKey, listKeys, revokeKey, useForWidget } from '../access/keys.ts'
import { type Route, route } from '../http/route.ts'
import { choice, flag, id, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofKeys = { tag: 'Keys', credential: member, limits: ['calls'] } satisfies Partial<Route>

const keySchema = object('ApiKey', {
  id: id(),
  kind: choice(keyKinds),
  name: text(),
  prefix: text('Its first 8 characters.'),
  suffix: text('Its last 4 characters.'),
  key: optional(
    text(
      'A publishable key itself. Null for a secret key, and for one of an older version that no page has used since.',
    ),
  ),
  widget: flag('Whether the chat widget uses it.'),
  createdBy: text(),
  createdAt: time(),
  lastUsedAt: optional(time('To the minute.')),
  revokedAt: optional(time()),
})

const exampleKey = {
  id: 'key_0VbaaJfV00007x0000Rb2mQvT9',
  kind: 'secret',
  name: 'backend',
  prefix: 'sk_0x4kq',
  suffix: 'hT9a',
  key: null,
  widget: false,
  createdBy: 'ada@shop.example',
  createdAt: '2026-03-01T09:30:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
}

function showKey({ workspaceId: _, createdAt, lastUsedAt, revokedAt, ...key }: ApiKey): object {
  return { ...key, createdAt: toIso(createdAt), lastUsedAt: toIsoOrNull(lastUsedAt), revokedAt: toIsoOrNull(revokedAt) }
}

const list = route({
  ...ofKeys,
  method: 'GET',
  path: '/keys',
  operationId: 'listKeys',
  summary: 'List the keys of the workspace, revoked ones too',
  status: 200,
  response: { schema: object('ApiKeys', { keys: array(keySchema, 1_000) }), example: { keys: [exampleKey] } },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireManager(actor)
    return { keys: (await listKeys(store.read, workspace.id)).map(showKey) }
  },
})

const create = route({
  ...ofKeys,
  method: 'POST',
  path: '/keys',
  operationId: 'createKey',
  summary: 'Make a key',
  body: {
    schema: object('NewKey', { kind: choice(keyKinds), name: text('What it is for.', 255) }),
    size: 'widget',
    example: { kind: 'secret', name: 'backend' },
  },
  status: 200,
  response: {
    schema: object('MadeKey', {
      id: id(),
      key: text('A secret key is shown this once.'),
      kind: choice(keyKinds),
      name: text(),
    }),
    example: { id: exampleKey.id, key: 'sk_…', kind: 'secret', name: 'backend' },
  },
  errors: [],
  handler: async ({ body, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const made = await store.write((tx) => createKey(tx, actor, { ...body, workspaceId: workspace.id }, now))
    const { id, key, kind, name } = made
    return { id, key, kind, name }
  },
})

type Change = (tx: Tx, actor: Actor, id: string, now: number) => Promise<ApiKey>

function changing(name: string, operationId: string, summary: string, change: Change): Route {
  return route({
    ...ofKeys,
    method: 'POST',
    path: `/keys/{id}/${name}`,
    operationId,
    summary,
    params: v.object({ id: id('The key.') }),
    body: nothing,
    status: 200,
    response: { schema: keySchema, example: exampleKey },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: ({ params, workspace, holder, actor, store, clock }) => {
      const now = clock.now()
      requireManager(actor)
      requireConfirmed(holder, now)
      return store.write(async (tx) => {
        const { id } = await getKey(tx, workspace.id, params.id)
        return showKey(await change(tx, actor, id, now))
      })
    },
  })
}

export const keyRoutes: Route[] = [
  list,
  create,
  changing('revoke', 'revokeKey', 'End a key permanently', revokeKey),
  changing(
    'use-for-widget',
    'useKeyForWidget',
    'Make a publishable key the one that the chat widget uses',
    useForWidget,
  ),
]
