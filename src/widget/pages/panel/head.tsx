import { useState } from 'preact/hooks'
import { inOrder } from '../../../lib/reordering.ts'
import { whenBack } from '../../../lib/when-back.ts'
import type { Chat } from './model.ts'
import type { Panel } from './panel.ts'

/** Whose chat it is, who answers, and when people do if they are away. */
export function Head({ panel, chat }: { panel: Panel; chat: Chat }) {
  const { words, shop, isPage, close } = panel
  return (
    <header class="head">
      <Logo {...shop} />
      <div class="head-text">
        <h1>{inOrder(shop.name)}</h1>
        <p role="status">
          {whoAnswers(panel, chat)} {away(panel)}
        </p>
      </div>
      {!isPage() && (
        <button type="button" class="close" aria-label={words.say('close')} onClick={close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
        </button>
      )}
    </header>
  )
}

/** The logo, or the first letters of the first two words of the name. */
function Logo({ logo, name }: Pick<Panel['shop'], 'logo' | 'name'>) {
  const [isMissing, setMissing] = useState(false)
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.slice(0, 2).map((word) => [...word][0]?.toLocaleUpperCase())
  return (
    <div class="logo" aria-hidden="true">
      {logo && !isMissing ? (
        <img src={logo} alt="" width="40" height="40" onError={() => setMissing(true)} />
      ) : (
        initials.join('')
      )}
    </div>
  )
}

function whoAnswers({ words, shop }: Panel, { mode, agentName, phase }: Chat): string {
  if (phase !== 'ready' && phase !== 'idle') return ''
  if (mode === 'human') return agentName ? words.say('agentAnswers', { name: agentName }) : words.say('peopleAnswer')
  if (mode === 'waiting') return words.say('waiting')
  return mode === 'assistant' && shop.hasAssistant ? words.say('assistantAnswers') : ''
}

function away({ words, shop: { awayUntil, timeZone } }: Panel): string {
  const back = Date.parse(awayUntil ?? '')
  if (!(back > Date.now())) return ''
  const time = whenBack(
    { at: back, now: Date.now(), locale: words.locale, zone: undefined, shopZone: timeZone },
    (day, time) => words.say('moment', { day, time }),
  )
  return words.say('away', { time })
}
