import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { createKey, useForWidget, widgetKey } from '../access/keys.ts'
import { getWorkspace, type Workspace } from '../access/workspaces.ts'
import { conflict } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { OperatorPolicy } from '../outbound/addresses.ts'
import { changeRefundSettings, createRefundSecret } from '../refunds/change-settings.ts'
import { isRefunding } from '../refunds/end-endpoint.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader, Tx } from '../store/store.ts'
import { createIdentitySecret, listIdentitySecrets, revokeIdentitySecret } from '../widget/identity-secrets.ts'
import { addOrigin, lastSighting, listOrigins } from '../widget/origins.ts'
import { LIFETIME_MS } from './codes.ts'
import { type Claimed, requireClaimed } from './connections.ts'
import { kindOf } from './kinds.ts'

/** What a person has chosen about what the workspace has already. */
export interface Choices {
  /** Leaves the refund settings as they are: then refunds do not go to the shop. */
  keepEndpoint?: boolean | undefined
  /** The address of the endpoint to replace; without an address, the last characters of the secret. */
  replaceEndpoint?: string | undefined
  /** The id of the identity secret to revoke, where there are two. */
  replaceIdentitySecret?: string | undefined
}

/** What a person should know before a claim is approved. */
export interface InTheWay {
  /** Whether the shop would make refunds: it has named an address for them, and the plan has them. */
  hasRefunds: boolean
  /** The name of the refund endpoint that is set up: see {@link Choices}. */
  endpoint: string | null
  /** Identity secrets, if there is no room for another. */
  identitySecrets: { id: string; ending: string }[] | null
}

const MOST_IDENTITY_SECRETS = 2

/** What a person has to choose before a claim is approved. */
export async function inTheWayOf(reader: Reader, { workspaceId, refundUrl }: Claimed): Promise<InTheWay> {
  const { endpointUrl, secretEnding } = await getRefundSettings(reader, workspaceId)
  const secrets = await listIdentitySecrets(reader, workspaceId)
  const hasRefunds = refundUrl !== null && hasRefundPlan(await getWorkspace(reader, workspaceId))
  return {
    hasRefunds,
    endpoint: hasRefunds ? (endpointUrl ?? secretEnding) : null,
    identitySecrets: secrets.length < MOST_IDENTITY_SECRETS ? null : secrets.map(({ id, ending }) => ({ id, ending })),
  }
}

/**
 * Connects the shop that has claimed a code: from now on its plugin can fetch its credentials. Refunds stay off.
 *
 * @param id of the claim that the person has seen, since another one may have come meanwhile
 * @throws DomainError FORBIDDEN; CONFLICT without such a claim, if the workspace has an endpoint or two identity secrets and the
 *   choices do not name what to replace, or while the shop of the present endpoint makes a refund
 */
export async function approve(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, choices }: { workspaceId: string; id: string; choices: Choices },
  { sealer, policy }: { sealer: Sealer; policy: OperatorPolicy },
  now: number,
): Promise<void> {
  requireManager(actor)
  const claimed = await requireClaimed(tx, workspaceId, now, id)
  const inTheWay = await inTheWayOf(tx, claimed)
  requireNamed(inTheWay, choices)
  const isKept = choices.keepEndpoint ?? false
  const secretEnding = await setEndpoint(tx, actor, claimed, { isKept, sealer, policy }, now)
  if (inTheWay.identitySecrets)
    await revokeIdentitySecret(tx, actor, { workspaceId, id: choices.replaceIdentitySecret ?? '' }, now)
  const identity = await createIdentitySecret(tx, actor, workspaceId, sealer, now)
  await tx.run(
    `UPDATE connections SET state = 'approved', decided_by = ?, decided_at = ?, expires_at = ?, has_refunds = ?, secret_ending = ?,
       identity_secret_id = ?, publishable_key_id = ?, origin = ? WHERE id = ?`,
    actor.name,
    now,
    now + LIFETIME_MS,
    secretEnding === null ? 0 : 1,
    secretEnding,
    identity.id,
    await publishableKey(tx, actor, claimed, now),
    await listOrigin(tx, actor, claimed, now),
    id,
  )
  const details = { shop: claimed.shop, refunds: secretEnding !== null }
  await audit(tx, { workspaceId, actor, action: 'connection.approved', target: id, details, at: now })
}

/** Refuses a claim: it is not the shop of this workspace. @throws DomainError FORBIDDEN; CONFLICT without such a claim */
export async function refuse(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<Claimed> {
  requireManager(actor)
  const claimed = await requireClaimed(tx, workspaceId, now, id)
  await tx.run(
    `UPDATE connections SET state = 'refused', decided_by = ?, decided_at = ?, ended_at = ? WHERE id = ?`,
    actor.name,
    now,
    now,
    id,
  )
  const details = { shop: claimed.shop }
  await audit(tx, { workspaceId, actor, action: 'connection.refused', target: id, details, at: now })
  return claimed
}

/** @throws DomainError CONFLICT with what has to be named */
function requireNamed({ endpoint, identitySecrets }: InTheWay, choices: Choices): void {
  if (endpoint !== null && !choices.keepEndpoint && choices.replaceEndpoint !== endpoint)
    throw conflict(
      'has_endpoint',
      `The workspace has a refund endpoint already: ${endpoint}. Choose whether to keep or to replace it.`,
      { endpoint },
    )
  if (identitySecrets && !identitySecrets.some(({ id }) => id === choices.replaceIdentitySecret))
    throw conflict(
      'has_two_identity_secrets',
      'The workspace has two identity secrets already. Choose which one to revoke.',
      { identitySecrets },
    )
}

function hasRefundPlan({ plan, test }: Workspace): boolean {
  return plan !== 'starter' || test
}

interface ForEndpoint {
  /** Whether the refund settings stay as they are. */
  isKept: boolean
  sealer: Sealer
  policy: OperatorPolicy
}

/** Sets the refund endpoint of the shop, switched off. @returns the last characters of its secret; null if the shop makes no refunds */
async function setEndpoint(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, refundUrl }: Claimed,
  { isKept, sealer, policy }: ForEndpoint,
  now: number,
): Promise<string | null> {
  if (refundUrl === null || isKept || !hasRefundPlan(await getWorkspace(tx, workspaceId))) return null
  if (await isRefunding(tx, workspaceId))
    throw conflict(
      'shop_is_refunding',
      'The shop of the present refund endpoint is making a refund. Wait until it has answered.',
    )
  const before = await getRefundSettings(tx, workspaceId)
  const assumeDeliveredAfterDays = before.assumeDeliveredAfterDays ?? kindOf(kind).assumeDeliveredAfterDays
  const change = { endpointUrl: refundUrl, enabled: false, assumeDeliveredAfterDays }
  await changeRefundSettings(tx, actor, workspaceId, change, policy, now)
  return (await createRefundSecret(tx, actor, workspaceId, sealer, now)).slice(-4)
}

/** The publishable key of the chat window; a new one if none is in use, or its value is not known. */
async function publishableKey(tx: Tx, actor: Actor, { workspaceId, kind }: Claimed, now: number): Promise<string> {
  const used = await widgetKey(tx, workspaceId)
  if (used && used.key !== null) return used.id
  const { id } = await createKey(tx, actor, { workspaceId, kind: 'publishable', name: kindOf(kind).title }, now)
  if (!used) await useForWidget(tx, actor, id, now)
  return id
}

/**
 * Lets the shop's pages use the chat window. Once an origin is listed, no other page may use it, so the page where it was last seen is
 * listed, too.
 *
 * @returns the origin of the shop; null if it was listed already
 */
async function listOrigin(tx: Tx, actor: Actor, { workspaceId, shop }: Claimed, now: number): Promise<string | null> {
  const { origin } = new URL(shop)
  const listed = await listOrigins(tx, workspaceId)
  if (listed.includes(origin)) return null
  const seen = listed.length === 0 ? await lastSighting(tx, workspaceId) : undefined
  if (seen) await addOrigin(tx, actor, { workspaceId, origin: seen.origin }, now)
  await addOrigin(tx, actor, { workspaceId, origin }, now)
  return origin
}
