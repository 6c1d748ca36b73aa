import type { Actor } from '../access/actor.ts'
import { createKey, listKeys } from '../access/keys.ts'
import { getWorkspace } from '../access/workspaces.ts'
import type { Sealer } from '../lib/sealing.ts'
import { version } from '../lib/version.ts'
import { getEndpoint, getRefundSettings } from '../refunds/settings.ts'
import type { Reader, Tx } from '../store/store.ts'
import { identitySecrets } from '../widget/identity-secrets.ts'
import { getWidgetSettings } from '../widget/settings.ts'
import { scriptAttributes } from '../widget/snippets.ts'
import { LIFETIME_MS } from './codes.ts'
import { isOver, type ShopConnection } from './connections.ts'
import { kindOf } from './kinds.ts'
import { hasItsEndpoint } from './take-back.ts'

export const claimStatuses = ['waiting', 'connected', 'refused', 'expired'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** What has become of a claim, for the plugin that polls. */
export function statusOf(connection: ShopConnection, now: number): ClaimStatus {
  const { state } = connection
  if (state === 'refused') return 'refused'
  if (state === 'connected') return 'connected'
  if (isOver(connection, now) || (state !== 'claimed' && state !== 'approved')) return 'expired'
  return state === 'claimed' ? 'waiting' : 'connected'
}

/** All that the plugin of a shop needs. It gets them once: of the secret key only the hash is stored. */
export interface Credentials {
  connectionId: string
  kind: string
  workspace: { id: string; name: string; test: boolean }
  apiUrl: string
  scriptUrl: string
  secretKey: string
  publishableKey: string | null
  scriptAttributes: Record<string, string>
  identitySecret: string | null
  refunds: { endpointUrl: string; signingSecret: string } | null
  assumeDeliveredAfterDays: number | null
  version: string
  pluginUrl: string
}

/**
 * Makes the secret key of an approved claim, and returns all credentials. The connection is complete with that.
 *
 * @returns null unless the claim is approved, and nobody has fetched its credentials
 * @throws DomainError SERVICE_UNAVAILABLE if a secret cannot be decrypted
 */
export async function issueCredentials(
  tx: Tx,
  connection: ShopConnection,
  sealer: Sealer,
  now: number,
): Promise<Credentials | null> {
  if (connection.state !== 'approved' || isOver(connection, now)) return null
  const { id, workspaceId, kind, address, decidedBy, shop } = connection
  // The person who has approved the claim was allowed to make keys.
  const actor: Actor = { name: decidedBy ?? 'connection', origin: shop ?? 'connection', role: 'admin' }
  const { title } = kindOf(kind)
  const key = await createKey(tx, actor, { workspaceId, kind: 'secret', name: title }, now)
  await tx.run(
    `UPDATE connections SET state = 'connected', key_id = ?, connected_at = ?, expires_at = ? WHERE id = ?`,
    key.id,
    now,
    now + LIFETIME_MS,
    id,
  )
  const { name, test } = await getWorkspace(tx, workspaceId)
  const refunds = await refundCredentials(tx, connection, sealer)
  const { assumeDeliveredAfterDays } = await getRefundSettings(tx, workspaceId)
  return {
    connectionId: id,
    kind,
    workspace: { id: workspaceId, name, test },
    apiUrl: `${address}/api/v1`,
    scriptUrl: `${address}/widget.js`,
    secretKey: key.key,
    publishableKey: await publicKey(tx, connection),
    scriptAttributes: scriptAttributes(await getWidgetSettings(tx, workspaceId)),
    identitySecret: await identitySecret(tx, connection, sealer),
    refunds,
    assumeDeliveredAfterDays: refunds && assumeDeliveredAfterDays,
    version,
    pluginUrl: pluginUrl(connection),
  }
}

/** Where this server has the plugin, as the shop can reach it. */
export function pluginUrl({ address, kind }: Pick<ShopConnection, 'address' | 'kind'>): string {
  return `${address}/connect/${kindOf(kind).plugin}`
}

async function refundCredentials(
  reader: Reader,
  connection: ShopConnection,
  sealer: Sealer,
): Promise<Credentials['refunds']> {
  if (!(await hasItsEndpoint(reader, connection))) return null
  const { endpointUrl, secret } = await getEndpoint(reader, connection.workspaceId, sealer)
  return endpointUrl === null || secret === null ? null : { endpointUrl, signingSecret: secret }
}

/** Null if somebody has revoked it since the claim was approved. */
async function publicKey(reader: Reader, { workspaceId, publishableKeyId }: ShopConnection): Promise<string | null> {
  const keys = await listKeys(reader, workspaceId)
  return keys.find(({ id, revokedAt }) => id === publishableKeyId && revokedAt === null)?.key ?? null
}

/** Null if somebody has revoked it since the claim was approved. */
async function identitySecret(
  reader: Reader,
  { workspaceId, identitySecretId }: ShopConnection,
  sealer: Sealer,
): Promise<string | null> {
  const secrets = await identitySecrets(reader, workspaceId, sealer)
  return secrets.find(({ id }) => id === identitySecretId)?.secret ?? null
}
