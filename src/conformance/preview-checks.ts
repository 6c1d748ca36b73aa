import { randomUUID } from 'node:crypto'
import type { PreviewData } from '../refunds/endpoint/endpoint-request.ts'
import { reasonKinds } from '../refunds/reasons.ts'
import { all, type Check, fail, type Outcome, pass, shown, skip } from './check.ts'
import type { EndpointAnswer, Probe } from './probe.ts'

const NO_AMOUNT = 'The plain preview named no amount. Use --order to name an order that can be refunded.'

const isAnswered = ({ verdict }: EndpointAnswer) => verdict.kind === 'amount' || verdict.kind === 'refused'

/** Whether a changed preview gets a valid response, which may be a refusal. */
async function answered(probe: Probe, what: string, change: Partial<PreviewData>): Promise<Outcome> {
  if (!isAnswered(await probe.usual())) return skip('The plain preview got no valid response either.')
  const answer = await probe.preview(change)
  return isAnswered(answer) ? pass : fail(`${what} got no valid response: ${shown(answer)}.`)
}

/** Whether a member of the response to a plain preview is valid. The verdict names only the first invalid one. */
async function member(probe: Probe, wrong: 'bad_amount' | 'bad_currency'): Promise<Outcome> {
  const answer = await probe.usual()
  const { verdict } = answer
  if (verdict.kind === 'amount') return pass
  if (verdict.kind === 'no_answer' && verdict.reason === wrong)
    return fail(`${verdict.explanation} The response was ${shown(answer)}.`)
  return skip(NO_AMOUNT)
}

export const previewChecks: Check[] = [
  {
    name: 'preview-amount',
    why: 'Amounts that are strings, negative or not whole count as no answer.',
    fix: 'Respond with "amount" as a whole number of minor units, 0 or more: 1250 for 12.50 EUR.',
    run: async (probe) => {
      const answer = await probe.usual()
      return answer.verdict.kind === 'refused' && probe.isOrderKnown
        ? fail(`The order that you named was refused: ${shown(answer)}. Name an order that can be refunded.`)
        : member(probe, 'bad_amount')
    },
  },
  {
    name: 'preview-currency',
    why: 'An amount without a valid currency counts as no answer.',
    fix: 'Respond with the currency of the order in "currency", as three capital letters, such as "EUR".',
    run: (probe) => member(probe, 'bad_currency'),
  },
  {
    name: 'preview-repeatable',
    why: 'A preview may be sent several times. It only calculates the amount and must not change anything.',
    fix: 'Calculate the amount from the order, and change nothing.',
    run: async (probe) => {
      const [first, second] = [await probe.usual(), await probe.preview()]
      if (first.verdict.kind !== 'amount') return skip(NO_AMOUNT)
      const { amount, currency } = first.verdict
      const { verdict } = second
      if (verdict.kind === 'amount' && verdict.amount === amount && verdict.currency === currency) return pass
      return fail(`The same preview got ${shown(first)} and then ${shown(second)}.`)
    },
  },
  {
    name: 'preview-without-action',
    why: 'The preview is sent before there is a refund, so its actionId is empty.',
    fix: 'Do not require an actionId in previews. Use only order and lines.',
    run: (probe) => answered(probe, 'A preview with an empty actionId', { actionId: '' }),
  },
  {
    name: 'preview-reasons',
    why: 'A reason is one of four kinds. The note of an agent follows after a colon.',
    fix: `Split the reason at its first colon, and accept ${reasonKinds.join(', ')}. If you do not refund a kind, refuse it with a code.`,
    run: (probe) =>
      all(
        ...reasonKinds
          .flatMap((kind) => [kind, `${kind}: the box was open`])
          .map((reason) => () => answered(probe, `A preview with the reason "${reason}"`, { reason })),
      ),
  },
  {
    name: 'preview-request-mode',
    why: 'A shop whose endpoint only notes requests gets previews with the mode request.',
    fix: 'Respond to previews in the same way in the modes execute and request.',
    run: (probe) => answered(probe, 'A preview with the mode request', { mode: 'request' }),
  },
  {
    name: 'refusal-code',
    why: 'A refusal needs a code for programs and a message for agents.',
    fix: 'Look up the order. If no order has this id, respond with {"ok":false,"code":"unknown_order","message":…}.',
    run: async (probe) => {
      const orderId = `no-such-order-${randomUUID()}`
      const answer = await probe.preview({ orderId })
      if (answer.verdict.kind === 'refused') return pass
      return fail(`The order ${orderId} does not exist, but got ${shown(answer)}. It must be refused with a code.`)
    },
  },
]
