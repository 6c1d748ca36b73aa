const PREFIX = 'whsec_'

/** A request was not signed with the secret, or its signature is too old. The message names the likely cause. */
export class SignatureError extends Error {
  readonly code = 'bad_signature'

  constructor(message: string) {
    super(message)
    this.name = 'SignatureError'
  }
}

export interface VerifyOptions {
  /** The allowed difference between the signature's time and now, in seconds. Default 300. */
  toleranceSeconds?: number | undefined
  /** Epoch milliseconds; the machine's clock by default. */
  now?: (() => number) | undefined
}

/**
 * Checks the `service-signature` header of a request to your refund endpoint.
 *
 * @param secret the whole signing secret, `whsec_` included
 * @param rawBody the body exactly as it was received; one that went through JSON.parse and JSON.stringify may differ
 * @param header `t=<unix seconds>,v1=<hex>`; it may contain several `v1=`, of which one must match
 * @returns true
 * @throws SignatureError if the signature does not match, TypeError if the secret is missing or `rawBody` is not a raw body
 */
export async function verifySignature(
  secret: string,
  rawBody: string | Uint8Array | ArrayBuffer,
  header: string | null | undefined,
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<true> {
  if (!secret) throw new TypeError('secret must be the signing secret of your refund endpoint, whsec_….')
  const body = bytesOf(rawBody)
  const { time, signatures } = parseHeader(header)
  const fits = async (key: string, bytes: Uint8Array) => {
    const expected = await sign(key, time, bytes)
    return signatures.some((signature) => equal(signature, expected))
  }
  if (!(await fits(secret, body))) throw new SignatureError(await likelyCause(secret, body, fits))
  const skew = Math.round(Number(time) - now() / 1000)
  if (Math.abs(Number(time) - now() / 1000) <= toleranceSeconds) return true
  const direction = skew < 0 ? 'ago' : 'in the future'
  throw new SignatureError(
    `The signature is right, but it was made ${Math.abs(skew)} s ${direction} by this machine's clock, and no more than ${toleranceSeconds} s are allowed: set the clock, unless this is an old request sent again.`,
  )
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new TypeError(
    'rawBody must be the body as it was received, a string or bytes: a parsed body can not be verified. Read it before a JSON middleware does.',
  )
}

function parseHeader(header: string | null | undefined): { time: string; signatures: Uint8Array[] } {
  if (!header) throw new SignatureError('The service-signature header is missing: this request was not signed.')
  const fields = header.split(',').map((field) => field.trim())
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(name)).map((field) => field.slice(name.length))
  const [time, ...moreTimes] = valuesOf('t=')
  const signatures = valuesOf('v1=').filter((value) => /^[0-9a-f]{64}$/i.test(value))
  if (time === undefined || moreTimes.length > 0 || !/^\d{1,12}$/.test(time) || signatures.length === 0) {
    throw new SignatureError(
      'The service-signature header is not of the form t=<unix seconds>,v1=<64 hex digits>: pass it whole.',
    )
  }
  return { time, signatures: signatures.map(fromHex) }
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function sign(secret: string, time: string, body: Uint8Array): Promise<Uint8Array> {
  return hmacSha256(secret, concat([utf8(`${time}.`), body]))
}

/** Compares in constant time. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}

/** Tries common mistakes, so that the message can name the cause. */
async function likelyCause(
  secret: string,
  body: Uint8Array,
  fits: (key: string, bytes: Uint8Array) => Promise<boolean>,
): Promise<string> {
  const compact = reserialised(body)
  if (compact && (await fits(secret, compact))) {
    return 'The signature fits this body after JSON.parse and JSON.stringify: pass the raw body, byte for byte as it was received.'
  }
  if (await fits(secret.trim(), body))
    return 'The signature fits the secret without the white space around it: trim it.'
  if (!secret.startsWith(PREFIX)) {
    return `The secret does not start with "${PREFIX}": pass all of it as it was shown, since the prefix is part of the key.`
  }
  return 'The signature does not fit: check that this is the newest secret (a new one ends the old one at once; compare the last 4 characters) and that the body is the raw one, byte for byte as it was received.'
}

function reserialised(body: Uint8Array): Uint8Array | undefined {
  try {
    return utf8(JSON.stringify(JSON.parse(new TextDecoder().decode(body))))
  } catch {
    return undefined
  }
}

/** HMAC-SHA256 of bytes; the key is the secret's own characters. */
export function hmacSha256(secret: string, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return hmac(utf8(secret), data)
}

/** HMAC-SHA256 of bytes. */
export async function hmac(secret: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data))
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
