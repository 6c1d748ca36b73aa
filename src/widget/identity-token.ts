import type { JWTPayload } from 'jose'
// Only parts of jose: loading the whole library would slow down the start of every command.
import { JOSEError, JWSSignatureVerificationFailed, JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import * as v from 'valibot'
import { DomainError } from '../lib/errors.ts'
import { id, int, objectId } from '../lib/fields.ts'
import type { Tx } from '../store/store.ts'
import { noteSecretUsed, type OpenedSecret } from './identity-secrets.ts'

/** The signed-in customer of a token. */
export interface Identity {
  customerId: string
  jti: string
  /** The secret that the token is signed with. */
  secretId: string
  /** When the token has surely expired, in epoch milliseconds. */
  uselessAt: number
}

/** Most seconds that the clocks of shop and server may differ. */
const SKEW_SECONDS = 60
/** Longest time that a token may be valid. */
const MAX_LIFETIME_SECONDS = 10 * 60

/** Other claims, such as an e-mail address, are ignored: the shop pushes this data. */
const Claims = v.object({ sub: objectId(), jti: id(), iat: int(), exp: int() })

/**
 * Verifies an identity token of the shop: a compact JWS, HS256, with `sub`, `iat`, `jti`, and `exp` at most ten minutes after `iat`.
 * {@link useToken} checks whether the token was used before.
 *
 * @param secrets the secrets of the workspace; the signature must match one of them
 * @throws DomainError UNAUTHORIZED, its `data.reason` `bad` or `stale`
 */
export async function verifyIdentityToken(token: string, secrets: OpenedSecret[], now: number): Promise<Identity> {
  const { sub, jti, iat, exp, secretId } = await claimsOf(token, secrets, now)
  if (iat > now / 1000 + SKEW_SECONDS)
    throw refused('bad', 'The iat of the identity token is in the future. Correct the clock of the server that signs.')
  if (exp <= iat || exp - iat > MAX_LIFETIME_SECONDS)
    throw refused('bad', 'The exp of the identity token is invalid. Use a time after iat, by at most 600 seconds.')
  return { customerId: sub, jti, secretId, uselessAt: (exp + SKEW_SECONDS) * 1000 }
}

async function claimsOf(
  token: string,
  secrets: OpenedSecret[],
  now: number,
): Promise<v.InferOutput<typeof Claims> & { secretId: string }> {
  for (const { id: secretId, secret } of secrets) {
    const payload = await payloadOf(token, secret, now)
    if (!payload) continue
    const claims = v.safeParse(Claims, payload)
    if (claims.success) return { ...claims.output, secretId }
    const { path, message } = claims.issues[0]
    throw refused('bad', `The identity token is invalid: ${path?.[0]?.key ?? 'a claim'} ${message}.`)
  }
  throw refused(
    'bad',
    'The identity token is not signed with an identity secret of this workspace. Sign the token with a current identity secret.',
  )
}

/** The claims of a token; undefined if it is not signed with this secret. */
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
      throw refused('stale', 'The identity token has expired. Sign a new token on your server.')
    if (!(error instanceof JOSEError)) throw error
    throw refused(
      'bad',
      'The identity token is malformed. Use a compact JWS with HS256 and the claims sub, iat, exp and jti.',
    )
  }
}

/** Marks a token as used, since tokens are single-use. @throws DomainError UNAUTHORIZED, its `data.reason` `used` */
export async function useToken(
  tx: Tx,
  workspaceId: string,
  { jti, secretId, uselessAt }: Identity,
  now: number,
): Promise<void> {
  const { changes } = await tx.run(
    'INSERT INTO used_identity_tokens (workspace_id, jti, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    workspaceId,
    jti,
    uselessAt,
  )
  if (changes === 0)
    throw refused('used', 'The identity token was used before. Sign a new token on your server for each session.')
  await noteSecretUsed(tx, workspaceId, secretId, now)
}

function refused(reason: 'bad' | 'stale' | 'used', message: string): DomainError {
  return new DomainError('UNAUTHORIZED', 'identity_token', message, { reason })
}
