import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ChatDetail, ChatEntry } from '../api-types.ts'
import { onLive } from '../live.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData, useNews } from '../parts/use-data.ts'
import { chat as t } from '../texts/en/chat.ts'
import { Entry } from './entry.tsx'
import style from './style.module.css'

/** How long a customer counts as writing after the last report. */
const TYPING_MS = 6_000
/** Within so many CSS pixels of the end, the thread scrolls to new messages. */
const NEAR_END = 80

/** What was said and done. It stays at its end, unless somebody has scrolled up. */
export function Thread({ id, thread }: { id: string; thread: ReturnType<typeof useThread> }) {
  const { entries, hasMore, older } = thread
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const part = list.current
    if (part && isAtEnd.current) part.scrollTop = part.scrollHeight
  }, [entries.length])
  return (
    <section class={`card ${style.log}`} aria-label={t.log}>
      {hasMore && (
        <Button isBusy={older.isBusy} onClick={() => void older.run()}>
          {t.older}
        </Button>
      )}
      <Problem error={older.error} />
      <div
        ref={list}
        class={style.scroll}
        role="log"
        aria-label={t.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
        }}
      >
        <ol class={style.entries}>
          {entries.map((entry) => (
            <Entry key={entry.id} chatId={id} entry={entry} />
          ))}
        </ol>
      </div>
      <CustomerTypes id={id} newest={entries.at(-1)?.id} />
    </section>
  )
}

function CustomerTypes({ id, newest }: { id: string; newest: string | undefined }) {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onLive('typing', (data) => {
      if ((data as { conversationId: string }).conversationId !== id) return
      setTyping(true)
      clearTimeout(timer)
      timer = setTimeout(() => setTyping(false), TYPING_MS)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [id])
  useEffect(() => setTyping(false), [newest])
  return (
    <p class={`quiet ${style.typing}`} role="status">
      {isTyping && t.customerTypes}
    </p>
  )
}

const readChat = (id: string, before?: string) =>
  read(api.GET('/chats/{id}', { params: { path: { id }, query: before === undefined ? {} : { before } } }))

/** A chat with all of its entries that were read so far, the oldest first. */
export function useThread(id: string) {
  const { data, error, reload } = useData(() => readChat(id), `chat ${id}`)
  useNews('chat', reload, (news) => (news as { id: string }).id === id)
  const [known, setKnown] = useState<{ entries: ChatEntry[]; hasMore: boolean }>({ entries: [], hasMore: false })
  const add = (page: ChatDetail) =>
    setKnown((before) => {
      const byId = new Map([...before.entries, ...page.entries].map((entry) => [entry.id, entry]))
      const entries = [...byId.values()].sort((one, other) => (one.id.slice(4) < other.id.slice(4) ? -1 : 1))
      // Only the page with the oldest entry knows whether there are older ones.
      const isOldest = page.entries[0]?.id === entries[0]?.id
      return { entries, hasMore: isOldest ? page.hasMore : before.hasMore }
    })
  useEffect(() => {
    if (data) add(data)
  }, [data])
  const older = useAction(async () => add(await readChat(id, known.entries[0]?.id)))
  return { detail: data, error, reload, ...known, older }
}
