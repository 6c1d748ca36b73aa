import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** A new signing secret: `whsec_` and 32 random bytes in standard base64, the form that Standard Webhooks asks for. */
export function newSigningSecret(random: (size: number) => Buffer = randomBytes): string {
  return SECRET_PREFIX + random(32).toString('base64')
}

/** The part of a signing secret that encodes its bytes, without the prefix. */
export function encodedKey(secret: string): string {
  return secret.slice(SECRET_PREFIX.length)
}

/** What the `service-signature` header signs. @param timestamp unix seconds */
export function signedContent(timestamp: number, body: string): string {
  return `${timestamp}.${body}`
}

/**
 * The headers of one request to a shop's endpoint, signed in two schemes: `service-signature`, and that of Standard Webhooks,
 * for which shops find verifiers in most languages. Each takes another key from the secret: the first the string as it
 * stands, prefix included, the second the bytes that it encodes.
 *
 * @param timestamp unix seconds
 * @param body exactly as it is sent
 */
export function signedHeaders({
  secret,
  deliveryId,
  idempotencyKey,
  timestamp,
  body,
}: {
  secret: string
  deliveryId: string
  idempotencyKey: string
  timestamp: number
  body: string
}): Record<string, string> {
  const ownSignature = createHmac('sha256', secret).update(signedContent(timestamp, body)).digest('hex')
  const standardSignature = createHmac('sha256', Buffer.from(encodedKey(secret), 'base64'))
    .update(`${deliveryId}.${timestamp}.${body}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'service-actions/1',
    'service-signature': `t=${timestamp},v1=${ownSignature}`,
    'service-idempotency-key': idempotencyKey,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standardSignature}`,
  }
}
