import { getWorkspace } from '../access/workspaces.ts'
import { secretKey } from '../http/credentials/keys.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { anyObject, choice, flag, id, int, someText, text, time, url } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { version } from '../lib/version.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader } from '../store/store.ts'
import { getWidgetSettings } from '../widget/settings.ts'
import { scriptAttributes } from '../widget/snippets.ts'
import { claim } from './claim.ts'
import { connectionBy, connectionById, type ShopConnection } from './connections.ts'
import { claimSecret, stranger } from './credentials.ts'
import { endConnection } from './disconnect.ts'
import { claimStatuses, issueCredentials, pluginUrl, statusOf } from './issue.ts'
import { connectPart } from './part.ts'
import { hasItsEndpoint } from './take-back.ts'

export const CONNECT_TAG = 'Connections'

/** Seconds between two questions of a plugin whether it is connected. */
const POLL_SECONDS = 5

/** Shared by all routes of this file. They are below the address that a connection code names. */
const ofConnect = { tag: CONNECT_TAG, isAtRoot: true } satisfies Partial<Route>

const workspaceSchema = object('ConnectedWorkspace', {
  id: id(),
  name: text(),
  test: flag('Whether the workspace is for tests.'),
})

const attributes = () =>
  anyObject(
    'Attributes of the script of the chat window, as the settings of the window have them, such as `data-color`.',
  )

const exampleWorkspace = { id: 'org_0x4kqTz1mVbJ7cYh2sNfR', name: "Ada's shop", test: false }
const PLUGIN_URL = 'https://chat.shop.example/connect/storewire-woocommerce.zip'
const REFUND_URL = 'https://shop.example/wp-json/storewire/v1/refund'
const EXPIRES_AT = '2026-03-01T10:00:00.000Z'

const claimRoute = route({
  ...ofConnect,
  method: 'POST',
  path: '/connect/claim',
  operationId: 'claimConnection',
  summary: 'Ask to be connected, with a connection code',
  description:
    'Gives nothing by itself: a person has to approve the claim. A code is valid once, for 30 minutes. An error that names the shop or the refund endpoint leaves the code valid. All calls count as calls with an invalid key.',
  credential: stranger,
  limits: ['unauthorized'],
  body: {
    schema: object('ConnectionClaim', {
      code: someText('The connection code, or the part after its `#`.', 1_000),
      kind: someText('The shop system that the code is for, such as `woocommerce`.', 40),
      shop: someText('The address of the shop.', 1_000),
      version: someText('The version of the plugin.', 40),
      refundUrl: optional(
        someText('The refund endpoint of the shop, on the same host. Without it, the shop makes no refunds.', 1_000),
      ),
    }),
    size: 'stranger',
    example: {
      code: 'https://chat.shop.example#cc_x7Rb2mQvT9aLpx7Rb2mQvT9aLpx1aB2c3',
      kind: 'woocommerce',
      shop: 'https://shop.example',
      version: '0.2.0',
      refundUrl: REFUND_URL,
    },
  },
  status: 200,
  response: {
    schema: object('PendingClaim', {
      claimSecret: text('Authenticates the calls that ask whether the claim is approved. Shown this once.'),
      expiresAt: time('When the claim ends unless a person has approved it.'),
      pollSeconds: int('How long to wait before each of these calls.'),
    }),
    example: { claimSecret: 'cl_x7Rb2mQvT9aLpx7Rb2mQvT9aLpx', expiresAt: EXPIRES_AT, pollSeconds: POLL_SECONDS },
  },
  errors: ['CONFLICT'],
  handler: async ({ body, holder, part, store, clock }) => {
    const by = { from: holder, policy: part(connectPart).policy }
    const request = { ...body, refundUrl: body.refundUrl ?? null }
    const { claimSecret, expiresAt } = await store.write((tx) => claim(tx, request, by, clock.now()), 'small')
    return { claimSecret, expiresAt: toIso(expiresAt), pollSeconds: POLL_SECONDS }
  },
})

const credentialsSchema = object('ConnectionCredentials', {
  connectionId: id(),
  kind: text(),
  workspace: workspaceSchema,
  apiUrl: url('The base address of the API.'),
  scriptUrl: url('The script of the chat window.'),
  secretKey: text('A key for this connection. It is revoked unless it is used within 30 minutes.'),
  publishableKey: optional(text('For the chat window.')),
  scriptAttributes: attributes(),
  identitySecret: optional(text('Signs identity tokens.')),
  refunds: optional(
    object('RefundCredentials', { endpointUrl: url(), signingSecret: text('Signs requests to the endpoint.') }),
  ),
  assumeDeliveredAfterDays: optional(
    int('Days after which a shipped order without parcels counts as delivered; null if the shop makes no refunds.'),
  ),
  version: text('The version of the server, and of the plugin that it serves.'),
  pluginUrl: url('The plugin that the server serves.'),
})

const poll = route({
  ...ofConnect,
  method: 'POST',
  path: '/connect/poll',
  operationId: 'pollClaim',
  summary: 'Ask whether a claim is approved',
  description:
    'The first response with `connected` has the credentials. They cannot be read again: ask for another code if that response was lost.',
  credential: claimSecret,
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('ClaimStatus', {
      status: choice(claimStatuses),
      expiresAt: time(),
      credentials: optional(credentialsSchema),
    }),
    example: {
      status: 'connected',
      expiresAt: EXPIRES_AT,
      credentials: {
        connectionId: 'con_0VbaoV8B0000GRiw6PwSfiY',
        kind: 'woocommerce',
        workspace: exampleWorkspace,
        apiUrl: 'https://chat.shop.example/api/v1',
        scriptUrl: 'https://chat.shop.example/widget.js',
        secretKey: 'sk_…',
        publishableKey: 'pk_…',
        scriptAttributes: { 'data-color': '#0a7f5a' },
        identitySecret: 'ids_…',
        refunds: { endpointUrl: REFUND_URL, signingSecret: 'whsec_…' },
        assumeDeliveredAfterDays: 7,
        version: '0.2.0',
        pluginUrl: PLUGIN_URL,
      },
    },
  },
  errors: [],
  handler: async ({ holder, sealer, store, clock }) => {
    const { id, expiresAt, state } = holder
    const now = clock.now()
    // Most calls come before somebody has decided, and write nothing.
    if (state !== 'approved') return { status: statusOf(holder, now), expiresAt: toIso(expiresAt), credentials: null }
    return store.write(async (tx) => {
      // Read again in the transaction: of two calls at once only one gets the credentials.
      const connection = await connectionById(tx, id)
      if (!connection) return { status: 'expired', expiresAt: toIso(expiresAt), credentials: null }
      const credentials = await issueCredentials(tx, connection, sealer, now)
      return { status: statusOf(connection, now), expiresAt: toIso(connection.expiresAt), credentials }
    }, 'small')
  },
})

const state = route({
  ...ofConnect,
  method: 'GET',
  path: '/connect/state',
  operationId: 'getConnection',
  summary: 'Get the connection of a key',
  description:
    'For the plugin of a shop, which compares its version with that of the server, and its clock. With the header `Storewire-Connection` it reports its state, here and with every other call.',
  credential: secretKey,
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('ConnectionState', {
      connectionId: id(),
      kind: text(),
      shop: text('The address of the shop.'),
      workspace: workspaceSchema,
      refunds: optional(
        object('ConnectedRefunds', { endpointUrl: url(), isEnabled: flag(), mode: choice(['execute', 'request']) }),
      ),
      scriptAttributes: attributes(),
      version: text('The version of the server, and of the plugin that it serves.'),
      pluginUrl: url('The plugin that the server serves.'),
      now: time('By the clock of the server.'),
    }),
    example: {
      connectionId: 'con_0VbaoV8B0000GRiw6PwSfiY',
      kind: 'woocommerce',
      shop: 'https://shop.example',
      workspace: exampleWorkspace,
      refunds: { endpointUrl: REFUND_URL, isEnabled: false, mode: 'execute' },
      scriptAttributes: { 'data-color': '#0a7f5a' },
      version: '0.2.0',
      pluginUrl: PLUGIN_URL,
      now: '2026-03-01T09:30:00.000Z',
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ holder, store: { read }, clock }) => {
    const connection = await connectionOf(read, holder.id)
    const { id, name, test } = await getWorkspace(read, connection.workspaceId)
    const { endpointUrl, enabled, mode } = await getRefundSettings(read, id)
    const hasRefunds = await hasItsEndpoint(read, connection)
    return {
      connectionId: connection.id,
      kind: connection.kind,
      shop: connection.shop ?? '',
      workspace: { id, name, test },
      refunds: hasRefunds ? { endpointUrl, isEnabled: enabled, mode } : null,
      scriptAttributes: scriptAttributes(await getWidgetSettings(read, id)),
      version,
      pluginUrl: pluginUrl(connection),
      now: toIso(clock.now()),
    }
  },
})

const disconnect = route({
  ...ofConnect,
  method: 'POST',
  path: '/connect/disconnect',
  operationId: 'disconnect',
  summary: 'End the connection of a key',
  description:
    'The key and the identity secret are revoked, the origin of the chat window is removed, and refunds are switched off. The signing secret stays until refunds that are being made have an answer.',
  credential: secretKey,
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('Disconnected', { status: choice(['disconnected']) }),
    example: { status: 'disconnected' },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ holder, actor, store, clock }) => {
    await store.write(async (tx) => endConnection(tx, actor, await connectionOf(tx, holder.id), clock.now()))
    return { status: 'disconnected' }
  },
})

/** @throws DomainError NOT_FOUND for a key that people have made */
async function connectionOf(reader: Reader, keyId: string): Promise<ShopConnection> {
  const connection = await connectionBy(reader, 'key_id', keyId)
  if (connection?.state === 'connected') return connection
  throw new DomainError('NOT_FOUND', 'key_without_connection', 'This key belongs to no connection with a shop.')
}

export const connectRoutes: Route[] = [claimRoute, poll, state, disconnect]
