import type { IncomingMessage } from 'node:http'
import { ARRIVAL_PATH, BASE_PATH } from '../http/settings.ts'
import type { SeenArrival } from '../serve/arrival.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { withProof } from './proof.ts'

const CHECK = 'way in'
const FILES = 'scripts/deploy/nginx.conf and scripts/deploy/Caddyfile are ready to copy.'

/** Reserved for documentation (RFC 5737): no visitor has it. */
const FORGED_ADDRESS = '192.0.2.1'
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1024

export interface Addresses {
  database: string
  /** Where the server listens. */
  local: string
  /** With or without `/api/v1`. */
  publicUrl: string
}

/**
 * Sends a request through the public address to the running server, with headers that a visitor might forge, and compares what arrives.
 *
 * @returns what is wrong, or one finding that nothing is
 */
export async function checkWayIn({ database, local, publicUrl }: Addresses): Promise<Finding[]> {
  const outside = publicUrl.replace(new RegExp(`${BASE_PATH}$`), '')
  try {
    return await withProof(database, async (token) => {
      const direct = await ask(local, token)
      if ('failure' in direct)
        return [ok(CHECK, `not tried: no server with this database responds at ${local} (${direct.failure})`)]
      const answer = await ask(outside, token, forgedHeaders(outside))
      if ('failure' in answer) return [unreachable(outside, answer.failure)]
      return judgeArrival(outside, answer)
    })
  } catch (error) {
    return [ok(CHECK, `not tried: this needs a file beside the database (${(error as Error).message})`)]
  }
}

/** What a visitor could write to seem another one. The scheme is the one that the address does not have. */
function forgedHeaders(address: string): Record<string, string> {
  const scheme = address.startsWith('https:') ? 'http' : 'https'
  return { 'x-forwarded-for': FORGED_ADDRESS, 'x-forwarded-proto': scheme }
}

function unreachable(address: string, failure: string): Finding {
  return warning(
    CHECK,
    `a request to ${address} does not reach this server: ${failure}`,
    'Check STOREWIRE_PUBLIC_URL, the name, the proxy and its certificate. Some networks do not let a machine call its own public address.',
  )
}

/** What arrived of a request, and the address that it was sent from. */
interface Answer {
  arrival: SeenArrival
  sentFrom: string
}

async function ask(
  address: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<Answer | { failure: string }> {
  // Loaded here: commands that call nothing start faster without it.
  const { request } = await import(address.startsWith('https:') ? 'node:https' : 'node:http')
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ failure: error.message })
    const options = {
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    request(address + ARRIVAL_PATH, options, (response: IncomingMessage) => {
      // Known only while the connection is open.
      const { localAddress = '' } = response.socket
      read(response).then((arrival) => resolve({ arrival, sentFrom: localAddress.replace(/^::ffff:/, '') }), fail)
    })
      .once('error', fail)
      .end()
  })
}

async function read(response: IncomingMessage): Promise<SeenArrival> {
  let text = ''
  for await (const piece of response.setEncoding('utf8')) {
    text += piece
    if (text.length > MOST_BYTES) break
  }
  if (response.statusCode !== 200)
    throw new Error(`${ARRIVAL_PATH} responds with ${response.statusCode} there, as another server does, or a proxy`)
  return JSON.parse(text)
}

/** Compares what arrived with what was sent. @param address without `/api/v1` */
function judgeArrival(address: string, { arrival, sentFrom }: Answer): Finding[] {
  const findings = [...judgeAddress(arrival), ...judgeScheme(address, arrival), ...judgeHost(address, arrival)]
  if (findings.length > 0) return findings
  const from = arrival.address === sentFrom ? arrival.address : `${arrival.address} (sent from ${sentFrom})`
  return [ok(CHECK, `a request to ${address} arrives with its scheme, its host and its address: ${from}`)]
}

function judgeAddress({ address, forwardedFor, trustProxy }: SeenArrival): Finding[] {
  const written = forwardedFor.filter((entry) => entry !== FORGED_ADDRESS).length
  if (address === FORGED_ADDRESS)
    return [
      problem(
        CHECK,
        `visitors can choose the address that limits and the audit log have for them: the server trusts ${trustProxy}, and ${proxies(written)} wrote X-Forwarded-For`,
        written === 0
          ? 'Let the proxy set X-Forwarded-For, or set STOREWIRE_TRUST_PROXY to 0 if there is none.'
          : `Set STOREWIRE_TRUST_PROXY to ${written}, the number of proxies.`,
      ),
    ]
  if (written > trustProxy)
    return [
      warning(
        CHECK,
        `${proxies(written)} wrote X-Forwarded-For, but the server trusts ${trustProxy}: all visitors share the limits of one network`,
        `Set STOREWIRE_TRUST_PROXY to ${written}, the number of proxies.`,
      ),
    ]
  return []
}

function proxies(count: number): string {
  return count === 1 ? '1 proxy' : `${count} proxies`
}

function judgeScheme(address: string, { forwardedProto }: SeenArrival): Finding[] {
  const scheme = new URL(address).protocol.replace(':', '')
  if (forwardedProto === null || forwardedProto === scheme) return []
  return [
    problem(
      CHECK,
      `a request by ${scheme} arrives with X-Forwarded-Proto: ${forwardedProto}, which the visitor may have written`,
      `Let the proxy set X-Forwarded-Proto itself: ${FILES}`,
    ),
  ]
}

function judgeHost(address: string, { host }: SeenArrival): Finding[] {
  const { protocol, host: expected } = new URL(address)
  if (URL.parse(`${protocol}//${host}/`)?.host === expected) return []
  return [
    problem(
      CHECK,
      `a request for ${expected} arrives with Host: ${host}`,
      `Let the proxy pass the name of STOREWIRE_PUBLIC_URL on as Host: ${FILES}`,
    ),
  ]
}
