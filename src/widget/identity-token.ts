import type { JWTPayload } from 'jose'
// Parts of jose: the whole would slow down the start of every command.
import { JOSEError, JWSSignatureVerificationFailed, JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import * as v from 'valibot'
import { DomainError } from '../lib/errors.ts'
import { id, int, objectId } from '../lib/fields.ts'
import type { Tx } from '../store/store.ts'

/** Who a token says is signed in. */
export interface Identity {
  customerId: string
  jti: string
  /** From when the token is too old to be accepted, in epoch milliseconds. */
  uselessAt: number
}

/** How far the clocks of shop and server may be apart. */
const SKEW_SECONDS = 60
/** The longest that a token may be good for. */
const MAX_LIFETIME_SECONDS = 10 * 60

/** Beside these a token may carry the customer's e-mail address and name, which the shop pushes anyway. */
const Claims = v.object({ sub: objectId(), jti: id(), iat: int(), exp: int() })

/**
 * Checks a token that the shop signed: a compact JWS, HS256, with `sub`, `iat`, `exp` at most ten minutes later, and `jti`.
 * Whether it was used before is for {@link useToken}.
 *
 * @param secrets the workspace's; one of them has to fit
 * @throws DomainError UNAUTHORIZED, its `data.reason` `bad` or `stale`
 */
export async function verifyIdentityToken(token: string, secrets: string[], now: number): Promise<Identity> {
  const { sub, jti, iat, exp } = await claimsOf(token, secrets, now)
  if (iat > now / 1000 + SKEW_SECONDS)
    throw refused('bad', 'The identity token was signed in the future: set the clock of the server that signs.')
  if (exp <= iat || exp - iat > MAX_LIFETIME_SECONDS)
    throw refused('bad', 'The exp of the identity token must be later than its iat, by at most 600 seconds.')
  return { customerId: sub, jti, uselessAt: (exp + SKEW_SECONDS) * 1000 }
}

async function claimsOf(token: string, secrets: string[], now: number): Promise<v.InferOutput<typeof Claims>> {
  for (const secret of secrets) {
    const payload = await payloadOf(token, secret, now)
    if (!payload) continue
    const claims = v.safeParse(Claims, payload)
    if (claims.success) return claims.output
    const { path, message } = claims.issues[0]
    throw refused('bad', `The identity token can't be used: ${path?.[0]?.key ?? 'a claim'} ${message}.`)
  }
  throw refused('bad', 'The identity token is not signed with an identity secret of this workspace: sign it with one.')
}

/** What a token says; undefined where it is not signed with this secret. */
async function payloadOf(token: string, secret: string, now: number): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(now),
    })
    return payload
  } catch (error) {
    if (error instanceof JWSSignatureVerificationFailed) return undefined
    if (error instanceof JWTExpired)
      throw refused('stale', 'The identity token has expired: let your server sign a new one.')
    if (!(error instanceof JOSEError)) throw error
    throw refused('bad', 'The identity token must be a compact JWS, HS256, with the claims sub, iat, exp and jti.')
  }
}

/** A token is good once. @throws DomainError UNAUTHORIZED, its `data.reason` `used` */
export async function useToken(tx: Tx, workspaceId: string, { jti, uselessAt }: Identity): Promise<void> {
  const { changes } = await tx.run(
    'INSERT INTO used_identity_tokens (workspace_id, jti, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    workspaceId,
    jti,
    uselessAt,
  )
  if (changes === 0)
    throw refused('used', 'The identity token was used before: let your server sign a new one for each session.')
}

function refused(reason: 'bad' | 'stale' | 'used', message: string): DomainError {
  return new DomainError('UNAUTHORIZED', 'identity_token', message, { reason })
}
