import { randomUUID } from 'node:crypto'
import { newSigningSecret } from '../refunds/endpoint/signature.ts'
import { type Check, fail, type Outcome, pass, shown, skip } from './check.ts'
import type { Answer, Probe } from './probe.ts'
import { rejected } from './signature-checks.ts'

interface Refunded {
  /** The first answer that says so, or the first of all where none does. */
  first: Answer
  burst: Answer[]
  repeats: Answer[]
}

/** Judges what a refund was answered; there is nothing to judge without an amount, or where the shop refuses. */
async function refunded(probe: Probe, judge: (refunded: Refunded) => Outcome): Promise<Outcome> {
  if ((await probe.usual()).verdict.kind !== 'amount')
    return skip('The preview named no amount, so there is none to refund: name another order with --order.')
  const { burst, repeats } = await probe.refund()
  const first = burst.find(isOutcome) ?? (burst[0] as Answer)
  if (first.verdict.kind === 'refused')
    return skip(`The refund was refused: ${shown(first)}. Name an order that can be refunded with --order.`)
  return judge({ first, burst, repeats })
}

const isOutcome = ({ verdict }: Answer) => verdict.kind === 'outcome'

/** Judges what follows a refund; where none was made, `create-answered` says so. */
const afterRefund = (probe: Probe, judge: (refunded: Refunded) => Outcome) =>
  refunded(probe, (answers) =>
    isOutcome(answers.first) ? judge(answers) : skip('No refund was made that could be asked for again.'),
  )

/** The shop's references in answers, each once. */
function references(answers: Answer[]): string[] {
  const found = answers.flatMap(({ verdict }) => (verdict.kind === 'outcome' ? [verdict.refundId] : []))
  return [...new Set(found.filter((reference) => reference !== null))]
}

export const createChecks: Check[] = [
  {
    name: 'create-signature',
    why: 'This request moves money, and nobody but storewire may send it.',
    mend: 'Verify the signature before you look at the type.',
    refunds: true,
    run: async (probe) => {
      const change = { actionId: 'act_forged', orderId: `no-such-order-${randomUUID()}` }
      return rejected(await probe.create(change, { secret: newSigningSecret() }), 'A forged refund.create')
    },
  },
  {
    name: 'create-answered',
    why: 'What is no answer is sent again up to five times, and then the refund stands as failed although it may have been made.',
    mend: 'Answer 200 {"ok":true,"status":"succeeded","refundId":"…"}, or "pending" and report the outcome later.',
    refunds: true,
    run: (probe) =>
      refunded(probe, ({ first }) =>
        isOutcome(first) ? pass : fail(`refund.create was not answered with an outcome: ${shown(first)}.`),
      ),
  },
  {
    name: 'create-reference',
    why: 'With the reference of a refund, agents find it in the system that paid it.',
    mend: 'Answer "refundId" with your own reference of the refund, a text, also with "pending".',
    refunds: true,
    run: (probe) =>
      afterRefund(probe, ({ first }) => {
        const { verdict } = first
        const fault = verdict.kind === 'outcome' ? verdict.fault : null
        return fault === null ? pass : fail(`${fault} The answer was ${shown(first)}.`)
      }),
  },
  {
    name: 'create-concurrent',
    why: 'A request that took too long is sent again while the first one is still at work, and the money must move once.',
    mend: 'Take the idempotency key in one step, before the money moves (a unique index; INSERT … ON CONFLICT), and let the second request wait for the first, or answer it 503 without a code. A refusal would be final.',
    refunds: true,
    run: (probe) =>
      afterRefund(probe, ({ burst }) => {
        const found = references(burst)
        if (found.length > 1)
          return fail(`${burst.length} requests at once under one key were refunded as ${JSON.stringify(found)}.`)
        const refusal = burst.find(({ verdict }) => verdict.kind === 'refused')
        return refusal ? fail(`A request at the same time under the same key was refused: ${shown(refusal)}.`) : pass
      }),
  },
  {
    name: 'create-repeated',
    why: 'When an answer was lost the same refund is ordered again; a second refund, or a refusal, would be wrong.',
    mend: 'Keep the first answer under the idempotencyKey, in your database, and answer with it when the key comes again. Not under the id of the request, which is a new one each time.',
    refunds: true,
    run: (probe) =>
      afterRefund(probe, ({ repeats }) => {
        const other = repeats.find((answer) => !isOutcome(answer))
        if (other) return fail(`The same key was answered differently when it came again: ${shown(other)}.`)
        const found = references(repeats)
        return found.length > 1 ? fail(`One key was refunded as ${JSON.stringify(found)}.`) : pass
      }),
  },
  {
    name: 'create-request-mode',
    why: 'In the mode request the shop decides later: a refund that is told as made would be told to the customer.',
    mend: 'Where mode is request, note the wish and answer "status":"pending".',
    refunds: true,
    run: async (probe) => {
      if (probe.mode !== 'request') return skip('It is for shops that refund in the mode request: add --mode request.')
      return afterRefund(probe, ({ first }) => {
        const { verdict } = first
        const isPending = verdict.kind === 'outcome' && verdict.status === 'pending'
        return isPending ? pass : fail(`In the mode request the answer must be "pending"; it was ${shown(first)}.`)
      })
    },
  },
]
