import type { EndpointPolicy, OperatorPolicy } from '../../outbound/addresses.ts'
import { beginningOf, createOutbound, type Outbound, type OutboundOptions } from '../../outbound/outbound.ts'
import { withoutSecret } from '../../outbound/signing.ts'
import { retryAfterMs } from '../../outbound/tries.ts'
import { readAnswer, type Verdict } from './answers.ts'
import { type EndpointRequest, type RequestType, signedContent, signedHeaders } from './endpoint-request.ts'

const MAX_RETRY_AFTER_MS = 3_600_000

/** The addresses that a refund endpoint may have. */
export function refundEndpointPolicy(operator: OperatorPolicy, allowLoopbackHttp: boolean): EndpointPolicy {
  return { ...operator, allowLoopbackHttp, what: 'refund endpoint', example: 'https://shop.example/refunds' }
}

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

/** Calls endpoints, and refund endpoints of shops with their signed requests. */
export interface ShopOutbound extends Outbound {
  /**
   * Sends one signed request, once. Every failure of the endpoint is a verdict; nothing is thrown for it.
   * `allowLoopbackHttp` is for test workspaces and `storewire dev`.
   */
  send(call: { url: string; secret: string; request: EndpointRequest; allowLoopbackHttp: boolean }): Promise<Attempt>
}

export function createShopOutbound(options: OutboundOptions): ShopOutbound {
  const outbound = createOutbound(options)
  const { now = Date.now } = options

  const send: ShopOutbound['send'] = async ({ url, secret, request, allowLoopbackHttp }) => {
    const { id: deliveryId, type, idempotencyKey } = request
    const body = JSON.stringify(request)
    const timestamp = outbound.timestamp()
    const headers = signedHeaders({ secret, deliveryId, idempotencyKey, timestamp, body })
    const policy = refundEndpointPolicy(outbound.policy, allowLoopbackHttp)
    const called = await outbound.call({ url, request: { headers, body }, policy })
    const { startedAt, durationMs, httpStatus, retryAfter, bytes, problem } = called
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
      retryAfterMs: retryAfterMs(retryAfter, now(), MAX_RETRY_AFTER_MS),
    }
  }

  return { ...outbound, send }
}
