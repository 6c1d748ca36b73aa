import { useEffect, useRef, useState } from 'preact/hooks'
import { Composer } from './composer.tsx'
import { Head } from './head.tsx'
import { Later } from './later.tsx'
import type { Chat } from './model.ts'
import type { Panel } from './panel.ts'
import { useStore } from './store.ts'
import { Thread } from './thread.tsx'

/** The whole panel: who answers, the conversation, and what the customer writes. */
export function Shell({ panel }: { panel: Panel }) {
  const chat = useStore(panel.chat)
  const { words } = panel
  useEffect(() => {
    const onKey = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && !panel.isPage()) panel.close()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [panel])
  const last = chat.messages.at(-1)
  if (!chat.isOpen && chat.unread > 0 && last && last.id !== chat.peeked)
    return <Later part="Peek" panel={panel} message={last} count={chat.unread} />
  const isUsable = chat.phase === 'idle' || chat.phase === 'ready'
  return (
    <main class="panel">
      <Head panel={panel} chat={chat} />
      {chat.phase === 'loading' ? <p class="loading">{words.say('loading')}</p> : <Thread panel={panel} chat={chat} />}
      <Notices panel={panel} chat={chat} />
      {isUsable && <Composer panel={panel} chat={chat} />}
    </main>
  )
}

/** What keeps the customer from writing, and what the customer must know about the conversation. */
function Notices({ panel: { words, open }, chat: { phase, isOffline, mode } }: { panel: Panel; chat: Chat }) {
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
