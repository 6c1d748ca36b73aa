import { Component, type ComponentType, createElement, type FunctionComponent } from 'preact'
import { inOrder } from '../../../lib/reordering.ts'
import type { Choice, Message, Unsent } from './model.ts'
import type { Panel } from './panel.ts'
import { piecesOf, type Words } from './texts.ts'

interface Props {
  message: Message
  words: Words
  /** Whether the message before it has the same author, whose name is not repeated. */
  isFollowing: boolean
  /** Whether the next message follows at once from the same author: then that one has the time. */
  isFollowed: boolean
  /** Answers with a suggested answer; undefined where the conversation has moved on. */
  choose: ((text: string, choice: Choice) => void) | undefined
}

/** One message, with the answers that it suggests. */
export const MessageItem = memo(({ message, words, isFollowing, isFollowed, choose }: Props) => {
  const { author, authorName, text, sentAt, choices } = message
  const name = author === 'customer' ? words.say('you') : (authorName ?? words.say(author))
  return (
    <li class={`message ${author}`}>
      <p class={isFollowing || author === 'customer' || author === 'system' ? 'hidden' : 'author'}>
        <bdi>{inOrder(name)}</bdi>
      </p>
      <PlainText text={text} words={words} />
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
      <PlainText text={text} words={words} />
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
