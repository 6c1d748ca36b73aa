import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat, Refund } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import type { Words } from '../panel/texts.ts'
import { amountText } from './amount.ts'
import { decide } from './decide.ts'
import { keepFocus } from './keep-focus.ts'

/** A refund that the customer is asked about, with its exact amount, and what became of it. */
export function RefundCard({ panel, chat, refund }: { panel: Panel; chat: Chat; refund: Refund }) {
  const { words } = panel
  const { actionId, orderId, orderNumber, amount, currency, status, expiresAt } = refund
  const { isDeciding, refundProblem, messages } = chat
  const shown = amountText(amount, currency, words)
  // An offer of an earlier message may not be the open one.
  const isAsked = status === 'awaiting_customer' && chat.refund?.actionId === actionId
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
    await decide(panel, isYes)
    // The buttons are gone.
    if (!card.current?.querySelector('button')) keepFocus(thread)
  }
  return (
    <section class={`refund ${status}`} ref={card} aria-label={words.say('refund')}>
      <h2>{words.say(status === 'succeeded' ? 'refunded' : 'refundOf', { amount: shown })}</h2>
      <p class="quiet">
        <bdi>{words.say('order', { order: orderNumber ?? orderId })}</bdi>
      </p>
      <p role="status" class={isAsked ? 'refund-ask' : status === 'succeeded' ? 'hidden' : 'refund-outcome'}>
        {refundProblem === 'changed' && `${words.say('refundChanged', { amount: shown })} `}
        {refundProblem === 'notSent' && `${words.say('refundNotSent')} `}
        {status === 'awaiting_customer' ? words.say('refundAsk') : words.say(`refund_${status}`)}
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

/** A page that put a button under a moving finger must not get a yes. */
const INERT_MS = 500
/** Least time between two looks of the browser. */
const LOOK_MS = 100

/** What version 2 of IntersectionObserver adds: https://w3c.github.io/IntersectionObserver/v2/ */
interface Look extends IntersectionObserverEntry {
  /** False if something covers the element or changes its look, also in the page around the frame. */
  isVisible?: boolean
}

/** Whether somebody sees an element: `away` if it is scrolled out of sight, or was half a second ago; `covered` if something lies over it. */
type Seen = 'seen' | 'away' | 'covered'

/** Browsers that can't tell are believed. */
function useSeen(place: RefObject<Element | null>, isThere: boolean): Seen {
  const [seen, setSeen] = useState<Seen>('seen')
  useEffect(() => {
    if (!place.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (looks: Look[]) => {
        clearTimeout(timer)
        const look = looks.at(-1)
        if (look?.isVisible === false) setSeen(look.isIntersecting ? 'covered' : 'away')
        else timer = setTimeout(() => setSeen('seen'), INERT_MS)
      },
      { trackVisibility: true, delay: LOOK_MS } as IntersectionObserverInit,
    )
    observer.observe(place.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, isThere])
  return seen
}
