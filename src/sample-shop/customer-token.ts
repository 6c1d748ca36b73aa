import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import type { Actor } from '../access/actor.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Store } from '../store/store.ts'
import { createIdentitySecret, identitySecrets } from '../widget/identity-secrets.ts'

/** How long a token works, in seconds. */
const TOKEN_SECONDS = 300

/**
 * A token with which the chat window recognizes a customer, as the server of a shop signs it. The identity secret is made with the first
 * one. Only for shops without real customers.
 *
 * @param now epoch milliseconds
 */
export async function customerToken(
  { store, sealer }: { store: Store; sealer: Sealer },
  actor: Actor,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
  now: number,
): Promise<string> {
  const [known] = await identitySecrets(store.read, workspaceId, sealer)
  const owner: Actor = { ...actor, role: 'owner' }
  const create = () => store.write((tx) => createIdentitySecret(tx, owner, workspaceId, sealer, now))
  const { secret } = known ?? (await create())
  const iat = Math.floor(now / 1000)
  return new SignJWT({ sub: customerId, iat, exp: iat + TOKEN_SECONDS, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
