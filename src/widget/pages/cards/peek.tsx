import { useEffect, useRef } from 'preact/hooks'
import { inOrder } from '../../../lib/reordering.ts'
import type { Message } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'

/** Longer texts are cut off by their height, too. */
const MOST = 200

/** The first words of an unread message, beside the launcher of the closed chat. The frame is as small as they are. */
export function Peek({ panel, message, count }: { panel: Panel; message: Message; count: number }) {
  const { words, tell, dismiss } = panel
  const { id, author, authorName, text } = message
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // A frame that is not shown has no measures: it is shown as a line first.
    const measure = () =>
      tell({ type: 'peek', height: Math.max(1, Math.ceil(box.current?.getBoundingClientRect().height ?? 0)) })
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      tell({ type: 'peek', height: 0 })
    }
  }, [])
  const more = count > 1 ? ` (${count})` : ''
  return (
    <main class="peek-box" ref={box}>
      <h1 class="hidden">{words.say('newMessages')}</h1>
      <button type="button" class="peek-open" onClick={() => tell({ type: 'open' })}>
        <strong>{inOrder(authorName ?? words.say(author === 'customer' ? 'you' : author)) + more}</strong>
        <span dir="auto">{inOrder(text.slice(0, MOST)) || words.say('picture')}</span>
      </button>
      <button type="button" class="remove" aria-label={words.say('discard')} onClick={() => dismiss(id)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
    </main>
  )
}
