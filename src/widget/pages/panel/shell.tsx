import { useEffect } from 'preact/hooks'
import { Composer } from './composer.tsx'
import { Head } from './head.tsx'
import { Notices } from './notices.tsx'
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
