import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import {
  addressIn,
  checkEndpointUrl,
  type EndpointPolicy,
  hostPortOf,
  isPublicAddress,
  refusalOf,
} from './addresses.ts'
import { addressRefused, type NoAnswer, noAnswer } from './no-answer.ts'

const MAX_ANSWER_BYTES = 64 * 1024
/** Time for one of several addresses to accept the connection before the next is tried. A lost SYN is repeated after a second. */
const NEXT_ADDRESS_MS = 1_500

/** Returns all addresses of a name. @throws Error if it has none, or no resolver responds */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export interface ExchangeOptions {
  policy: EndpointPolicy
  /** Certificates to trust instead of the well-known ones: for tests. */
  ca: string | undefined
  resolve: Resolve
  /** Limit from the look-up of the name to the last byte of the response, in milliseconds. */
  limitMs: number
  /** Default: 64 KiB. */
  maxBytes?: number
}

/** What arrived: the whole response, or the part before a problem. */
export type Exchange = {
  retryAfter: string | undefined
  contentType: string | undefined
  date: string | undefined
  bytes: Buffer
  /** Whether all addresses of the host are public ones. */
  isPublic: boolean
} & (
  | { httpStatus: number; problem: null }
  /** Counts as no answer whatever the body says. The status is null if no headers arrived. */
  | { httpStatus: number | null; problem: NoAnswer }
)

/** `GET` is only for checks: an endpoint must reject it. */
export type ExchangeRequest =
  | { method?: 'POST'; headers: Record<string, string>; body: string }
  | { method: 'GET'; headers: Record<string, string>; body?: never }

/**
 * Sends one request to an endpoint on a new connection, at most once. Connections are not reused, so that the current policy applies to
 * each, and no request is lost on a connection that the other side is closing. Proxies from environment variables are not used: the
 * address behind a proxy cannot be checked.
 */
export async function exchange(
  address: string,
  { method = 'POST', headers, body }: ExchangeRequest,
  options: ExchangeOptions,
): Promise<Exchange> {
  const refusal = checkEndpointUrl(address, options.policy)
  if (refusal) return { ...nothing, problem: addressRefused(refusal) }
  const url = new URL(address)
  const host = addressIn(url)
  let isPublic = host === undefined || isPublicAddress(host)
  const client = await connectionTo(url, options, (addresses) => {
    isPublic = addresses.every(isPublicAddress)
  })
  // Not an abort signal: undici ignores it while it is connecting.
  const timer = setTimeout(() => void client.destroy(new Broken(timeout(options.limitMs))), options.limitMs)
  try {
    const path = url.pathname + url.search
    const response = await client.request({ method, path, headers, body: body ?? null })
    return await receive(response, { url, isPublic }, options)
  } catch (error) {
    return { ...nothing, isPublic, problem: problemOf(error, url) }
  } finally {
    clearTimeout(timer)
    // Not awaited: undici gives up a connection attempt only after its own time limit.
    void client.destroy()
  }
}

const nothing = {
  httpStatus: null,
  retryAfter: undefined,
  contentType: undefined,
  date: undefined,
  bytes: Buffer.alloc(0),
  isPublic: false,
}

async function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { url, isPublic }: { url: URL; isPublic: boolean },
  { maxBytes = MAX_ANSWER_BYTES }: ExchangeOptions,
): Promise<Exchange> {
  const head = {
    isPublic,
    httpStatus: statusCode,
    retryAfter: firstOf(headers['retry-after']),
    contentType: firstOf(headers['content-type']),
    date: firstOf(headers.date),
  }
  const chunks: Buffer[] = []
  let size = 0
  let problem = encodingProblem(firstOf(headers['content-encoding']))
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) {
        const found = `The response is larger than ${maxBytes / 1024} KiB. Respond with only the required members.`
        problem = noAnswer('too_large', found)
        break
      }
    }
  } catch (error) {
    problem = problemOf(error, url)
  }
  const bytes = Buffer.concat(chunks)
  return problem ? { ...head, bytes, problem } : { ...head, bytes, problem }
}

async function connectionTo(
  url: URL,
  { policy, ca, resolve, limitMs }: ExchangeOptions,
  onAddresses: (addresses: string[]) => void,
): Promise<Client> {
  // Loaded with the first call: most commands make no call and start faster without it.
  const { Client } = await import('undici')
  return new Client(url.origin, {
    pipelining: 0,
    allowH2: false,
    maxCachedSessions: 0,
    // One timer limits the whole exchange. These timers would each start over.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: limitMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    connect: {
      // Set here because the environment (NODE_TLS_REJECT_UNAUTHORIZED) can change the default.
      rejectUnauthorized: true,
      lookup: checkedLookup(url, policy, resolve, onAddresses),
      ...(ca === undefined ? {} : { ca }),
    },
  })
}

/**
 * A look-up that returns only allowed addresses. The checked addresses are the ones that are connected to, so changing the DNS record
 * after the check does not help an attacker. Hosts that are addresses are never looked up: {@link checkEndpointUrl} checks them.
 */
function checkedLookup(
  url: URL,
  policy: EndpointPolicy,
  resolve: Resolve,
  onAddresses: (addresses: string[]) => void,
): LookupFunction {
  const allowedOf = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname).catch((cause) => {
      throw new Broken(
        noAnswer(
          'dns',
          `The name ${hostname} could not be resolved (${nameOf(cause)}). Check the name and its DNS records.`,
        ),
      )
    })
    const refusals = addresses.map(({ address }) => refusalOf(address, url, policy))
    const allowed = addresses.filter((_, index) => refusals[index] === null)
    onAddresses(allowed.map(({ address }) => address))
    if (allowed.length > 0) return allowed
    throw new Broken(
      refusals[0]
        ? addressRefused(refusals[0])
        : noAnswer('dns', `The name ${hostname} has no address. Check its DNS records.`),
    )
  }
  return (hostname, _, callback) => {
    allowedOf(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** Carries a verdict through undici, which passes on errors of look-ups and of `destroy`. */
class Broken extends Error {
  readonly problem: NoAnswer

  constructor(problem: NoAnswer) {
    super(problem.explanation)
    this.problem = problem
  }
}

/** Error codes of Node.js and OpenSSL for rejected certificates and failed handshakes. */
export const TLS_ERROR =
  /CERT|SIGNATURE|TLS|SSL|^EPROTO$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/
const TIMEOUT_ERROR = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

function problemOf(error: unknown, url: URL): NoAnswer {
  if (error instanceof Broken) return error.problem
  const name = nameOf(error)
  if (TIMEOUT_ERROR.test(name))
    return noAnswer(
      'timeout',
      `${hostPortOf(url)} did not accept the connection in time. Check the address, the port and the firewall.`,
    )
  if (TLS_ERROR.test(name))
    return noAnswer(
      'tls',
      `The TLS connection failed (${name}). The endpoint needs a certificate for ${url.hostname} that is valid now, from a known authority, with its chain.`,
    )
  return noAnswer(
    'connection',
    `The connection to ${hostPortOf(url)} failed or was closed early (${name}). Check that the endpoint is running.`,
  )
}

function timeout(limitMs: number): NoAnswer {
  return noAnswer('timeout', `The response did not arrive completely within ${limitMs / 1000} seconds. Respond faster.`)
}

/** Compressed responses are not accepted: a few bytes can unpack to gigabytes. */
function encodingProblem(encoding: string | undefined): NoAnswer | null {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return null
  return noAnswer(
    'encoded',
    `The response has the encoding ${encoding}, which the request does not accept. Respond with plain JSON.`,
  )
}

function nameOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
