import { requireOptions } from './error.ts'
import { hmacSha256, utf8 } from './signature.ts'

const EXAMPLE = 'signIdentityToken({ secret: process.env.STOREWIRE_IDENTITY_SECRET, customerId })'

export interface IdentityTokenOptions {
  /** The identity secret of your workspace. It is not an API key, and it belongs on servers only. */
  secret: string
  /** Your id of the customer who is signed in: the `customerId` of their orders. */
  customerId: string
  email?: string | undefined
  name?: string | undefined
  /** Seconds until the token can no longer be used. Default 300. */
  expiresIn?: number | undefined
}

/**
 * Signs a token that identifies the signed-in customer. Your page passes it to the chat widget. Sign one token for each page view: a
 * token works once.
 *
 * @returns a compact JWS, HS256, with `sub`, `iat`, `exp` and a random `jti`
 * @throws TypeError if an option is missing or invalid
 */
export async function signIdentityToken(options: IdentityTokenOptions): Promise<string> {
  const { secret, customerId, email, name, expiresIn = 300 } = requireOptions(options, EXAMPLE)
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret must be your identity secret.')
  if (typeof customerId !== 'string' || customerId === '') {
    throw new TypeError('customerId must be your id of the customer who is signed in, a string.')
  }
  if (!Number.isInteger(expiresIn) || expiresIn < 1) throw new TypeError('expiresIn must be a whole number of seconds.')
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sub: customerId, email, name, iat, exp: iat + expiresIn, jti: crypto.randomUUID() }
  const signed = `${base64url(utf8(JSON.stringify({ alg: 'HS256', typ: 'JWT' })))}.${base64url(utf8(JSON.stringify(claims)))}`
  return `${signed}.${base64url(await hmacSha256(secret, utf8(signed)))}`
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
