import { keyedHash, type Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import { identitySecrets } from './identity-secrets.ts'
import { useToken, verifyIdentityToken } from './identity-token.ts'
import { createSession, type Visitor, type WidgetSession } from './sessions.ts'

/**
 * Starts a chat session for the customer of an identity token, or for a guest without a token. An invalid token starts no session. The
 * token counts as used once the session is stored.
 *
 * @throws DomainError UNAUTHORIZED, its `data.reason` `bad`, `stale` or `used`
 */
export async function startSession(
  { store, clock, sealer }: { store: Store; clock: Clock; sealer: Sealer },
  {
    identityToken,
    network,
    ...visitor
  }: Omit<Visitor, 'customerId'> & { identityToken: string | null; network: string },
): Promise<{ session: WidgetSession; token: string }> {
  const identity =
    identityToken === null
      ? null
      : await verifyIdentityToken(
          identityToken,
          await identitySecrets(store.read, visitor.workspaceId, sealer),
          clock.now(),
        )
  return store.write(async (tx) => {
    if (identity) await useToken(tx, visitor.workspaceId, identity, clock.now())
    const customerId = identity?.customerId ?? null
    const networkHash = customerId === null ? keyedHash(visitor.workspaceId, network) : null
    return createSession(tx, { ...visitor, customerId, networkHash }, clock.now())
  })
}
