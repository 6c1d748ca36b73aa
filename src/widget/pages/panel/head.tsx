import type { Chat } from './model.ts'
import type { Panel } from './panel.ts'

/** The name of the chat, who answers, and when people do if they are away. */
export function Head({ panel: { words, awayUntil, isPage, close }, chat }: { panel: Panel; chat: Chat }) {
  return (
    <header class="head">
      <div class="head-text">
        <h1>{words.say('title')}</h1>
        <p role="status">
          {whoAnswers(words, chat)} {away(words, awayUntil)}
        </p>
      </div>
      {!isPage() && (
        <button type="button" class="close" aria-label={words.say('close')} onClick={close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      )}
    </header>
  )
}

function whoAnswers(words: Panel['words'], { mode, agentName, messages, phase }: Chat): string {
  if (phase !== 'ready') return ''
  if (mode === 'human') return agentName ? words.say('agentAnswers', { name: agentName }) : words.say('peopleAnswer')
  if (mode === 'waiting') return words.say('waiting')
  // A shop may leave all answers to people, with the assistant turned off.
  return mode === 'assistant' && messages.some(({ author }) => author === 'assistant')
    ? words.say('assistantAnswers')
    : ''
}

const MOMENT = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const

function away(words: Panel['words'], until: string | null): string {
  const back = new Date(until ?? 0)
  return back.getTime() > Date.now() ? words.say('away', { time: back.toLocaleString(words.locale, MOMENT) }) : ''
}
