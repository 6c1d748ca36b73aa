import { lookup } from 'node:dns/promises'
import { readAnswer, type Verdict } from './answers.ts'
import type { OperatorPolicy } from './endpoint-address.ts'
import { type EndpointRequest, encodedKey, type RequestType, signedContent, signedHeaders } from './endpoint-request.ts'
import { exchange, type Resolve } from './exchange.ts'

const LIMIT_MS = 10_000
/** Stored part of a response, for people to read. */
const KEPT_BYTES = 2 * 1024
const MAX_RETRY_AFTER_MS = 3_600_000

/** A request as it was sent. `signed` is the string that `service-signature` signs. */
export interface SentRequest {
  headers: Record<string, string>
  body: string
  signed: string
}

/** One call of a refund endpoint with its result. */
export interface Attempt {
  deliveryId: string
  type: RequestType
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
  sent: SentRequest
  /** Null if no headers arrived. */
  httpStatus: number | null
  /** The first 2 KiB as text, without the signing secret; null if no headers arrived. */
  answer: string | null
  verdict: Verdict
  /** The wait that `Retry-After` asks for, at most an hour. */
  retryAfterMs: number | null
}

export interface Outbound {
  /** Which addresses it may call, as far as the operator decides. */
  policy: OperatorPolicy
  /** Certificates that it trusts instead of the well-known ones. */
  ca: string | undefined
  resolve: Resolve
  /**
   * Sends one signed request, once. Every failure of the endpoint is a verdict; nothing is thrown for it.
   * `allowLoopbackHttp` is for test workspaces and `storewire dev`.
   */
  send(call: { url: string; secret: string; request: EndpointRequest; allowLoopbackHttp: boolean }): Promise<Attempt>
  /** Resolves when all current calls have ended, after at most 10 seconds. */
  close(): Promise<void>
}

export interface OutboundOptions {
  policy: OperatorPolicy
  /** Certificates to trust instead of the well-known ones: for tests. */
  ca?: string
  resolve?: Resolve
  now?: () => number
  /** Clock of the signatures, if it differs from `now`. */
  signingNow?: () => number
  /** Limit from the look-up of the name to the last byte of the response, in milliseconds. */
  limitMs?: number
}

export function createOutbound({
  policy,
  ca,
  resolve = (hostname) => lookup(hostname, { all: true }),
  now = Date.now,
  signingNow = now,
  limitMs = LIMIT_MS,
}: OutboundOptions): Outbound {
  const inFlight = new Set<Promise<Attempt>>()

  const attempt: Outbound['send'] = async ({ url, secret, request, allowLoopbackHttp }) => {
    const { id: deliveryId, type, idempotencyKey } = request
    const startedAt = now()
    // Not `now`, since a clock may be set during the call.
    const started = performance.now()
    const body = JSON.stringify(request)
    const timestamp = Math.floor(signingNow() / 1000)
    const headers = signedHeaders({ secret, deliveryId, idempotencyKey, timestamp, body })
    const options = { policy: { ...policy, allowLoopbackHttp }, ca, resolve, limitMs }
    const { httpStatus, retryAfter, bytes, problem } = await exchange(url, { headers, body }, options)
    const durationMs = Math.round(performance.now() - started)
    const text = withoutSecret(new TextDecoder().decode(bytes), secret)
    return {
      deliveryId,
      type,
      startedAt,
      durationMs,
      sent: { headers, body, signed: signedContent(timestamp, body) },
      httpStatus,
      answer: httpStatus === null ? null : beginningOf(text),
      verdict: problem === null ? readAnswer(type, httpStatus, text) : problem,
      retryAfterMs: retryAfter === undefined ? null : waitOf(retryAfter, now()),
    }
  }

  return {
    policy,
    ca,
    resolve,
    send: (call) => {
      const sending = attempt(call).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
      return sending
    },
    close: async () => void (await Promise.allSettled(inFlight)),
  }
}

/** Responses are stored and shown, and an error page of an endpoint may print its settings. PHP writes `/` in JSON as `\/`. */
export function withoutSecret(text: string, secret: string): string {
  const key = encodedKey(secret)
  return [key, key.replaceAll('/', '\\/')].reduce((rest, spelling) => rest.replaceAll(spelling, '[secret]'), text)
}

/** The first 2 KiB, without a partial character at the end. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true })
}

/** Milliseconds to wait. `Retry-After` is a number of seconds or an HTTP date; null if it is neither. */
function waitOf(retryAfter: string, now: number): number | null {
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS)
}
