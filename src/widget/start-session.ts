import type { Clock } from '../lib/clock.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Store } from '../store/store.ts'
import { identitySecrets } from './identity-secrets.ts'
import { useToken, verifyIdentityToken } from './identity-token.ts'
import { createSession, type Visit, type WidgetSession } from './sessions.ts'

/**
 * Starts a chat session: of the customer whom an identity token names, or of a guest where there is none. A token that is no good
 * starts nothing. It counts as used from the moment that the session is there.
 *
 * @throws DomainError UNAUTHORIZED, its `data.reason` `bad`, `stale` or `used`
 */
export async function startSession(
  { store, clock, sealer }: { store: Store; clock: Clock; sealer: Sealer },
  { workspaceId, identityToken, visit }: { workspaceId: string; identityToken: string | null; visit: Visit },
): Promise<{ session: WidgetSession; token: string }> {
  const identity =
    identityToken === null
      ? null
      : await verifyIdentityToken(identityToken, await identitySecrets(store.read, workspaceId, sealer), clock.now())
  return store.write(async (tx) => {
    if (identity) await useToken(tx, workspaceId, identity)
    return createSession(tx, { workspaceId, customerId: identity?.customerId ?? null, visit }, clock.now())
  })
}
