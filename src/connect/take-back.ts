import type { Actor } from '../access/actor.ts'
import { revokeKey } from '../access/keys.ts'
import { removeEndpoint } from '../refunds/end-endpoint.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader, Tx } from '../store/store.ts'
import { listIdentitySecrets, revokeIdentitySecret } from '../widget/identity-secrets.ts'
import { listOrigins, removeOrigin } from '../widget/origins.ts'
import type { ShopConnection } from './connections.ts'

/**
 * Takes away what was made for a shop: key, identity secret, the origin of the chat window, refund endpoint and signing secret. What people
 * have changed or taken away since stays as they left it. The publishable key stays: it may be on other pages, and gives no data.
 *
 * The signing secret stays while the shop makes a refund: {@link takeBackEndpoint} ends it later.
 */
export async function takeBack(tx: Tx, actor: Actor, connection: ShopConnection, now: number): Promise<void> {
  const { workspaceId, keyId, identitySecretId, origin } = connection
  // Who may end a connection was decided before: the plugin with its own key may, too.
  const manager: Actor = { ...actor, role: actor.role ?? 'admin' }
  if (keyId !== null) await revokeKey(tx, manager, keyId, now)
  const secrets = await listIdentitySecrets(tx, workspaceId)
  if (identitySecretId !== null && secrets.some(({ id }) => id === identitySecretId))
    await revokeIdentitySecret(tx, manager, { workspaceId, id: identitySecretId }, now)
  if (origin !== null && (await listOrigins(tx, workspaceId)).includes(origin))
    await removeOrigin(tx, manager, { workspaceId, origin }, now)
  await takeBackEndpoint(tx, manager, connection, now)
}

/** Switches refunds off, and removes the endpoint of a shop unless the shop is making a refund: then a later call does. */
export async function takeBackEndpoint(tx: Tx, actor: Actor, connection: ShopConnection, now: number): Promise<void> {
  if (!connection.hasRefunds) return
  const isLeft =
    (await hasItsEndpoint(tx, connection)) && !(await removeEndpoint(tx, actor, connection.workspaceId, now))
  if (!isLeft) await tx.run('UPDATE connections SET has_refunds = 0 WHERE id = ?', connection.id)
}

/** Whether the refund endpoint of the workspace is still the one that was set for the shop. */
export async function hasItsEndpoint(
  reader: Reader,
  { workspaceId, hasRefunds, refundUrl, secretEnding }: ShopConnection,
): Promise<boolean> {
  const settings = await getRefundSettings(reader, workspaceId)
  return hasRefunds && settings.endpointUrl === refundUrl && settings.secretEnding === secretEnding
}
