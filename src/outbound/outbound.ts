import { lookup } from 'node:dns/promises'
import type { EndpointPolicy, OperatorPolicy } from './addresses.ts'
import { type Exchange, type ExchangeRequest, exchange, type Resolve } from './exchange.ts'

const LIMIT_MS = 10_000
/** Stored part of a response, for people to read. */
const KEPT_BYTES = 2 * 1024

export interface OutboundCall {
  url: string
  request: ExchangeRequest
  policy: EndpointPolicy
}

/** A call that has ended. */
export type Called = Exchange & {
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
}

/** Calls endpoints of others. */
export interface Outbound {
  /** Which addresses it may call, as far as the operator decides. */
  policy: OperatorPolicy
  /** Certificates that it trusts instead of the well-known ones. */
  ca: string | undefined
  resolve: Resolve
  /** Unix seconds for signatures. */
  timestamp(): number
  /** Sends one request, once. Every failure of the endpoint is a `problem` of the result; nothing is thrown for it. */
  call(call: OutboundCall): Promise<Called>
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
  const inFlight = new Set<Promise<Called>>()

  const once = async ({ url, request, policy }: OutboundCall): Promise<Called> => {
    const startedAt = now()
    // Not `now`, since a clock may be set during the call.
    const started = performance.now()
    const found = await exchange(url, request, { policy, ca, resolve, limitMs })
    return { ...found, startedAt, durationMs: Math.round(performance.now() - started) }
  }

  return {
    policy,
    ca,
    resolve,
    timestamp: () => Math.floor(signingNow() / 1000),
    call: (call) => {
      const calling = once(call).finally(() => inFlight.delete(calling))
      inFlight.add(calling)
      return calling
    },
    close: async () => void (await Promise.allSettled(inFlight)),
  }
}

/** The first 2 KiB, without a partial character at the end. */
export function beginningOf(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true })
}
