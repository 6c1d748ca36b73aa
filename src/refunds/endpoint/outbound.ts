import { lookup } from 'node:dns/promises'
import { readAnswer, type Verdict } from './answers.ts'
import type { OperatorPolicy } from './endpoint-address.ts'
import type { EndpointRequest, RequestType } from './endpoint-request.ts'
import { exchange, type Resolve } from './exchange.ts'
import { encodedKey, signedContent, signedHeaders } from './signature.ts'

const LIMIT_MS = 10_000
/** How much of an answer is kept for people to look at. */
const KEPT_BYTES = 2 * 1024
const MAX_RETRY_AFTER_MS = 3_600_000

/** A request as it went out; `signed` is the string under `service-signature`. */
export interface SentRequest {
  headers: Record<string, string>
  body: string
  signed: string
}

/** One call of a shop's endpoint and what came of it. */
export interface Attempt {
  deliveryId: string
  type: RequestType
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
  sent: SentRequest
  /** Null when no headers arrived. */
  httpStatus: number | null
  /** The first 2 KiB as text, without the signing secret; null when no headers arrived. */
  answer: string | null
  verdict: Verdict
  /** What a Retry-After asks for, at most an hour. */
  retryAfterMs: number | null
}

export interface Outbound {
  /**
   * Sends one signed request, once. Whatever the endpoint does is told by the verdict, never thrown.
   * `allowLoopbackHttp`: the workspace is for tests, or the server runs for development.
   */
  send(call: { url: string; secret: string; request: EndpointRequest; allowLoopbackHttp: boolean }): Promise<Attempt>
  /** Resolves when the calls in flight have ended, which is after 10 seconds at the latest. */
  close(): Promise<void>
}

export interface OutboundOptions {
  policy: OperatorPolicy
  /** Certificates to trust instead of the well-known ones: for tests. */
  ca?: string
  resolve?: Resolve
  now?: () => number
  /** The clock of the signatures, where it is another one. */
  signingNow?: () => number
  /** From the look-up of the name to the last byte of the answer. */
  limitMs?: number
}

/** What calls the refund endpoints of shops. */
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
    // A clock can be set while a call is in flight, so how long it took is not told by one.
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
    send: (call) => {
      const sending = attempt(call).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
      return sending
    },
    close: async () => void (await Promise.allSettled(inFlight)),
  }
}

/** Answers are kept and shown, and an endpoint's error page may well print its settings; PHP writes `/` in JSON as `\/`. */
export function withoutSecret(text: string, secret: string): string {
  const key = encodedKey(secret)
  return [key, key.replaceAll('/', '\\/')].reduce((rest, spelling) => rest.replaceAll(spelling, '[secret]'), text)
}

/** The first 2 KiB; a character that the end would cut is left out. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true })
}

/** Retry-After is a number of seconds or an HTTP date; null when it is neither. */
function waitOf(retryAfter: string, now: number): number | null {
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS)
}
