import assert from 'node:assert/strict'
import { createCode } from '../../src/connect/codes.ts'
import { findOpen, type ShopConnection } from '../../src/connect/connections.ts'
import { approve, type Choices } from '../../src/connect/decide.ts'
import type { Credentials } from '../../src/connect/issue.ts'
import { type Answer, type Api, client, owner } from './server.ts'

/*
 * The plugin of a shop, which asks a server to be connected.
 */

/** The public address of the servers in these tests. */
export const PUBLIC_ADDRESS = 'https://chat.shop.example'
export const SHOP = 'https://shop.example'
export const REFUND_URL = `${SHOP}/wp-json/storewire/v1/refund`

/** What a plugin sends with a code. */
export const claimOf = (code: string) => ({
  code,
  kind: 'woocommerce',
  shop: SHOP,
  version: '0.1.0',
  refundUrl: REFUND_URL as string | null,
})

type OfServer = Pick<Api, 'baseUrl' | 'store' | 'clock' | 'workspaceId' | 'sealer' | 'outbound'>

/** A connection code, as an owner makes it. */
export async function makeCode({ store, clock, workspaceId }: OfServer): Promise<string> {
  const of = { workspaceId, kind: 'woocommerce', address: PUBLIC_ADDRESS } as const
  return (await store.write((tx) => createCode(tx, owner, of, clock.now()))).code
}

/** Calls a route of plugins, with a key or claim secret, or none. */
export function call(
  { baseUrl }: Pick<Api, 'baseUrl'>,
  method: string,
  path: string,
  { token, json, headers = {} }: { token?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  // Without a token there is no such header.
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return client(baseUrl.replace('/api/v1', ''), '').call(method, `/connect/${path}`, {
    headers: { authorization: '', ...authorization, ...headers },
    ...(json === undefined ? {} : { json }),
  })
}

export const claim = (api: OfServer, code: string, change: object = {}): Promise<Answer> =>
  call(api, 'POST', 'claim', { json: { ...claimOf(code), ...change } })

export const poll = (api: OfServer, token: string): Promise<Answer> => call(api, 'POST', 'poll', { token })

/** The claim secret of a shop that has claimed a new code. */
export async function claimed(api: OfServer, change: object = {}): Promise<string> {
  const answer = await claim(api, await makeCode(api), change)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.claimSecret
}

export async function open({ store, workspaceId }: OfServer): Promise<ShopConnection> {
  const found = await findOpen(store.read, workspaceId)
  assert.ok(found)
  return found
}

/** Presses Connect. */
export async function pressConnect(api: OfServer, choices: Choices = {}): Promise<void> {
  const { store, clock, workspaceId, sealer, outbound } = api
  const { id } = await open(api)
  const by = { sealer, policy: outbound.policy }
  await store.write((tx) => approve(tx, owner, { workspaceId, id, choices }, by, clock.now()))
}

/** Connects a shop. @returns what its plugin gets */
export async function connect(api: OfServer, change: object = {}, choices: Choices = {}): Promise<Credentials> {
  const secret = await claimed(api, change)
  await pressConnect(api, choices)
  const { body } = await poll(api, secret)
  return body.credentials
}
