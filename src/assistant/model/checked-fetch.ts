import type { EndpointPolicy } from '../../outbound/addresses.ts'
import { exchange } from '../../outbound/exchange.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { ModelProblem } from './problem.ts'

/** Replies of thinking models contain their thoughts. */
const MAX_BYTES = 512 * 1024
const NO_BODY = new Set([204, 205, 304])

interface TransportOptions extends Pick<Outbound, 'ca' | 'resolve'> {
  policy: EndpointPolicy
  apiKey: string | null
  extraHeaders: Record<string, string>
  /** The milliseconds that are left. */
  leftMs(): number
}

/**
 * A `fetch` that checks the address at each connection, like calls of refund endpoints. It sends these headers and no others: the client
 * library would also name the operating system and read headers from environment variables.
 */
export function checkedFetch({ policy, ca, resolve, apiKey, extraHeaders, leftMs }: TransportOptions): typeof fetch {
  const headers = {
    ...extraHeaders,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'storewire-assistant/1',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  return async (input, init) => {
    const limitMs = leftMs()
    if (limitMs <= 0) throw new ModelProblem('timeout', 'The time of the turn is over.')
    const options = { policy, ca, resolve, limitMs, maxBytes: MAX_BYTES }
    const found = await exchange(String(input), { headers, body: String(init?.body ?? '') }, options)
    const { httpStatus, problem, bytes, retryAfter, contentType } = found
    if (problem) {
      const { reason, explanation } = problem
      const isKnown = reason === 'timeout' || reason === 'address_refused'
      throw new ModelProblem(isKnown ? reason : 'no_answer', explanation)
    }
    return new Response(NO_BODY.has(httpStatus) ? null : new Uint8Array(bytes), {
      status: httpStatus,
      headers: {
        'content-type': contentType ?? 'application/json',
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      },
    })
  }
}
