import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { createKey, useForWidget, widgetKey } from '../access/keys.ts'
import { type Route, route } from '../http/route.ts'
import { id, someText, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { createIdentitySecret, listIdentitySecrets, revokeIdentitySecret } from '../widget/identity-secrets.ts'
import { addOrigin, lastSighting, listOrigins, MOST_ORIGINS, removeOrigin } from '../widget/origins.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofAccess = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const response = {
  schema: object('WidgetAccess', {
    origins: array(text('An origin whose pages may use the chat window. Without any, every page may.'), MOST_ORIGINS),
    identitySecrets: array(
      object('IdentitySecretView', {
        id: id(),
        ending: text('Its last four characters.'),
        createdBy: text(),
        createdAt: time(),
        lastUsedAt: optional(time('When a token of it last started a chat, to the minute.')),
      }),
      2,
    ),
    key: optional(
      object('WidgetKey', {
        id: id(),
        key: optional(text('Null if an older version made it and no page has used it since.')),
        prefix: text('Its first 8 characters.'),
        suffix: text('Its last 4 characters.'),
      }),
    ),
    lastSeen: optional(
      object('WidgetSeen', { origin: text('Of the page that last started a chat.'), at: time('To the minute.') }),
    ),
  }),
  example: {
    origins: ['https://shop.example'],
    identitySecrets: [
      {
        id: 'isec_0VbaaJfV00007x0000Rb2mQvT9',
        ending: 'hT9a',
        createdBy: 'ada@shop.example',
        createdAt: '2026-03-01T09:30:00.000Z',
        lastUsedAt: null,
      },
    ],
    key: { id: 'key_0VbaaJfV00020J63OHhf6F2', key: 'pk_…', prefix: 'pk_0x4kq', suffix: 'hT9a' },
    lastSeen: { origin: 'https://shop.example', at: '2026-03-01T09:30:00.000Z' },
  },
}

async function showAccess(reader: Reader, workspaceId: string): Promise<object> {
  const [origins, secrets, current, seen] = await Promise.all([
    listOrigins(reader, workspaceId),
    listIdentitySecrets(reader, workspaceId),
    widgetKey(reader, workspaceId),
    lastSighting(reader, workspaceId),
  ])
  return {
    origins,
    identitySecrets: secrets.map(({ createdAt, lastUsedAt, ...secret }) => ({
      ...secret,
      createdAt: toIso(createdAt),
      lastUsedAt: toIsoOrNull(lastUsedAt),
    })),
    key: current ? { id: current.id, key: current.key, prefix: current.prefix, suffix: current.suffix } : null,
    lastSeen: seen ? { ...seen, at: toIso(seen.at) } : null,
  }
}

const show = route({
  ...ofAccess,
  method: 'GET',
  path: '/settings/widget/access',
  operationId: 'showWidgetAccess',
  summary: 'Show which pages may use the chat window, and how customers are recognized',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return showAccess(store.read, workspace.id)
  },
})

function changingOrigins(path: string, operationId: string, summary: string, change: typeof addOrigin): Route {
  return route({
    ...ofAccess,
    method: 'POST',
    path: `/settings/widget/${path}`,
    operationId,
    summary,
    body: {
      schema: object('WidgetOrigin', { origin: someText('Such as https://shop.example.', 2_000) }),
      size: 'widget',
      example: { origin: 'https://shop.example' },
    },
    status: 200,
    response,
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body: { origin }, workspace, holder, actor, store, clock }) => {
      const now = clock.now()
      requireManager(actor)
      requireConfirmed(holder, now)
      await store.write((tx) => change(tx, actor, { workspaceId: workspace.id, origin }, now))
      return showAccess(store.read, workspace.id)
    },
  })
}

const createSecret = route({
  ...ofAccess,
  method: 'POST',
  path: '/settings/widget/identity-secrets',
  operationId: 'createIdentitySecret',
  summary: 'Create an identity secret. The earlier one stays valid until it is revoked',
  body: nothing,
  status: 200,
  response: {
    schema: object('NewIdentitySecret', { id: id(), secret: text('Shown this once.') }),
    example: { id: 'isec_0VbaaJfV00007x0000Rb2mQvT9', secret: 'ids_…' },
  },
  errors: ['CONFLICT'],
  handler: async ({ workspace, holder, actor, sealer, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    return store.write((tx) => createIdentitySecret(tx, actor, workspace.id, sealer, now))
  },
})

const revokeSecret = route({
  ...ofAccess,
  method: 'POST',
  path: '/settings/widget/identity-secrets/{id}/revoke',
  operationId: 'revokeIdentitySecret',
  summary: 'Revoke an identity secret: its tokens are rejected from now on',
  params: v.object({ id: id('The secret.') }),
  body: nothing,
  status: 200,
  response,
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    await store.write((tx) => revokeIdentitySecret(tx, actor, { workspaceId: workspace.id, id: params.id }, now))
    return showAccess(store.read, workspace.id)
  },
})

const createWidgetKey = route({
  ...ofAccess,
  method: 'POST',
  path: '/settings/widget/key',
  operationId: 'createWidgetKey',
  summary: 'Make a publishable key, and let the chat window use it. The earlier one stays valid until it is revoked',
  body: nothing,
  status: 200,
  response,
  errors: [],
  handler: async ({ workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const request = { workspaceId: workspace.id, kind: 'publishable', name: 'chat widget' } as const
    await store.write(async (tx) => useForWidget(tx, actor, (await createKey(tx, actor, request, now)).id, now))
    return showAccess(store.read, workspace.id)
  },
})

/** Who may use the chat window, and as whom. */
export const widgetAccessRoutes: Route[] = [
  show,
  createWidgetKey,
  changingOrigins('origins', 'addWidgetOrigin', 'Let the pages of an origin use the chat window', addOrigin),
  changingOrigins('origins/remove', 'removeWidgetOrigin', 'Remove an origin', removeOrigin),
  createSecret,
  revokeSecret,
]
