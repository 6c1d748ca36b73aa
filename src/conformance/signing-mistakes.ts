import { createHmac } from 'node:crypto'
import { encodedKey } from '../outbound/signing.ts'
import type { EndpointAnswer, Probe, SignedParts } from './probe.ts'

/** A wrong way to check a signature: how it differs from the correct way, and its description. */
interface Mistake {
  what: string
  key?(secret: string): string | Buffer
  content?(request: SignedParts): string
  algorithm?: 'sha1' | 'sha256' | 'sha512'
  encoding?: 'base64'
  /** Replaces the timestamp in seconds. */
  timestamp?(seconds: number): number
}

const DECODED: Mistake = {
  what: 'the secret decoded from base64 as the key, instead of the whole secret as text',
  key: (secret) => Buffer.from(encodedKey(secret), 'base64'),
}
const NO_PREFIX: Mistake = { what: 'the secret without "whsec_" as the key', key: encodedKey }
const BODY_ALONE: Mistake = { what: 'only the body signed, without "<t>." before it', content: ({ body }) => body }
const NO_DOT: Mistake = { what: 'no dot between t and the body', content: ({ t, body }) => `${t}${body}` }
const STANDARD: Mistake = {
  what: '"<id>.<t>.<body>" signed, as in Standard Webhooks, instead of "<t>.<body>"',
  content: ({ id, t, body }) => `${id}.${t}.${body}`,
}
const BASE64: Mistake = { what: 'the signature in base64, instead of hex digits', encoding: 'base64' }

const reserialized = (how: string, change: (body: string) => string): Mistake => ({
  what: `a re-serialized body (${how}), instead of the bytes that were received`,
  content: ({ t, body }) => `${t}.${change(body)}`,
})
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const single: Mistake[] = [
  DECODED,
  NO_PREFIX,
  { what: 'a line break after the secret: trim the secret', key: (secret) => `${secret}\n` },
  { what: 'quotes around the secret: remove them from the setting', key: (secret) => `"${secret}"` },
  { what: 'an empty secret: the setting is missing', key: () => '' },
  { what: 'the text "undefined" as the secret: the setting is missing', key: () => 'undefined' },
  BODY_ALONE,
  NO_DOT,
  STANDARD,
  reserialized('with spaces after colons and commas, as by json.dumps in Python', (body) =>
    body.replaceAll('":', '": ').replaceAll(',"', ', "'),
  ),
  reserialized('with its members sorted', (body) => JSON.stringify(JSON.parse(body, sorted))),
  reserialized('with {} written as [], as by json_encode in PHP', (body) => body.replaceAll('{}', '[]')),
  BASE64,
  { what: 'SHA-1, instead of SHA-256', algorithm: 'sha1' },
  { what: 'SHA-512, instead of SHA-256', algorithm: 'sha512' },
  { what: 't used as milliseconds: t is in seconds', timestamp: (seconds) => seconds * 1000 },
]

/** Mistakes that often occur together: at most one of each row. */
const common: Mistake[][] = [[DECODED, NO_PREFIX], [BODY_ALONE, NO_DOT, STANDARD], [BASE64]]

/** Single mistakes first, then two at a time, then three. */
const candidates: Mistake[][] = [
  ...single.map((mistake) => [mistake]),
  ...combined(common)
    .filter(({ length }) => length > 1)
    .sort((a, b) => a.length - b.length),
]

/** All combinations of at most one mistake of each row. */
function combined([row, ...others]: Mistake[][]): Mistake[][] {
  return row ? combined(others).flatMap((some) => [some, ...row.map((mistake) => [mistake, ...some])]) : [[]]
}

/**
 * Signs pings in wrong ways until the endpoint accepts one, which shows how it checks signatures.
 *
 * @param rejected the response to a correctly signed ping
 * @returns a sentence that names the mistake; undefined if it is not a known one
 */
export async function findMistake(
  probe: Probe,
  rejected: EndpointAnswer,
  isAccepted: (answer: EndpointAnswer) => boolean,
): Promise<string | undefined> {
  const clock = clockDifference(probe, rejected)
  if (clock !== 0 && isAccepted(await probe.ping({ timestamp: Math.floor(probe.now()) + clock })))
    return `The clock of the endpoint is ${Math.abs(clock)} seconds ${clock > 0 ? 'ahead' : 'behind'}. Correct the clock.`
  for (const mistakes of candidates) {
    const { timestamp, ...way } = Object.assign({}, ...mistakes) as Mistake
    const t = timestamp === undefined ? {} : { timestamp: timestamp(Math.floor(probe.now())) }
    if (isAccepted(await probe.ping({ ...t, signature: (request) => signedAs(way, request) })))
      return `The endpoint accepted a ping that was signed in a wrong way: ${mistakes.map(({ what }) => what).join('; ')}.`
  }
  return undefined
}

function signedAs({ key, content, algorithm = 'sha256', encoding }: Mistake, request: SignedParts): string {
  return createHmac(algorithm, key?.(request.secret) ?? request.secret)
    .update(content?.(request) ?? `${request.t}.${request.body}`)
    .digest(encoding ?? 'hex')
}

/** Whole seconds by which the endpoint's clock is ahead, from the date header; 0 for a small difference. */
function clockDifference(probe: Probe, { date }: EndpointAnswer): number {
  const difference = Math.round(Date.parse(date ?? '') / 1000 - probe.now())
  // A few seconds are the time of the request, and do no harm.
  return Math.abs(difference) > 10 ? difference : 0
}
