import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { OrderCard } from '../../../conversations/cards.ts'
import { inOrder } from '../../../lib/reordering.ts'
import type { Panel } from '../panel/panel.ts'
import { Cards } from './cards.tsx'
import { keepFocus } from './keep-focus.ts'
import { get } from './post.ts'

/** What `GET /widget/welcome` answers. */
interface Welcomed {
  order: OrderCard | null
  earlier: { conversationId: string; firstMessageId: string; text: string; startedAt: string }[]
}

/** Most pages of messages that are read until an earlier chat is reached. */
const MOST_PAGES = 20
/** A page is shown some time before the next one can be read. */
const PAUSE_MS = 50

/** In an empty chat: the order that a signed-in customer most likely asks about, and the earlier chats. */
export function Welcome({ panel, onGrown }: { panel: Panel; onGrown: () => void }) {
  const { words } = panel
  const [shown, setShown] = useState<Welcomed>()
  useEffect(() => {
    // Without it the chat is as it was: the panel says that there is no connection.
    get<Welcomed>(panel, '/widget/welcome').then(setShown, () => undefined)
  }, [])
  useLayoutEffect(onGrown, [shown])
  if (!shown) return null
  const { order, earlier } = shown
  return (
    <>
      {order && <Cards cards={[{ type: 'order', order }]} words={words} />}
      {earlier.length > 0 && (
        <section class="earlier" aria-labelledby="earlier">
          <h2 id="earlier">{words.say('earlierChats')}</h2>
          <ul>
            {earlier.map(({ conversationId, firstMessageId, text, startedAt }) => (
              <li key={conversationId}>
                <button type="button" onClick={() => show(panel, firstMessageId)}>
                  <span>{inOrder(text) || words.say('picture')}</span>
                  <time dateTime={startedAt}>
                    {new Date(startedAt).toLocaleDateString(words.locale, { day: 'numeric', month: 'short' })}
                  </time>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Reads back to an earlier chat, and shows its beginning. */
async function show(panel: Panel, firstMessageId: string): Promise<void> {
  const isThere = () => panel.chat.get().messages.some(({ id }) => id === firstMessageId)
  for (let page = 0; page < MOST_PAGES && !isThere() && panel.chat.get().older !== null; page++) {
    await panel.loadOlder()
    // While nothing is spoken of what was read, no more is read.
    while (panel.chat.get().isLoadingOlder) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (panel.chat.get().isOffline) return
  }
  const first = document.getElementById(firstMessageId)
  first?.scrollIntoView({ block: 'start' })
  // The list is gone.
  keepFocus(first?.closest<HTMLElement>('.thread'))
}
