import { useLayoutEffect, useState } from 'preact/hooks'
import type { Chat, Rating } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import { post } from './post.ts'

const DAY_MS = 86_400_000
const MAX_TEXT = 500

/** A mouth that smiles, or the other way round. */
const MOUTHS = { good: 'M8 14q4 4 8 0', bad: 'M8 17q4-4 8 0' }

export interface RatingProps {
  panel: Panel
  chat: Chat
  onGrown: () => void
}

/** Asks how the chat was, once it has ended. The answer can be changed for a day. */
export function RatingCard({ panel, chat, onGrown }: RatingProps) {
  const { words } = panel
  const [text, setText] = useState<string>()
  const [isFailed, setFailed] = useState(false)
  const { rating } = chat
  // These make it larger.
  useLayoutEffect(onGrown, [rating, isFailed])
  if (rating && Date.now() - Date.parse(rating.ratedAt) > DAY_MS) return null
  const word = text ?? rating?.text ?? ''
  const send = async (value: Rating['rating']) => {
    const said = word.trim()
    try {
      const json = { rating: value, ...(said && { text: said }) }
      panel.chat.set({ rating: await post<Rating>(panel, '/widget/rating', json) })
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <form
      class="rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (rating) void send(rating.rating)
      }}
    >
      <p id="rate">{words.say('rate')}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a border of its own */}
      <div role="group" aria-labelledby="rate">
        {(['good', 'bad'] as const).map((value) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={rating?.rating === value}
            onClick={() => send(value)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={`M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9 9.5h.01M15 9.5h.01${MOUTHS[value]}`} />
            </svg>
            {words.say(`rate_${value}`)}
          </button>
        ))}
      </div>
      {rating && (
        <div class="rating-word">
          <input
            value={word}
            maxLength={MAX_TEXT}
            aria-label={words.say('rateWord')}
            placeholder={words.say('rateWord')}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" class="choice">
            {words.say('send')}
          </button>
        </div>
      )}
      <p role="status">
        {isFailed ? words.say('notSent') : rating && word === (rating.text ?? '') && words.say('rateThanks')}
      </p>
    </form>
  )
}
