import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** A new signing secret: `whsec_` and 32 random bytes in standard base64, as Standard Webhooks requires. */
export function newSigningSecret(random: (size: number) => Buffer = randomBytes): string {
  return SECRET_PREFIX + random(32).toString('base64')
}

/** The part of a signing secret that encodes its bytes, without the prefix. */
export function encodedKey(secret: string): string {
  return secret.slice(SECRET_PREFIX.length)
}

/** What Standard Webhooks signs. */
export interface SignedMessage {
  id: string
  /** Unix seconds. */
  timestamp: number
  /** Exactly the body that is sent. */
  body: string
}

/** The headers of Standard Webhooks, with one signature for each secret. Its key is the bytes that the secret encodes. */
export function standardHeaders(secrets: readonly string[], { id, timestamp, body }: SignedMessage) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(encodedKey(secret), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** Responses are stored and shown, and an error page of an endpoint may print its settings. PHP writes `/` in JSON as `\/`. */
export function withoutSecret(text: string, secret: string): string {
  const key = encodedKey(secret)
  return [key, key.replaceAll('/', '\\/')].reduce((rest, spelling) => rest.replaceAll(spelling, '[secret]'), text)
}
