import { randomUUID } from 'node:crypto'
import type { PreviewData } from '../refunds/endpoint/endpoint-request.ts'
import { reasonKinds } from '../refunds/reasons.ts'
import { all, type Check, fail, type Outcome, pass, shown, skip } from './check.ts'
import type { Answer, Probe } from './probe.ts'

const NO_AMOUNT = 'The plain preview named no amount: name an order that can be refunded with --order.'

const isAnswered = ({ verdict }: Answer) => verdict.kind === 'amount' || verdict.kind === 'refused'

/** A preview of another form, which may be refused, but has to be answered. */
async function answered(probe: Probe, what: string, change: Partial<PreviewData>): Promise<Outcome> {
  if (!isAnswered(await probe.usual())) return skip('The plain preview is not answered either.')
  const answer = await probe.preview(change)
  return isAnswered(answer) ? pass : fail(`${what} was not answered: ${shown(answer)}.`)
}

/** Whether a member of the plain answer is as it should be; the verdict names the first that is not. */
async function member(probe: Probe, wrong: 'bad_amount' | 'bad_currency'): Promise<Outcome> {
  const answer = await probe.usual()
  const { verdict } = answer
  if (verdict.kind === 'amount') return pass
  if (verdict.kind === 'no_answer' && verdict.reason === wrong)
    return fail(`${verdict.explanation} The answer was ${shown(answer)}.`)
  return skip(NO_AMOUNT)
}

export const previewChecks: Check[] = [
  {
    name: 'ping',
    why: 'Test connection sends a ping, and owners switch refunds on when it succeeds.',
    mend: 'Answer the type ping 200 {"ok":true}.',
    run: async (probe) => {
      const answer = await probe.ping()
      return answer.verdict.kind === 'ok' ? pass : fail(`A ping must be answered {"ok":true}: ${shown(answer)}.`)
    },
  },
  {
    name: 'preview-answered',
    why: 'Without an amount, or a refusal with its reason, no refund can be offered.',
    mend: 'Answer 200 {"ok":true,"amount":1250,"currency":"EUR"}, or {"ok":false,"code":…,"message":…}.',
    run: async (probe) => {
      const answer = await probe.usual()
      const { verdict } = answer
      if (verdict.kind === 'refused' && probe.isOrderKnown)
        return fail(`The order that you named was refused: ${shown(answer)}. Name one that can be refunded.`)
      const isElsewhere = verdict.kind === 'no_answer' && ['bad_amount', 'bad_currency'].includes(verdict.reason)
      return isAnswered(answer) || isElsewhere ? pass : fail(`A preview was not answered: ${shown(answer)}.`)
    },
  },
  {
    name: 'preview-amount',
    why: 'Amounts as text, with a decimal point or below zero are not guessed at: they count as no answer.',
    mend: 'Answer "amount" as a whole number of minor units, 0 or more: 1250 for 12.50 EUR.',
    run: (probe) => member(probe, 'bad_amount'),
  },
  {
    name: 'preview-currency',
    why: 'An amount without a certain currency is worth nothing, and counts as no answer.',
    mend: 'Answer "currency" as three capitals, such as "EUR"; it has to be that of the order.',
    run: (probe) => member(probe, 'bad_currency'),
  },
  {
    name: 'preview-repeatable',
    why: 'A preview only calculates: whoever asks twice must not be told of two refunds, nor make one.',
    mend: 'Work the amount out of the order, and change nothing while you do.',
    run: async (probe) => {
      const [first, second] = [await probe.usual(), await probe.preview()]
      if (first.verdict.kind !== 'amount') return skip(NO_AMOUNT)
      const { amount, currency } = first.verdict
      const { verdict } = second
      if (verdict.kind === 'amount' && verdict.amount === amount && verdict.currency === currency) return pass
      return fail(`The same preview was answered ${shown(first)} and then ${shown(second)}.`)
    },
  },
  {
    name: 'preview-without-action',
    why: 'The amount is asked for before there is a refund: actionId is empty then, also when an agent starts one.',
    mend: 'Do not ask for an actionId in previews; take order and lines alone.',
    run: (probe) => answered(probe, 'A preview with an empty actionId', { actionId: '' }),
  },
  {
    name: 'preview-reasons',
    why: 'A reason is one of four kinds, and where an agent wrote a note it follows after a colon.',
    mend: `Split the reason at its first colon and know ${reasonKinds.join(', ')}; refuse with a code what you do not refund.`,
    run: (probe) =>
      all(
        ...reasonKinds
          .flatMap((kind) => [kind, `${kind}: the box was open`])
          .map((reason) => () => answered(probe, `A preview with the reason "${reason}"`, { reason })),
      ),
  },
  {
    name: 'preview-request-mode',
    why: 'A shop that only takes wishes for refunds gets previews with the mode request.',
    mend: 'Answer previews alike in the modes execute and request.',
    run: (probe) => answered(probe, 'A preview with the mode request', { mode: 'request' }),
  },
  {
    name: 'refusal-code',
    why: 'An order that can not be refunded has to be refused in words that agents and programs understand.',
    mend: 'Look the order up, and answer {"ok":false,"code":"unknown_order","message":…} where there is none.',
    run: async (probe) => {
      const orderId = `no-such-order-${randomUUID()}`
      const answer = await probe.preview({ orderId })
      if (answer.verdict.kind === 'refused') return pass
      return fail(`An order that does not exist must be refused with a code; ${orderId} was answered ${shown(answer)}.`)
    },
  },
]
