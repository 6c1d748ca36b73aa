import { memo } from './memo.ts'
import type { Choice, Message } from './model.ts'
import { PlainText } from './plain-text.tsx'
import type { Words } from './texts.ts'

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
        <bdi>{name}</bdi>
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
                {choice.text}
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
