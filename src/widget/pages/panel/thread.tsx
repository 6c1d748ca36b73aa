import { Fragment, type TargetedEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { inOrder } from '../../../lib/reordering.ts'
import { useEnded } from './ended.ts'
import { Later } from './later.tsx'
import { MessageItem, UnsentItem } from './message.tsx'
import { type Chat, type Choice, type Message, refundOn } from './model.ts'
import type { Panel } from './panel.ts'

/** How far from the end somebody may have scrolled up and still follow it. */
const NEAR_PX = 80

/** The conversation. Readers of the screen speak what is added at its end, once; what is read from further back is not spoken. */
export function Thread({ panel, chat }: { panel: Panel; chat: Chat }) {
  const { words, loadOlder } = panel
  const { messages, older, isLoadingOlder, unsent, refund, phase, mode } = chat
  const { place, onScroll, isBelow, toEnd, keepAtEnd } = useScroll(chat)
  const hasEnded = useEnded(chat)
  // It stays, with what was saved, until the page changes.
  const asked = useStays(chat.asksContact && mode === 'waiting', chat.conversationId)
  if (phase !== 'ready' && phase !== 'idle') return <div class="thread" />
  const last = messages.at(-1)
  const isEmpty = last === undefined
  const choose = (text: string, choice?: Choice) => {
    // The button goes, and the keyboard must not start again at the top.
    place.current?.focus()
    void panel.send(text, choice)
  }
  const isOnCard = messages.some((message) => refundOn(message, null)?.actionId === refund?.actionId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with the keyboard alone, it scrolls only with the focus
    <section class="thread" ref={place} onScroll={onScroll} tabIndex={0} aria-label={words.say('messages')}>
      {older !== null && !isEmpty && (
        <button type="button" class="plain older" aria-disabled={isLoadingOlder} onClick={loadOlder}>
          {words.say(isLoadingOlder ? 'loading' : 'older')}
        </button>
      )}
      {(older === null || isEmpty) && <p class="greeting">{words.say('greeting')}</p>}
      {isEmpty && phase === 'ready' && (older !== null || panel.isCustomer()) && (
        <Later part="Welcome" panel={panel} onGrown={keepAtEnd} />
      )}
      {isEmpty && unsent.length === 0 && panel.shop.starters.length > 0 && <Starters panel={panel} choose={choose} />}
      <div role="log" aria-live={isLoadingOlder ? 'off' : 'polite'}>
        <ol class="messages">
          {messages.map((message, index) => {
            const shown = refundOn(message, refund)
            return (
              <Fragment key={message.id}>
                <MessageItem
                  message={message}
                  panel={panel}
                  isFollowing={isSoonAfter(messages[index - 1], message)}
                  isFollowed={isSoonAfter(message, messages[index + 1])}
                  onGrown={keepAtEnd}
                  choose={message === last && unsent.length === 0 ? choose : undefined}
                />
                {shown && (
                  <li class="of-message" aria-live="off">
                    <Later part="RefundCard" panel={panel} chat={chat} refund={shown} onDrawn={keepAtEnd} />
                  </li>
                )}
              </Fragment>
            )
          })}
          {unsent.map((one) => (
            <UnsentItem key={one.key} unsent={one} panel={panel} />
          ))}
        </ol>
      </div>
      {refund && !isOnCard && <Later part="RefundCard" panel={panel} chat={chat} refund={refund} onDrawn={keepAtEnd} />}
      {asked && <Later part="ContactCard" panel={panel} onDrawn={keepAtEnd} />}
      {hasEnded && <Later part="EndCard" panel={panel} chat={chat} onGrown={keepAtEnd} onDrawn={keepAtEnd} />}
      <Writing panel={panel} chat={chat} />
      {isBelow && (
        <button type="button" class="below" onClick={toEnd}>
          {words.say('newMessages')}
        </button>
      )}
    </section>
  )
}

/** What a customer may ask first, in the words of the shop. */
function Starters({ panel: { words, shop }, choose }: { panel: Panel; choose: (text: string) => void }) {
  return (
    <ul class="starters" aria-label={words.say('starters')}>
      {shop.starters.map((text) => (
        <li key={text}>
          <button type="button" class="choice" dir="auto" onClick={() => choose(text)}>
            {inOrder(text)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Whether something was true of a conversation since it is shown. */
function useStays(isTrue: boolean, conversationId: string | null): boolean {
  const [since, setSince] = useState<string | null>(null)
  useEffect(() => {
    if (isTrue) setSince(conversationId)
  }, [isTrue, conversationId])
  return isTrue || (since !== null && since === conversationId)
}

/** How long an answer of the assistant may take. A shop may leave all answers to people. */
const ANSWER_MS = 30_000

/** Dots while somebody writes, or the assistant makes its answer. */
function Writing({ panel: { words, shop }, chat: { typing, messages, mode, unsent } }: { panel: Panel; chat: Chat }) {
  const last = messages.at(-1)
  const isAsked = shop.hasAssistant && mode === 'assistant' && last?.author === 'customer' && unsent.length === 0
  const [waited, setWaited] = useState('')
  useEffect(() => {
    const timer = isAsked && setTimeout(() => setWaited(last.id), ANSWER_MS)
    return () => clearTimeout(timer || undefined)
  }, [isAsked, last?.id])
  return (
    <div class="typing">
      {(typing !== null || (isAsked && waited !== last.id)) && (
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      <p role="status">{typing !== null && words.say('isWriting', { name: typing || words.say('agent') })}</p>
    </div>
  )
}

const SOON_MS = 300_000

function isSoonAfter(earlier: Message | undefined, later: Message | undefined): boolean {
  if (earlier?.author !== later?.author || earlier?.authorName !== later?.authorName) return false
  return Date.parse(later?.sentAt ?? '') - Date.parse(earlier?.sentAt ?? '') < SOON_MS
}

/** Follows the end of the conversation, unless the customer reads further up: then a button says that something has come. */
function useScroll({ messages, unsent, refund, typing, isOpen, phase }: Chat) {
  const place = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const range = useRef(0)
  const before = useRef({ first: '', last: '', height: 0 })
  const [isBelow, setBelow] = useState(false)
  const first = messages[0]?.id ?? ''
  const last = messages.at(-1)?.id ?? ''

  const toEnd = () => {
    const element = place.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setBelow(false)
  }
  const keepAtEnd = () => {
    if (isAtEnd.current) toEnd()
  }
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const { first: wasFirst, last: wasLast, height } = before.current
    // What the customer reads stays where it is.
    if (wasFirst !== '' && first !== wasFirst && last === wasLast) element.scrollTop += element.scrollHeight - height
    else if (isAtEnd.current) toEnd()
    else if (last !== wasLast) setBelow(true)
    before.current = { first, last, height: element.scrollHeight }
  }, [first, last, unsent.length, refund?.status, refund?.amount, typing, isOpen, phase])
  useLayoutEffect(() => {
    const element = place.current
    // The keyboard of a phone takes away from the height.
    const observer = new ResizeObserver(keepAtEnd)
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [phase])
  const onScroll = ({ currentTarget: element }: TargetedEvent<HTMLElement>) => {
    const most = element.scrollHeight - element.clientHeight
    const isNear = most - element.scrollTop < NEAR_PX
    // Nobody has scrolled if the sizes have changed: the field may grow between a scroll to the end and its event.
    if (isNear || most === range.current) isAtEnd.current = isNear
    if (isNear) setBelow(false)
    range.current = most
  }
  return { place, onScroll, isBelow, toEnd, keepAtEnd }
}
