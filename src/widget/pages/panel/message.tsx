import { Component, type ComponentType, createElement, type FunctionComponent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { inOrder } from '../../../lib/reordering.ts'
import { Later } from './later.tsx'
import type { Choice, Message, Unsent } from './model.ts'
import type { Panel } from './panel.ts'
import { piecesOf, type Words } from './texts.ts'

interface Props {
  message: Message
  panel: Panel
  /** Whether the message before it has the same author, whose name is not repeated. */
  isFollowing: boolean
  /** Whether the next message follows at once from the same author: then that one has the time. */
  isFollowed: boolean
  /** Called when more of it is shown, later than the message. */
  onGrown: () => void
  /** Answers with a suggested answer; undefined where the conversation has moved on. */
  choose: ((text: string, choice: Choice) => void) | undefined
}

/** One message, with the answers that it suggests. */
export const MessageItem = memo(({ message, panel, isFollowing, isFollowed, onGrown, choose }: Props) => {
  const { author, authorName, text, sentAt, choices, cards, pictures } = message
  const { words } = panel
  const shown = cards?.filter(({ type }) => type !== 'refund') ?? []
  const name = author === 'customer' ? words.say('you') : (authorName ?? words.say(author))
  return (
    <li class={`message ${author}`} id={message.id}>
      <p class={isFollowing || author === 'customer' || author === 'system' ? 'hidden' : 'author'}>
        <bdi>{inOrder(name)}</bdi>
      </p>
      {pictures && <Later part="Pictures" {...{ pictures, name, panel }} onDrawn={onGrown} />}
      {text === '' ? null : author === 'customer' ? (
        <PlainText text={text} words={words} />
      ) : (
        <Folded text={text} words={words} />
      )}
      {shown.length > 0 && <Later part="Cards" cards={shown} words={words} onDrawn={onGrown} />}
      <time class={isFollowed ? 'hidden' : 'time'} dateTime={sentAt}>
        {timeText(sentAt, words.locale)}
      </time>
      {choose && choices && choices.length > 0 && (
        <ul class="choices" aria-label={words.say('answerFast')}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" class="choice" dir="auto" onClick={() => choose(choice.text, choice)}>
                {inOrder(choice.text)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})

/** The time of today, else with the day. */
function timeText(sentAt: string, locale: string): string {
  const date = new Date(sentAt)
  const isToday = date.toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return date.toLocaleString(locale, { ...day, hour: 'numeric', minute: '2-digit' })
}

/** A message on its way, or one that did not arrive, with what to do about it. */
export function UnsentItem({ unsent: { key, text, problem }, panel }: { unsent: Unsent; panel: Panel }) {
  const { words, tryAgain, discard } = panel
  return (
    <li class="message customer unsent">
      <p class="hidden">{words.say('you')}</p>
      <PlainText text={text || words.say('picture')} words={words} />
      {problem === null ? (
        <p class="time">{words.say('sending')}</p>
      ) : (
        <div class="unsent-actions">
          <p role="alert">{words.say(problem === 'tooMany' ? 'tooMany' : 'notSent')}</p>
          {problem !== 'refused' && (
            <button type="button" class="plain" onClick={() => tryAgain(key)}>
              {words.say('tryAgain')}
            </button>
          )}
          <button type="button" class="plain" onClick={() => discard(key)}>
            {words.say('discard')}
          </button>
        </div>
      )}
    </li>
  )
}

/** An answer of which, if it is long, the first lines are shown. */
function Folded(props: { text: string; words: Words }) {
  const place = useRef<HTMLDivElement>(null)
  // Until it is measured: what is folded is known to have more.
  const [isLong, setLong] = useState(true)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const text = place.current?.firstElementChild
    // A line more is not worth a button: it is shown.
    setLong(!!text && text.scrollHeight > text.clientHeight + 24)
  }, [props.text])
  return (
    <div class={`folding ${isLong && !isOpen ? 'folded' : ''}`} ref={place}>
      <PlainText {...props} />
      {isLong && (
        <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {props.words.say(isOpen ? 'showLess' : 'showAll')}
        </button>
      )}
    </div>
  )
}

/** A text of anybody: no markup, only the addresses of web pages are links. Its letters decide its direction, and of nothing else. */
function PlainText({ text, words }: { text: string; words: Words }) {
  return (
    <p class="text" dir="auto">
      {piecesOf(text).map((piece) =>
        typeof piece === 'string' ? (
          inOrder(piece)
        ) : (
          <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
            <span class="hidden">{` (${words.say('opensPage')})`}</span>
          </a>
        ),
      )}
    </p>
  )
}

/** A part that is drawn again only if one of its properties is another value: a long conversation has hundreds. */
function memo<P extends object>(draw: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return Object.entries(next).some(([name, value]) => this.props[name as keyof P] !== value)
    }
    render() {
      return createElement(draw, this.props as P & { children?: never })
    }
  }
}
