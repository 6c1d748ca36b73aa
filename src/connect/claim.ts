import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { hashKey } from '../access/key-format.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { random160 } from '../lib/ids.ts'
import { allowsLoopback, checkEndpointUrl, type OperatorPolicy } from '../outbound/addresses.ts'
import { refundEndpointPolicy } from '../refunds/endpoint/shop-outbound.ts'
import type { Tx } from '../store/store.ts'
import { LIFETIME_MS, oneTimePartOf } from './codes.ts'
import { connectionBy } from './connections.ts'

/** What the plugin of a shop sends with a code. */
export interface ClaimRequest {
  code: string
  kind: string
  /** The address of the shop. */
  shop: string
  /** The version of the plugin. */
  version: string
  refundUrl: string | null
}

/** A claim that waits for a person. The secret is known only now; with it the plugin asks whether it is connected. */
export interface NewClaim {
  claimSecret: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/**
 * Claims the connection of a code for a shop. This gives nothing: a person has to approve it.
 *
 * @param from the address and the network of the caller
 * @throws DomainError UNAUTHORIZED for a code that is unknown or expired, which look the same; CONFLICT for one that was used, or is for
 *   another shop system; BAD_REQUEST for an address of the shop or its refund endpoint that is not allowed: then the code stays valid
 */
export async function claim(
  tx: Tx,
  { code, kind, shop, version, refundUrl }: ClaimRequest,
  { from, policy }: { from: { address: string; network: string }; policy: OperatorPolicy },
  now: number,
): Promise<NewClaim> {
  const part = oneTimePartOf(code)
  const offered = part === undefined ? undefined : await connectionBy(tx, 'code_hash', hashKey(part))
  if (!offered || offered.expiresAt <= now || offered.state === 'expired') throw noSuchCode()
  if (offered.state !== 'offered')
    throw conflict(
      'code_used',
      'This connection code was used already. Make another code, and check who has used this one.',
    )
  if (offered.kind !== kind)
    throw conflict(
      'wrong_kind',
      `This connection code is for ${offered.kind}, not for ${kind}. Make a code for your shop system.`,
    )
  const { id, workspaceId } = offered
  const { test: isTest } = await getWorkspace(tx, workspaceId)
  const address = shopAddress(shop)
  if (refundUrl !== null) checkRefundUrl(refundUrl, address, policy, isTest)
  const claimSecret = `cl_${random160()}`
  const expiresAt = now + LIFETIME_MS
  await tx.run(
    `UPDATE connections SET state = 'claimed', claim_hash = ?, shop = ?, version = ?, refund_url = ?, network = ?, claimed_at = ?,
       expires_at = ? WHERE id = ?`,
    hashKey(claimSecret),
    address,
    version,
    refundUrl,
    from.network,
    now,
    expiresAt,
    id,
  )
  const actor: Actor = { name: 'connection code', origin: from.address, role: null }
  await audit(tx, { workspaceId, actor, action: 'connection.claimed', target: id, details: { shop: address }, at: now })
  return { claimSecret, expiresAt }
}

function noSuchCode(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'no_such_code',
    'This connection code is not valid, or not any more: a code is valid for 30 minutes. Make another one.',
  )
}

/** @returns the address in one form, without a `/` at its end @throws DomainError BAD_REQUEST */
function shopAddress(text: string): string {
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
  if (isPlain) return (url.origin + url.pathname).replace(/\/+$/, '')
  throw new DomainError(
    'BAD_REQUEST',
    'shop_address',
    'The address of the shop is not valid. Use its http or https address without a query, such as https://shop.example.',
  )
}

/**
 * The caller may not be the shop, so its endpoint must not be anywhere else. Who approves the claim decides whether it may be on this
 * machine; here only the operator's list allows that, or a test workspace.
 *
 * @throws DomainError BAD_REQUEST
 */
function checkRefundUrl(refundUrl: string, shop: string, policy: OperatorPolicy, isTest: boolean): void {
  const allowed = allowsLoopback(policy, { url: refundUrl, isTest, byOperator: true })
  const problem = checkEndpointUrl(refundUrl, refundEndpointPolicy(policy, allowed))
  if (problem) throw problem
  if (URL.parse(refundUrl)?.host !== URL.parse(shop)?.host)
    throw new DomainError(
      'BAD_REQUEST',
      'refund_host',
      'The refund endpoint is not on the host of the shop. Use an address of the shop itself.',
    )
}
