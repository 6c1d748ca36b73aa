import { hmacSha256, utf8 } from './bytes.ts'

export interface IdentityTokenOptions {
  /** The identity secret of your workspace. It is none of the API keys, and belongs on servers only. */
  secret: string
  /** Your id of the customer who is signed in: the `customerId` of their orders. */
  customerId: string
  email?: string | undefined
  name?: string | undefined
  /** Seconds until the token can no longer be used. Default 300. */
  expiresIn?: number | undefined
}

/**
 * Signs a token that says who is signed in, for your page to hand to the chat widget. Sign one for each page view: a token is good
 * for one use.
 *
 * @returns a compact JWS, HS256, with `sub`, `iat`, `exp` and a random `jti`
 * @throws TypeError when an option can't work
 */
export async function signIdentityToken(options: IdentityTokenOptions): Promise<string> {
  const { secret, customerId, email, name, expiresIn = 300 } = options
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
