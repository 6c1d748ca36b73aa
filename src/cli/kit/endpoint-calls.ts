import { InvalidArgumentError, Option } from 'commander'
import { type Clock, systemClock } from '../../lib/time.ts'
import { hostPortOf, type OperatorPolicy } from '../../outbound/addresses.ts'
import type { Verdict } from '../../refunds/endpoint/answers.ts'
import { wentWell, wordsFor } from '../../refunds/endpoint/call-endpoint.ts'
import { type Attempt, createShopOutbound, type ShopOutbound } from '../../refunds/endpoint/shop-outbound.ts'
import { readNamedFile } from './named-file.ts'
import { linesOf, print, strong } from './output.ts'
import { helped } from './report-error.ts'

/** Which addresses refund endpoints may have. */
export interface EndpointOptions {
  allowPrivateEndpoints?: boolean
  allowEndpoint?: string[]
}

export const allowPrivateOption = () =>
  new Option('--allow-private-endpoints', 'allow refund endpoints in private networks').env(
    'STOREWIRE_ALLOW_PRIVATE_ENDPOINTS',
  )

export const allowEndpointOption = () =>
  new Option('--allow-endpoint <host:port...>', 'allow this refund endpoint at a loopback or other special address')
    .env('STOREWIRE_ALLOW_ENDPOINT')
    .argParser((text, earlier: string[] = []) => [...earlier, ...text.split(/[\s,]+/).map(hostPort)])

export function endpointPolicy({ allowPrivateEndpoints = false, allowEndpoint = [] }: EndpointOptions): OperatorPolicy {
  return { allowPrivate: allowPrivateEndpoints, allowEndpoints: allowEndpoint }
}

/** Host and port in the form of the URL parser, since they are compared exactly. */
function hostPort(text: string): string {
  const url = URL.parse(`https://${text}`)
  if (
    !url ||
    !/:\d+$/.test(text) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    throw new InvalidArgumentError('Give host and port, such as 127.0.0.1:4000.')
  return hostPortOf(url)
}

/** Calls refund endpoints for one command. Shops check signatures by real time, so requests are signed by the machine's clock. */
export async function withOutbound<T>(
  options: EndpointOptions & { ca?: string },
  clock: Clock,
  work: (outbound: ShopOutbound) => Promise<T>,
): Promise<T> {
  const trust = options.ca === undefined ? {} : { ca: options.ca }
  const outbound = createShopOutbound({
    policy: endpointPolicy(options),
    now: clock.now,
    signingNow: systemClock.now,
    ...trust,
  })
  try {
    return await work(outbound)
  } finally {
    await outbound.close()
  }
}

/** The signing secret and the trusted certificates of a command that calls the developer's own endpoint. */
export interface SecretOptions {
  secret?: string
  secretFile?: string
  ca?: string
}

export const secretOption = () =>
  new Option(
    '--secret <whsec>',
    'signing secret; other users of this machine can read it, so prefer the variable or --secret-file',
  ).env('STOREWIRE_REFUND_SECRET')

export const secretFileOption = () => new Option('--secret-file <file>', 'file that holds the signing secret')

export const caOption = () =>
  new Option(
    '--ca <file>',
    'PEM file of certificates to trust instead of the public ones, for a self-signed certificate',
  )

/** @throws Error if the secret is missing or invalid */
export function readSecret({ secret, secretFile }: SecretOptions): string {
  // A named file wins over a variable, which may be set for another purpose.
  const found = secretFile === undefined ? secret : readNamedFile(secretFile).trim()
  if (found === undefined)
    throw new Error('The signing secret is missing: set STOREWIRE_REFUND_SECRET, or give --secret-file or --secret.')
  if (/^whsec_\S+$/.test(found)) return found
  throw new Error(
    'Invalid signing secret: it does not start with "whsec_" or contains a space. Give the whole secret, as it was shown.',
  )
}

export function readCa({ ca }: SecretOptions): { ca?: string } {
  return ca === undefined ? {} : { ca: readNamedFile(ca) }
}

const MARGIN = '  '

/** Prints one call for a developer: the request, the signed text, the response and its meaning. */
export function printAttempt({ type, sent, httpStatus, durationMs, answer, verdict }: Attempt, url: string): void {
  print([strong(`${type} → ${url}`)])
  print(...Object.entries(sent.headers).map(([name, value]) => `${MARGIN}${name}: ${value}`))
  print('', ...linesOf(sent.body, MARGIN), '')
  print([strong('Signed, with the whole secret as the key of HMAC-SHA256')], ...linesOf(sent.signed, MARGIN), '')
  const outcome = httpStatus === null ? 'No response after' : `HTTP ${httpStatus} in`
  print([strong(`${outcome} ${durationMs} ms`)])
  if (answer) print(...linesOf(answer, MARGIN))
  print('', [strong(wentWell(verdict) ? 'ok' : 'failed'), `  ${wordsWithHelp(verdict, url)}`])
}

/** The same as one JSON value. */
export function attemptForScripts({ sent, ...attempt }: Attempt, url: string): object {
  return { url, request: sent, ...attempt, ok: wentWell(attempt.verdict), words: wordsWithHelp(attempt.verdict, url) }
}

function wordsWithHelp(verdict: Verdict, url: string): string {
  const words = wordsFor(verdict)
  if (verdict.kind !== 'no_answer' || verdict.refusal === undefined) return words
  const parsed = URL.parse(url)
  return helped(words, verdict.refusal, parsed ? { hostPort: hostPortOf(parsed) } : {})
}
