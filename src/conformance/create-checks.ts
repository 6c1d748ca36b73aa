import { randomUUID } from 'node:crypto'
import { newSigningSecret } from '../outbound/signing.ts'
import { type Check, fail, type Outcome, pass, shown, skip } from './check.ts'
import type { EndpointAnswer, Probe } from './probe.ts'
import { rejected } from './signature-checks.ts'

const NO_AMOUNT = 'The preview named no amount, so nothing can be refunded. Use --order to name another order.'

interface Refunded {
  /** The first response with an outcome; the first of all responses if none has one. */
  first: EndpointAnswer
  burst: EndpointAnswer[]
  repeats: EndpointAnswer[]
}

/** Judges the responses to a refund. Skips if there is no amount, or if the shop refuses. */
async function refunded(probe: Probe, judge: (refunded: Refunded) => Outcome): Promise<Outcome> {
  if ((await probe.usual()).verdict.kind !== 'amount') return skip(NO_AMOUNT)
  const { burst, repeats } = await probe.refund()
  const first = burst.find(isOutcome) ?? (burst[0] as EndpointAnswer)
  if (first.verdict.kind === 'refused')
    return skip(`The refund was refused: ${shown(first)}. Use --order to name an order that can be refunded.`)
  return judge({ first, burst, repeats })
}

const isOutcome = ({ verdict }: EndpointAnswer) => verdict.kind === 'outcome'

/** Judges the responses to repeated requests. If no refund was made, the check `create-answered` fails instead. */
const afterRefund = (probe: Probe, judge: (refunded: Refunded) => Outcome) =>
  refunded(probe, (answers) =>
    isOutcome(answers.first) ? judge(answers) : skip('No refund was made, so none could be repeated.'),
  )

/** The distinct references of the shop in responses. */
function references(answers: EndpointAnswer[]): string[] {
  const found = answers.flatMap(({ verdict }) => (verdict.kind === 'outcome' ? [verdict.refundId] : []))
  return [...new Set(found.filter((reference) => reference !== null))]
}

export const createChecks: Check[] = [
  {
    name: 'create-signature',
    why: 'This request moves money. Only storewire may send it.',
    fix: 'Verify the signature before you look at the type.',
    run: async (probe) => {
      const change = { actionId: 'act_forged', orderId: `no-such-order-${randomUUID()}` }
      return rejected(await probe.create(change, { secret: newSigningSecret() }), 'A forged refund.create')
    },
  },
  {
    name: 'create-amount-negative',
    why: 'A negative refund would charge the customer, or undo a refund in your books.',
    fix: 'Before money moves, check that "amount" is a whole number, 0 or more. Refuse anything else with 400 {"ok":false,"code":"bad_request"}.',
    run: async (probe) => {
      if ((await probe.usual()).verdict.kind !== 'amount') return skip(NO_AMOUNT)
      const answer = await probe.create({ actionId: 'act_negative', amount: -1 })
      const { httpStatus, verdict } = answer
      if (verdict.kind === 'refused' || (httpStatus !== null && httpStatus >= 400 && httpStatus < 500)) return pass
      return fail(`A refund.create with the amount -1 got ${shown(answer)}. It must be refused with a code.`)
    },
  },
  {
    name: 'create-answered',
    why: 'Without a valid response the request is sent again up to five times. Then the refund counts as failed, although it may have been made.',
    fix: 'Respond with 200 {"ok":true,"status":"succeeded","refundId":"…"}, or with "pending", and report the outcome later.',
    run: (probe) =>
      refunded(probe, ({ first }) =>
        isOutcome(first) ? pass : fail(`The response to refund.create has no outcome: ${shown(first)}.`),
      ),
  },
  {
    name: 'create-reference',
    why: 'Agents use the reference to find the refund in your payment system.',
    fix: 'Respond with your own reference for the refund in "refundId", a string, also with "pending".',
    run: (probe) =>
      afterRefund(probe, ({ first }) => {
        const { verdict } = first
        const fault = verdict.kind === 'outcome' ? verdict.fault : null
        return fault === null ? pass : fail(`${fault} The response was ${shown(first)}.`)
      }),
  },
  {
    name: 'create-concurrent',
    why: 'A request that takes too long is sent again while the first one is still running. The money must move only once.',
    fix: 'Store the idempotency key atomically before the money moves (a unique index; INSERT … ON CONFLICT). Let the second request wait for the first one, or respond with 503 without a code. A refusal would be final.',
    run: (probe) =>
      afterRefund(probe, ({ burst }) => {
        const found = references(burst)
        if (found.length > 1)
          return fail(
            `${burst.length} concurrent requests with one key were refunded as ${JSON.stringify(found)}. They must be one refund.`,
          )
        const refusal = burst.find(({ verdict }) => verdict.kind === 'refused')
        return refusal ? fail(`A concurrent request with the same key was refused: ${shown(refusal)}.`) : pass
      }),
  },
  {
    name: 'create-repeated',
    why: 'If a response is lost, the same refund is ordered again. A second refund or a refusal would be wrong then.',
    fix: 'Store the first response by idempotencyKey in your database, and repeat it when the key comes again. Do not store it by the id of the request, which is new each time.',
    run: (probe) =>
      afterRefund(probe, ({ repeats }) => {
        const other = repeats.find((answer) => !isOutcome(answer))
        if (other) return fail(`A repeated request with the same key got another response: ${shown(other)}.`)
        const found = references(repeats)
        return found.length > 1
          ? fail(`One key was refunded as ${JSON.stringify(found)}. It must be one refund.`)
          : pass
      }),
  },
  {
    name: 'create-request-mode',
    why: 'In the mode request the shop decides later. With "succeeded" the customer would already get the message that the refund was made.',
    fix: 'If mode is "request", record the request and respond with "status":"pending".',
    run: async (probe) => {
      if (probe.mode !== 'request')
        return skip('This check is only for the mode request. To run it, add --mode request.')
      return afterRefund(probe, ({ first }) => {
        const { verdict } = first
        const isPending = verdict.kind === 'outcome' && verdict.status === 'pending'
        return isPending
          ? pass
          : fail(`In the mode request the response was ${shown(first)}. The status must be "pending".`)
      })
    },
  },
]
