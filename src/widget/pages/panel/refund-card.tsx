import { useEffect, useRef, useState } from 'preact/hooks'
import { amountText } from './amount.ts'
import { INERT_MS, useSeen } from './covered.ts'
import type { Chat, Refund } from './model.ts'
import type { Panel } from './panel.ts'
import type { Words } from './texts.ts'

/** A refund that the customer is asked about, with its exact amount, and what became of it. */
export function RefundCard({ panel, chat, refund }: { panel: Panel; chat: Chat; refund: Refund }) {
  const { words, decide } = panel
  const { actionId, orderId, orderNumber, amount, currency, status, expiresAt } = refund
  const { isDeciding, refundProblem, messages } = chat
  const shown = amountText(amount, currency, words.locale)
  const isAsked = status === 'awaiting_customer'
  const hasSettled = useSettled(`${actionId} ${amount} ${messages.at(-1)?.id} ${isAsked}`)
  const card = useRef<HTMLElement>(null)
  const answers = useRef<HTMLDivElement>(null)
  const seen = useSeen(answers, isAsked)
  const isReady = hasSettled && seen === 'seen' && !isDeciding
  const answer = (isYes: boolean) => async (event: MouseEvent) => {
    // The keyboard presses what has the focus, whatever lies above it.
    const isByKey = event.detail === 0
    if (!isReady && !(isByKey && hasSettled && !isDeciding)) return
    // The outcome may come before the answer to the decision, and take the whole card away.
    const thread = card.current?.closest<HTMLElement>('.thread')
    await decide(isYes)
    // The buttons are gone, and the keyboard must not start again at the top.
    if (!card.current?.querySelector('button')) thread?.focus()
  }
  return (
    <section class="refund" ref={card} aria-label={words.say('refund')}>
      <h2>{words.say('refundOf', { amount: shown })}</h2>
      <p class="quiet">
        <bdi>{words.say('order', { order: orderNumber ?? orderId })}</bdi>
      </p>
      <p role="status" class={isAsked ? 'refund-ask' : 'refund-outcome'}>
        {refundProblem === 'changed' && `${words.say('refundChanged', { amount: shown })} `}
        {refundProblem === 'notSent' && `${words.say('refundNotSent')} `}
        {isAsked ? words.say('refundAsk') : words.say(`refund_${status}`)}
      </p>
      {isAsked && (
        <>
          {expiresAt !== null && <TimeLeft until={expiresAt} words={words} />}
          <div class="refund-answers" ref={answers} aria-busy={isDeciding}>
            <button type="button" class="yes" aria-disabled={!isReady} onClick={answer(true)}>
              {words.say('refundYes', { amount: shown })}
            </button>
            <button type="button" class="no" aria-disabled={!isReady} onClick={answer(false)}>
              {words.say('refundNo')}
            </button>
          </div>
          {seen === 'covered' && <p class="quiet">{words.say('refundCovered')}</p>}
        </>
      )}
    </section>
  )
}

const MINUTE_MS = 60_000

/** How long the customer can still decide. Nothing depends on it: the clock of a phone may be wrong, so the server decides. */
function TimeLeft({ until, words }: { until: string; words: Words }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now) / MINUTE_MS))
  const time = new Date(until).toLocaleTimeString(words.locale, { hour: 'numeric', minute: '2-digit' })
  return <p class="quiet">{words.say('refundLeft', { minutes, time })}</p>
}

/** Whether what is asked has been in its place for half a second. */
function useSettled(what: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), INERT_MS)
    return () => clearTimeout(timer)
  }, [what])
  return settled === what
}
