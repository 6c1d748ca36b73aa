import { type Check, fail, type Outcome, pass, shown, skip } from './check.ts'
import type { EndpointAnswer, Probe } from './probe.ts'
import { believed } from './signature-checks.ts'
import { findMistake } from './signing-mistakes.ts'

const isAccepted = ({ httpStatus }: EndpointAnswer) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** A ping that JSON middleware does not parse, since its type is text/plain. */
export const textPing = (probe: Probe) =>
  probe.ping({ headers: (signed) => ({ ...signed, 'content-type': 'text/plain' }) })

export const PARSED = 'The body was parsed before the signature check'

/** Whether an endpoint verifies the received bytes. Sends a body that parsing would change, or that a middleware does not parse. */
async function readsRawBody(probe: Probe): Promise<Outcome> {
  const plain = await probe.ping()
  if (!isAccepted(plain))
    return isAccepted(await textPing(probe))
      ? fail(`${PARSED}: a ping as application/json got ${shown(plain)}, but the same ping as text/plain was accepted.`)
      : skip(`A ping got ${shown(plain)}. This does not show whether the body is parsed before the signature check.`)
  const body = (usual: string) => JSON.stringify(JSON.parse(usual), null, 2)
  const spaced = await probe.ping({ body })
  if (isAccepted(spaced)) return pass
  return isAccepted(await probe.ping({ body, signedBody: (usual) => usual }))
    ? fail(
        `${PARSED}: the endpoint verifies the signature over a re-serialized body (JSON.parse, then JSON.stringify).`,
      )
    : skip(`A ping with spaces and line breaks got ${shown(spaced)}. This does not show why the endpoint rejects it.`)
}

/** Whether a correctly signed ping is accepted. If not, {@link findMistake} looks for the wrong way that the endpoint accepts. */
async function acceptsSignature(probe: Probe): Promise<Outcome> {
  const answer = await probe.ping()
  if (isAccepted(answer)) return pass
  const mistake = await findMistake(probe, answer, isAccepted)
  const accepted = believed(answer, 'A correctly signed ping')
  if (mistake) return fail(`A correctly signed ping was not accepted: ${shown(answer)}. ${mistake}`)
  if (accepted.status === 'fail') return accepted
  return skip(`A ping got ${shown(answer)}. This does not show whether the signature was accepted.`)
}

/** The basic requests, and the usual obstacles. If one of these checks fails, most later ones cannot run. */
export const workingChecks: Check[] = [
  {
    name: 'raw-body',
    why: 'The signature covers the bytes that were sent. They are lost once the body is parsed.',
    fix: 'Put this route before express.json() and every other middleware that reads the body, or read it with express.raw({ type: "*/*" }).',
    gate: true,
    run: readsRawBody,
  },
  {
    name: 'signature-accepted',
    why: 'If the shop rejects the signature, the refund fails at once and is not tried again.',
    fix: 'Compute HMAC-SHA256 over "<t>.<raw body>" with the whole secret, "whsec_" included, as the key, and compare it with the hex digits after v1=. Check that the secret is the newest one.',
    gate: true,
    run: acceptsSignature,
  },
  {
    name: 'ping',
    why: 'The connection test sends a ping. Owners switch refunds on when it succeeds.',
    fix: 'Respond to the type ping with 200 {"ok":true}.',
    run: async (probe) => {
      const answer = await probe.ping()
      return answer.verdict.kind === 'ok'
        ? pass
        : fail(`A ping got ${shown(answer)}. The response must be {"ok":true}.`)
    },
  },
  {
    name: 'preview-answered',
    why: 'Without an amount or a refusal, no refund can be offered.',
    fix: 'Respond with 200 {"ok":true,"amount":1250,"currency":"EUR"}, or {"ok":false,"code":…,"message":…}.',
    run: async (probe) => {
      const answer = await probe.usual()
      const { verdict } = answer
      // A wrong amount or currency is reported by later checks.
      const isElsewhere = verdict.kind === 'no_answer' && ['bad_amount', 'bad_currency'].includes(verdict.reason)
      const isAnswered = verdict.kind === 'amount' || verdict.kind === 'refused'
      return isAnswered || isElsewhere ? pass : fail(`A preview got no valid response: ${shown(answer)}.`)
    },
  },
]
