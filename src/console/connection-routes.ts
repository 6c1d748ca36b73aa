import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { createCode } from '../connect/codes.ts'
import { connectionStates } from '../connect/connections.ts'
import { approve, refuse } from '../connect/decide.ts'
import { disconnect } from '../connect/disconnect.ts'
import { connectionKinds, kindNames } from '../connect/kinds.ts'
import { codeAddress, connectPart } from '../connect/part.ts'
import { refundLinks, viewConnections } from '../connect/view.ts'
import { latestPushes, type PushOfType } from '../http/request-log/pushes.ts'
import { type Route, route } from '../http/route.ts'
import { choice, flag, id, int, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import { version } from '../lib/version.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofConnection = { tag: 'Shop', credential: member, limits: ['calls'] } satisfies Partial<Route>

const inTheWay = object('InTheWay', {
  hasRefunds: flag('Whether the shop would make refunds.'),
  endpoint: optional(text('The refund endpoint of the workspace, or the last characters of its secret.')),
  identitySecrets: optional(array(object('NamedSecret', { id: id(), ending: text() }), 2)),
})

const openSchema = object('OpenConnection', {
  id: id(),
  kind: choice(kindNames),
  title: text('What people call the shop system.'),
  state: choice(connectionStates),
  shop: optional(text('The address of the shop, as it has claimed.')),
  network: optional(text('Where the claim came from.')),
  createdBy: text(),
  createdAt: time(),
  expiresAt: time('Of a code, a claim, or the time to fetch the credentials.'),
  claimedAt: optional(time()),
  decidedBy: optional(text()),
  connectedAt: optional(time()),
  plugin: optional(text('Its version.')),
  isOlder: flag('Whether this server has a newer plugin.'),
  system: optional(text('The version of the shop system.')),
  platform: optional(text()),
  heardAt: optional(time('When the plugin last called.')),
  queue: optional(int('Objects that wait in the shop.')),
  oldest: optional(int('Seconds that the oldest of them has waited.')),
  refunds: choice(refundLinks, 'Whether the shop makes refunds, and these are on.'),
  problems: array(object('ShopProblem', { code: text(), sentence: text() }), 100),
  inTheWay: optional(inTheWay),
})

const response = {
  schema: object('ShopPage', {
    kinds: array(object('ConnectionKindView', { name: choice(kindNames), title: text(), plugin: text() }), 100),
    version: text('Of this server, and of the plugin that it serves.'),
    open: optional(openSchema),
    ended: optional(object('EndedConnectionView', { shop: text(), endedBy: text(), endedAt: time() })),
    lastPush: optional(object('LastPush', { type: text(), id: optional(text('Of the object.')), at: time() })),
  }),
  example: {
    kinds: [{ name: 'woocommerce', title: 'WooCommerce', plugin: 'storewire-woocommerce.zip' }],
    version: '0.2.0',
    open: null,
    ended: { shop: 'https://shop.example', endedBy: 'ada@shop.example', endedAt: '2026-03-01T09:30:00.000Z' },
    lastPush: { type: 'orders', id: 'o_1001', at: '2026-03-01T09:29:59.000Z' },
  },
}

async function showShop(reader: Reader, workspaceId: string, now: number): Promise<object> {
  const { open, ended } = await viewConnections(reader, workspaceId, now)
  const pushes = await latestPushes(reader, workspaceId)
  const newest = pushes.toSorted((one, other) => other.at - one.at)[0]
  return {
    kinds: connectionKinds.map(({ name, title, plugin }) => ({ name, title, plugin })),
    version,
    open: open && {
      ...open,
      createdAt: toIso(open.createdAt),
      expiresAt: toIso(open.expiresAt),
      claimedAt: toIsoOrNull(open.claimedAt),
      connectedAt: toIsoOrNull(open.connectedAt),
      heardAt: toIsoOrNull(open.heardAt),
    },
    ended: ended && { ...ended, endedAt: toIso(ended.endedAt) },
    lastPush: newest ? shownPush(newest) : null,
  }
}

const shownPush = ({ type, objectId, at }: PushOfType) => ({ type, id: objectId, at: toIso(at) })

const show = route({
  ...ofConnection,
  method: 'GET',
  path: '/connection',
  operationId: 'showShopPage',
  summary: 'Show which shop is connected, or asks to be',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store, clock }) => {
    requireAgent(actor)
    return showShop(store.read, workspace.id, clock.now())
  },
})

const makeCode = route({
  ...ofConnection,
  method: 'POST',
  path: '/connection/code',
  operationId: 'createConnectionCode',
  summary: 'Make a connection code. An earlier one ends',
  body: {
    schema: object('NewConnectionCode', { kind: choice(kindNames) }),
    size: 'widget',
    example: { kind: 'woocommerce' },
  },
  status: 200,
  response: {
    schema: object('ConnectionCode', { code: text('Shown this once.'), expiresAt: time() }),
    example: { code: 'https://chat.shop.example#cc_…', expiresAt: '2026-03-01T10:00:00.000Z' },
  },
  errors: ['CONFLICT'],
  handler: async ({ body: { kind }, workspace, holder, actor, part, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const address = codeAddress(part(connectPart).publicAddress, holder.browser.server)
    const { code, expiresAt } = await store.write((tx) =>
      createCode(tx, actor, { workspaceId: workspace.id, kind, address }, now),
    )
    return { code, expiresAt: toIso(expiresAt) }
  },
})

const pressConnect = route({
  ...ofConnection,
  method: 'POST',
  path: '/connection/approve',
  operationId: 'approveConnection',
  summary: 'Connect the shop that has claimed a code',
  body: {
    schema: object('ConnectionApproval', {
      id: id('The claim that the person has seen.'),
      keepEndpoint: v.optional(flag('Leaves the refund settings as they are.')),
      replaceEndpoint: v.optional(text('The endpoint to replace, as `inTheWay` names it.')),
      replaceIdentitySecret: v.optional(text('The identity secret to revoke.')),
    }),
    size: 'widget',
    example: { id: 'con_0VbaoV8B0000GRiw6PwSfiY' },
  },
  status: 200,
  response,
  errors: ['CONFLICT'],
  handler: async ({ body: { id, ...choices }, workspace, holder, actor, part, sealer, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    const by = { sealer, policy: part(connectPart).policy }
    await store.write((tx) => approve(tx, actor, { workspaceId: workspace.id, id, choices }, by, now))
    return showShop(store.read, workspace.id, now)
  },
})

const pressRefuse = route({
  ...ofConnection,
  method: 'POST',
  path: '/connection/refuse',
  operationId: 'refuseConnection',
  summary: 'Refuse the shop that has claimed a code',
  body: {
    schema: object('ConnectionRefusal', { id: id('The claim that the person has seen.') }),
    size: 'widget',
    example: { id: 'con_0VbaoV8B0000GRiw6PwSfiY' },
  },
  status: 200,
  response,
  errors: ['CONFLICT'],
  handler: async ({ body: { id }, workspace, actor, store, clock }) => {
    await store.write((tx) => refuse(tx, actor, { workspaceId: workspace.id, id }, clock.now()))
    return showShop(store.read, workspace.id, clock.now())
  },
})

const pressDisconnect = route({
  ...ofConnection,
  method: 'POST',
  path: '/connection/disconnect',
  operationId: 'endConnection',
  summary: 'Disconnect the shop',
  body: nothing,
  status: 200,
  response,
  errors: ['NOT_FOUND'],
  handler: async ({ workspace, holder, actor, store, clock }) => {
    const now = clock.now()
    requireManager(actor)
    requireConfirmed(holder, now)
    await store.write((tx) => disconnect(tx, actor, workspace.id, now))
    return showShop(store.read, workspace.id, now)
  },
})

export const connectionRoutes: Route[] = [show, makeCode, pressConnect, pressRefuse, pressDisconnect]
