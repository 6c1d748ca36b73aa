import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Chat, Rating } from './model.ts'
import type { Panel } from './panel.ts'

/** The server decides: see `hasEnded` there. */
const ENDED_AFTER_MS = 600_000
const DAY_MS = 86_400_000
const MAX_TEXT = 500

/** Whether the chat has ended: it is closed, or the assistant answered last, some time ago. */
function useEnded({ mode, messages }: Chat): boolean {
  const last = messages.findLast(({ author }) => author !== 'system')
  const endsAt = mode === 'assistant' && last?.author === 'assistant' ? Date.parse(last.sentAt) + ENDED_AFTER_MS : 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = endsAt > Date.now() && setTimeout(() => setNow(Date.now()), endsAt - Date.now() + 50)
    return () => clearTimeout(timer || undefined)
  }, [endsAt])
  const isWritten = messages.some(({ author }) => author === 'customer')
  return isWritten && (mode === 'closed' || (endsAt > 0 && endsAt <= Math.max(now, Date.now())))
}

/** A mouth that smiles, or the other way round. */
const MOUTHS = { good: 'M8 14q4 4 8 0', bad: 'M8 17q4-4 8 0' }

interface Props {
  panel: Panel
  chat: Chat
  onGrown: () => void
}

/** Asks how the chat was, once it has ended. The answer can be changed for a day. */
export function RatingCard({ panel: { words, rate }, chat, onGrown }: Props) {
  const hasEnded = useEnded(chat)
  const [text, setText] = useState<string>()
  const [isFailed, setFailed] = useState(false)
  const { rating } = chat
  // These make it larger.
  useLayoutEffect(onGrown, [hasEnded, rating, isFailed])
  if (!hasEnded || (rating && Date.now() - Date.parse(rating.ratedAt) > DAY_MS)) return null
  const word = text ?? rating?.text ?? ''
  const send = async (value: Rating['rating']) => setFailed(!(await rate(value, word.trim())))
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
          <button type="submit" class="plain">
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
