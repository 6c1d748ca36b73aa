import { newSigningSecret } from '../refunds/endpoint/signature.ts'
import { all, type Check, fail, type Outcome, pass, shown } from './check.ts'
import type { Answer, Probe, Tampering } from './probe.ts'

/** An answer to a request that must not be believed. */
export function rejected(answer: Answer, what: string): Outcome {
  if (answer.verdict.kind === 'bad_signature') return pass
  return fail(`${what} must be answered 401 {"ok":false,"code":"bad_signature"}; the answer was ${shown(answer)}.`)
}

/** An answer to a request that is rightly signed, whatever it says. */
function believed(answer: Answer, what: string): Outcome {
  const { httpStatus, verdict } = answer
  if (httpStatus === null || httpStatus === 401 || httpStatus === 403 || verdict.kind === 'bad_signature')
    return fail(`${what} was not accepted: ${shown(answer)}.`)
  return pass
}

const rejectsPing = async (probe: Probe, what: string, tampering: Tampering) =>
  rejected(await probe.ping(tampering), what)
const believesPing = async (probe: Probe, what: string, tampering: Tampering) =>
  believed(await probe.ping(tampering), what)

/** Replaces both signatures: an endpoint checks the one or the other. */
const signatures =
  (change: (signature: string, scheme: string) => string): NonNullable<Tampering['headers']> =>
  (headers) => ({
    ...headers,
    'service-signature': change(headers['service-signature'] ?? '', 'service-signature'),
    'webhook-signature': change(headers['webhook-signature'] ?? '', 'webhook-signature'),
  })

/** In another last digit, of hex or of base64. */
function flipped(signature: string, scheme: string): string {
  const [zero, other] = scheme === 'service-signature' ? ['0', '1'] : ['A', 'Q']
  return signature.replace(/[^=](?==*$)/, (last) => (last === zero ? other : zero))
}

const COMPARE =
  'Compute HMAC-SHA256 over "<t>.<raw body>" with the whole secret, compare all 64 digits in constant time, and answer anything else 401 {"ok":false,"code":"bad_signature"}.'
const TIME =
  'Refuse a request with 401 bad_signature when its t is more than 300 seconds from your clock, in either direction.'

export const signatureChecks: Check[] = [
  {
    name: 'signature-accepted',
    why: 'A refund whose signature the shop does not accept fails at once and is not tried again.',
    mend: 'Take the whole secret, "whsec_" included, as the key of HMAC-SHA256 over "<t>.<raw body>", and compare with the hex digits after v1=. See that it is the newest secret, the body as it was received, and that your clock goes right.',
    gate: true,
    run: (probe) => believesPing(probe, 'A rightly signed ping', {}),
  },
  {
    name: 'signature-missing',
    why: 'Anybody on the internet could order refunds by leaving the signature out.',
    mend: 'Answer a request without service-signature header 401 {"ok":false,"code":"bad_signature"} before anything else.',
    run: (probe) =>
      rejectsPing(probe, 'A request without a signature', {
        headers: (signed) => Object.fromEntries(Object.entries(signed).filter(([name]) => !/signature$/.test(name))),
      }),
  },
  {
    name: 'signature-malformed',
    why: 'A header that nobody expected must not crash the endpoint, nor get past it.',
    mend: 'Answer a service-signature header that is not of the form t=<seconds>,v1=<64 hex digits> 401 bad_signature.',
    run: (probe) =>
      all(
        ...['garbage', 't=,v1=', 't=1', ',,,', 't=now,v1=zz'].map(
          (text) => () => rejectsPing(probe, `A signature header "${text}"`, { headers: signatures(() => text) }),
        ),
        // As many characters as are expected, but more bytes: a comparison of buffers may throw.
        () =>
          rejectsPing(probe, 'A signature of 64 letters outside ASCII', {
            headers: signatures((text) => text.replace(/(?<=v1[=,]).*/, 'é'.repeat(64))),
          }),
      ),
  },
  {
    name: 'signature-one-digit',
    why: 'A comparison that stops early lets a forger guess a signature piece by piece.',
    mend: COMPARE,
    run: (probe) => rejectsPing(probe, 'A signature with one wrong digit at its end', { headers: signatures(flipped) }),
  },
  {
    name: 'signature-truncated',
    why: 'An endpoint that compares only as much as it was sent accepts an empty signature.',
    mend: `${COMPARE} A signature of another length is wrong.`,
    run: (probe) =>
      all(
        () =>
          rejectsPing(probe, 'The first half of a signature', {
            headers: signatures((text, scheme) => text.slice(0, scheme === 'service-signature' ? -32 : -22)),
          }),
        () =>
          rejectsPing(probe, 'An empty signature', {
            headers: signatures((text) => text.replace(/(v1[=,]).*/, '$1')),
          }),
      ),
  },
  {
    name: 'signature-wrong-secret',
    why: 'Requests that are signed with another secret, or with none because a variable is not set, are not from storewire.',
    mend: 'Sign with the one secret of your endpoint and no other, and let your program not start where the secret is missing.',
    run: (probe) =>
      all(
        ...[newSigningSecret(), 'whsec_', 'undefined', 'null', ''].map(
          (secret) => () =>
            rejectsPing(probe, `A signature by another secret (${secret || 'an empty one'})`, { secret }),
        ),
      ),
  },
  {
    name: 'signature-altered-body',
    why: 'Whoever can change a request on its way could raise the amount.',
    mend: 'Verify the signature of every request over the very body that you then read; keep no list of signatures that were right once.',
    run: async (probe) => {
      const headers: Record<string, string> = {}
      const answer = await probe.preview({}, { headers: (signed) => Object.assign(headers, signed) })
      const first = believed(answer, 'A rightly signed preview')
      if (first.status !== 'pass') return first
      return rejected(
        await probe.preview({ orderId: 'another-order' }, { headers: () => headers }),
        'A body that is not the one which was signed',
      )
    },
  },
  {
    name: 'signature-of-every-type',
    why: 'A shop that verifies only some types of request tells strangers about its orders, or refunds them.',
    mend: 'Verify the signature before you look at the type.',
    run: async (probe) =>
      rejected(await probe.preview({}, { secret: newSigningSecret() }), 'A preview that is signed with another secret'),
  },
  {
    name: 'timestamp-old',
    why: 'Somebody who has recorded a request could send it again later.',
    mend: TIME,
    run: (probe) =>
      rejectsPing(probe, 'A request that was signed 301 seconds ago', { timestamp: Math.floor(probe.now()) - 301 }),
  },
  {
    name: 'timestamp-future',
    why: 'A request from the future could be used for longer than the five minutes it should be good for.',
    mend: TIME,
    // A few seconds beyond the bound, as they pass while the request is under way.
    run: (probe) =>
      rejectsPing(probe, 'A request that is signed 305 seconds ahead', { timestamp: Math.ceil(probe.now()) + 305 }),
  },
  {
    name: 'timestamp-tolerance',
    why: 'Clocks differ and networks stall: a shop that is stricter than 300 seconds refuses good refunds.',
    mend: `${TIME} Up to 300 seconds are to be accepted; see that the clocks of both machines go right.`,
    run: (probe) =>
      all(
        () =>
          // Ten seconds short of the bound, since it gets older while it is under way.
          believesPing(probe, 'A request that was signed 290 seconds ago', { timestamp: Math.ceil(probe.now()) - 290 }),
        () =>
          believesPing(probe, 'A request that is signed 299 seconds ahead', {
            timestamp: Math.floor(probe.now()) + 299,
          }),
      ),
  },
  {
    name: 'signature-several',
    why: 'While a secret is changed, or a scheme is added, a header may hold several signatures of which one fits.',
    mend: 'Split the header at commas, gather every v1=, and accept the request where one of them fits.',
    run: (probe) => {
      const wrong = (scheme: string) =>
        scheme === 'service-signature' ? `v1=${'0'.repeat(64)}` : `v1,${'A'.repeat(43)}=`
      const between = (scheme: string) => (scheme === 'service-signature' ? ',' : ' ')
      return all(
        () =>
          believesPing(probe, 'A header whose second signature fits', {
            headers: signatures((text, scheme) =>
              text.replace(/v1[=,].*/, (right) => `${wrong(scheme)}${between(scheme)}${right}`),
            ),
          }),
        () =>
          believesPing(probe, 'A header whose first signature fits', {
            headers: signatures((text, scheme) => `${text}${between(scheme)}${wrong(scheme)}`),
          }),
      )
    },
  },
]
