import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { type NoAnswer, noAnswer } from './answers.ts'
import { checkEndpointUrl, type EndpointPolicy, hostPortOf, refusalOf } from './endpoint-address.ts'

const MAX_ANSWER_BYTES = 64 * 1024
/** How long one of several addresses may take to accept before the next is tried: a lost SYN is sent again after a second. */
const NEXT_ADDRESS_MS = 1_500

/** All addresses of a name. @throws Error when it has none, or no resolver answers */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export interface ExchangeOptions {
  policy: EndpointPolicy
  /** Certificates to trust instead of the well-known ones: for tests. */
  ca: string | undefined
  resolve: Resolve
  /** From the look-up of the name to the last byte of the answer. */
  limitMs: number
}

/** What arrived: of a whole answer everything, of one with a problem the part before it. */
export type Exchange = {
  retryAfter: string | undefined
  contentType: string | undefined
  bytes: Buffer
} & (
  | { httpStatus: number; problem: null }
  /** No answer, as shows without reading what it says; without a status when no headers arrived. */
  | { httpStatus: number | null; problem: NoAnswer }
)

/** `GET` is for seeing how an endpoint takes what it should not get. */
export type ExchangeRequest =
  | { method?: 'POST'; headers: Record<string, string>; body: string }
  | { method: 'GET'; headers: Record<string, string>; body?: never }

/**
 * Posts a body to an endpoint on a connection of its own, and sends it at most once. With no connection kept, each is checked
 * against the policy under which it is made, and no request is lost to one that the other side is just closing.
 * Proxies named by the environment are not used: one would make the connection where no check can see it.
 */
export async function exchange(
  address: string,
  { method = 'POST', headers, body }: ExchangeRequest,
  options: ExchangeOptions,
): Promise<Exchange> {
  const refusal = checkEndpointUrl(address, options.policy)
  if (refusal) return { ...nothing, problem: noAnswer('address_refused', refusal) }
  const url = new URL(address)
  const client = await connectionTo(url, options)
  // An abort signal would do nothing while undici is still connecting.
  const timer = setTimeout(() => void client.destroy(new Broken(timeout(options.limitMs))), options.limitMs)
  try {
    const path = url.pathname + url.search
    return await receive(await client.request({ method, path, headers, body: body ?? null }), url)
  } catch (error) {
    return { ...nothing, problem: problemOf(error, url) }
  } finally {
    clearTimeout(timer)
    // Not awaited: a connection that is only being made is given up when its own limit is over.
    void client.destroy()
  }
}

const nothing = { httpStatus: null, retryAfter: undefined, contentType: undefined, bytes: Buffer.alloc(0) }

async function receive({ statusCode, headers, body }: Dispatcher.ResponseData, url: URL): Promise<Exchange> {
  const head = {
    httpStatus: statusCode,
    retryAfter: firstOf(headers['retry-after']),
    contentType: firstOf(headers['content-type']),
  }
  const chunks: Buffer[] = []
  let size = 0
  let problem = encodingProblem(firstOf(headers['content-encoding']))
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) {
        problem = noAnswer('too_large', 'The answer is larger than 64 KiB: answer with the few members asked for.')
        break
      }
    }
  } catch (error) {
    problem = problemOf(error, url)
  }
  const bytes = Buffer.concat(chunks)
  return problem ? { ...head, bytes, problem } : { ...head, bytes, problem }
}

async function connectionTo(url: URL, { policy, ca, resolve, limitMs }: ExchangeOptions): Promise<Client> {
  // Loaded with the first call: most commands make none, and start sooner without it.
  const { Client } = await import('undici')
  return new Client(url.origin, {
    pipelining: 0,
    allowH2: false,
    maxCachedSessions: 0,
    // One timer limits the whole exchange; these would each begin anew.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: limitMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    connect: {
      // Said aloud, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) could turn the default off.
      rejectUnauthorized: true,
      lookup: checkedLookup(url, policy, resolve),
      ...(ca === undefined ? {} : { ca }),
    },
  })
}

/**
 * Hands out only addresses that the policy allows. What is checked here is what is dialled, so a name that leads elsewhere
 * a moment later gains nothing. Hosts written as an address are never looked up: {@link checkEndpointUrl} judged them.
 */
function checkedLookup(url: URL, policy: EndpointPolicy, resolve: Resolve): LookupFunction {
  const allowedOf = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname).catch((cause) => {
      throw new Broken(noAnswer('dns', `The name ${hostname} could not be resolved (${nameOf(cause)}).`))
    })
    const refusals = addresses.map(({ address }) => refusalOf(address, url, policy))
    const allowed = addresses.filter((_, index) => refusals[index] === null)
    if (allowed.length > 0) return allowed
    throw new Broken(
      refusals[0] ? noAnswer('address_refused', refusals[0]) : noAnswer('dns', `The name ${hostname} has no address.`),
    )
  }
  return (hostname, _, callback) => {
    allowedOf(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** Carries a verdict through undici, which hands on the errors of look-ups and of ends that it did not bring about itself. */
class Broken extends Error {
  readonly problem: NoAnswer

  constructor(problem: NoAnswer) {
    super(problem.explanation)
    this.problem = problem
  }
}

/** The codes that Node.js and OpenSSL give to certificates and handshakes that were not accepted. */
const TLS_ERROR = /CERT|SIGNATURE|TLS|SSL|^EPROTO$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/
const TIMEOUT_ERROR = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

function problemOf(error: unknown, url: URL): NoAnswer {
  if (error instanceof Broken) return error.problem
  const name = nameOf(error)
  if (TIMEOUT_ERROR.test(name)) return noAnswer('timeout', `${hostPortOf(url)} did not accept the connection in time.`)
  if (TLS_ERROR.test(name))
    return noAnswer(
      'tls',
      `No secure connection (${name}): the endpoint needs a certificate for ${url.hostname} that is valid now, with its chain, from a known authority.`,
    )
  return noAnswer('connection', `The connection to ${hostPortOf(url)} failed or broke off (${name}).`)
}

function timeout(limitMs: number): NoAnswer {
  return noAnswer('timeout', `The whole answer must arrive within ${limitMs / 1000} seconds, and did not.`)
}

/** Compressed answers are not asked for, and not unpacked: a few bytes can unpack to gigabytes. */
function encodingProblem(encoding: string | undefined): NoAnswer | null {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return null
  return noAnswer(
    'encoded',
    `The answer is encoded as ${encoding}, which the request did not ask for: answer in plain JSON.`,
  )
}

function nameOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
