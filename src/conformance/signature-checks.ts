import { newSigningSecret } from '../outbound/signing.ts'
import { all, type Check, fail, type Outcome, pass, shown } from './check.ts'
import type { EndpointAnswer, Probe, Tampering } from './probe.ts'

/** Judges the response to a request that must be rejected. */
export function rejected(answer: EndpointAnswer, what: string): Outcome {
  if (answer.verdict.kind === 'bad_signature') return pass
  return fail(`${what} got ${shown(answer)}. The response must be 401 {"ok":false,"code":"bad_signature"}.`)
}

/** Judges whether a correctly signed request was accepted, whatever the rest of the response. */
export function believed(answer: EndpointAnswer, what: string): Outcome {
  const { httpStatus, verdict } = answer
  if (httpStatus === null || httpStatus === 401 || httpStatus === 403 || verdict.kind === 'bad_signature')
    return fail(`${what} was not accepted: ${shown(answer)}.`)
  return pass
}

const rejectsPing = async (probe: Probe, what: string, tampering: Tampering) =>
  rejected(await probe.ping(tampering), what)
const believesPing = async (probe: Probe, what: string, tampering: Tampering) =>
  believed(await probe.ping(tampering), what)

/** Changes both signatures, since an endpoint checks only one of them. */
const signatures =
  (change: (signature: string, scheme: string) => string): NonNullable<Tampering['headers']> =>
  (headers) => ({
    ...headers,
    'service-signature': change(headers['service-signature'] ?? '', 'service-signature'),
    'webhook-signature': change(headers['webhook-signature'] ?? '', 'webhook-signature'),
  })

/** Changes the last digit of a signature, in hex or base64. */
function flipped(signature: string, scheme: string): string {
  const [zero, other] = scheme === 'service-signature' ? ['0', '1'] : ['A', 'Q']
  return signature.replace(/[^=](?==*$)/, (last) => (last === zero ? other : zero))
}

const COMPARE =
  'Compute HMAC-SHA256 over "<t>.<raw body>" with the whole secret, and compare all 64 digits in constant time. Reject any other signature with 401 {"ok":false,"code":"bad_signature"}.'
const TIME =
  'Reject a request with 401 bad_signature if its t is more than 300 seconds from your clock, in either direction.'

export const signatureChecks: Check[] = [
  {
    name: 'signature-missing',
    why: 'Anybody on the internet could order refunds without a signature.',
    fix: 'Reject a request without the service-signature header with 401 {"ok":false,"code":"bad_signature"}, before anything else.',
    run: (probe) =>
      rejectsPing(probe, 'A request without a signature', {
        headers: (signed) => Object.fromEntries(Object.entries(signed).filter(([name]) => !/signature$/.test(name))),
      }),
  },
  {
    name: 'signature-malformed',
    why: 'An unexpected header must not crash the endpoint, and must not be accepted.',
    fix: 'Reject a service-signature header that does not have the form t=<seconds>,v1=<64 hex digits> with 401 bad_signature.',
    run: (probe) =>
      all(
        ...['garbage', 't=,v1=', 't=1', ',,,', 't=now,v1=zz'].map(
          (text) => () => rejectsPing(probe, `A signature header "${text}"`, { headers: signatures(() => text) }),
        ),
        // The expected number of characters, but more bytes: a comparison of buffers may throw.
        () =>
          rejectsPing(probe, 'A signature of 64 letters outside ASCII', {
            headers: signatures((text) => text.replace(/(?<=v1[=,]).*/, 'é'.repeat(64))),
          }),
      ),
  },
  {
    name: 'signature-one-digit',
    why: 'With a comparison that stops early, an attacker can guess a signature digit by digit.',
    fix: COMPARE,
    run: (probe) => rejectsPing(probe, 'A signature with one wrong digit at its end', { headers: signatures(flipped) }),
  },
  {
    name: 'signature-truncated',
    why: 'An endpoint that compares only the received digits accepts an empty signature.',
    fix: `${COMPARE} A signature of another length is wrong.`,
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
    why: 'Requests that are signed with another secret are not from storewire. An unset variable must not count as a secret.',
    fix: 'Accept only the secret of your endpoint. Do not start your program if the secret is missing.',
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
    why: 'Somebody who can change a request on its way could raise the amount.',
    fix: 'Verify the signature of every request over exactly the body that you read. Do not cache valid signatures.',
    run: async (probe) => {
      const headers: Record<string, string> = {}
      const answer = await probe.preview({}, { headers: (signed) => Object.assign(headers, signed) })
      const first = believed(answer, 'A correctly signed preview')
      if (first.status !== 'pass') return first
      return rejected(
        await probe.preview({ orderId: 'another-order' }, { headers: () => headers }),
        'A body that was changed after signing',
      )
    },
  },
  {
    name: 'signature-of-every-type',
    why: 'If only some types of request are verified, strangers can read order data or order refunds.',
    fix: 'Verify the signature before you look at the type.',
    run: async (probe) =>
      rejected(await probe.preview({}, { secret: newSigningSecret() }), 'A preview signed with another secret'),
  },
  {
    name: 'timestamp-old',
    why: 'Somebody who recorded a request could send it again later.',
    fix: TIME,
    run: (probe) =>
      rejectsPing(probe, 'A request that was signed 301 seconds ago', { timestamp: Math.floor(probe.now()) - 301 }),
  },
  {
    name: 'timestamp-future',
    why: 'A request from the future would be valid for longer than five minutes.',
    fix: TIME,
    // A few seconds beyond the limit, since time passes while the request is in progress.
    run: (probe) =>
      rejectsPing(probe, 'A request that is signed 305 seconds ahead', { timestamp: Math.ceil(probe.now()) + 305 }),
  },
  {
    name: 'timestamp-tolerance',
    why: 'Clocks differ and networks are slow. With a limit below 300 seconds, valid refunds are rejected.',
    fix: `${TIME} Accept up to 300 seconds, and make sure that the clocks of both machines are correct.`,
    run: (probe) =>
      all(
        () =>
          // Ten seconds below the limit, since time passes while the request is in progress.
          believesPing(probe, 'A request that was signed 290 seconds ago', { timestamp: Math.ceil(probe.now()) - 290 }),
        () =>
          believesPing(probe, 'A request that is signed 299 seconds ahead', {
            timestamp: Math.floor(probe.now()) + 299,
          }),
      ),
  },
  {
    name: 'signature-several',
    why: 'While a secret is changed, a header may have several signatures, of which one matches.',
    fix: 'Split the header at commas, collect every v1=, and accept the request if one of them matches.',
    run: (probe) => {
      const wrong = (scheme: string) =>
        scheme === 'service-signature' ? `v1=${'0'.repeat(64)}` : `v1,${'A'.repeat(43)}=`
      const between = (scheme: string) => (scheme === 'service-signature' ? ',' : ' ')
      return all(
        () =>
          believesPing(probe, 'A header whose second signature matches', {
            headers: signatures((text, scheme) =>
              text.replace(/v1[=,].*/, (right) => `${wrong(scheme)}${between(scheme)}${right}`),
            ),
          }),
        () =>
          believesPing(probe, 'A header whose first signature matches', {
            headers: signatures((text, scheme) => `${text}${between(scheme)}${wrong(scheme)}`),
          }),
      )
    },
  },
]
