import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from './model.ts'
import type { Panel } from './panel.ts'

/** What keeps the customer from writing, and what the customer must know about the conversation. */
export function Notices({ panel: { words, open }, chat: { phase, isOffline, mode } }: { panel: Panel; chat: Chat }) {
  const isBack = useBack(isOffline)
  const isStuck = phase === 'signIn' || phase === 'notAllowed' || phase === 'failed'
  return (
    <div class="notices" role="status">
      {isOffline && <p class="notice">{words.say('offline')}</p>}
      {isBack && <p class="notice">{words.say('online')}</p>}
      {isStuck && (
        <p class="notice">
          {words.say(phase === 'signIn' ? 'signInAgain' : phase)}{' '}
          {phase !== 'notAllowed' && (
            <button type="button" class="plain" onClick={open}>
              {words.say('tryAgain')}
            </button>
          )}
        </p>
      )}
      {phase === 'ready' && mode === 'closed' && <p class="notice">{words.say('closed')}</p>}
    </div>
  )
}

const SHOWN_MS = 3_000

/** True for some seconds after the connection is back. */
function useBack(isOffline: boolean): boolean {
  const [isBack, setBack] = useState(false)
  const wasOffline = useRef(false)
  useEffect(() => {
    const cameBack = wasOffline.current && !isOffline
    wasOffline.current = isOffline
    setBack(cameBack)
    if (!cameBack) return
    const timer = setTimeout(() => setBack(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isOffline])
  return isBack
}
