import { concat, hmac, SignatureError, utf8, type VerifyOptions } from './signature.ts'

/** An event that storewire sent to a webhook. */
export interface WebhookEvent {
  /** The same at each try, and if the event is sent again: leave out one that you have. */
  id: string
  /** Such as `conversation.waiting`. */
  type: string
  /** ISO-8601. */
  createdAt: string
  /** The id of the workspace. */
  workspace: string
  /** Ids, numbers and states. `sequence` grows from event to event. */
  data: { sequence: number; url: string | null } & Record<string, string | number | null>
}

/** Headers of a request: those of `fetch`, or of Node.js. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Checks that an event comes from storewire, as Standard Webhooks has it.
 *
 * @param rawBody the body exactly as it was received; one that went through JSON.parse and JSON.stringify may differ
 * @param headers of the request, with `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @param secret the whole signing secret of the endpoint, `whsec_` included
 * @returns the event
 * @throws SignatureError if no signature matches, or it is too old; TypeError if the secret is missing
 */
async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === 'string' ? utf8(rawBody) : new Uint8Array(rawBody)
  const id = headerOf(headers, 'webhook-id')
  const time = headerOf(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(time))
    throw new SignatureError('The webhook-timestamp header must be the time in whole seconds: pass it as it came.')
  const expected = base64(await hmac(keyOf(secret), concat([utf8(`${id}.${time}.`), body])))
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!signatures.some((signature) => equal(signature, `v1,${expected}`)))
    throw new SignatureError(
      'The signature does not fit: check that this is the secret of this endpoint (compare the last 4 characters) and that the body is the raw one, byte for byte as it was received.',
    )
  if (Math.abs(Number(time) - now() / 1000) > toleranceSeconds)
    throw new SignatureError(
      `The signature is right, but it was made more than ${toleranceSeconds} s before or after now: set this machine's clock, unless this is an old request sent again.`,
    )
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
}

/** Checks of the events that storewire sends to your server. */
export const webhooks = { verify }

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new SignatureError(`The ${name} header is missing: this request is no event of storewire.`)
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret) throw new TypeError('secret must be the signing secret of the endpoint, whsec_….')
  try {
    return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0))
  } catch {
    throw new TypeError('secret must be the whole signing secret of the endpoint, as it was shown: whsec_….')
  }
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Compares in constant time. */
function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
