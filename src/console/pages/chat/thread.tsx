import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { onLive } from '../live.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Presence } from '../parts/presence.tsx'
import { dayText } from '../parts/values.tsx'
import { shownNow } from '../server-clock.ts'
import { chat as t } from '../texts/en/chat.ts'
import { Entry } from './entry.tsx'
import style from './style.module.css'
import type { ReadThread } from './use-thread.ts'

/** How long a customer counts as writing after the last report. */
const TYPING_MS = 6_000
/** Within so many CSS pixels of the end, the thread scrolls to new messages. */
const NEAR_END = 80
/** Messages of one person within this time have one heading. */
const TOGETHER_MS = 5 * 60_000

interface ThreadProps {
  id: string
  thread: ReadThread
  /** Whether this person is writing: others see it. */
  isWriting: boolean
  /** How many messages this person has sent: each is scrolled to. */
  sent: number
}

/** What was said and done. It stays at its end, unless somebody has scrolled up. */
export function Thread({ id, thread, isWriting, sent }: ThreadProps) {
  const { detail, entries, hasMore, older } = thread
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  /** How far the part could be scrolled when it last was. */
  const range = useRef(0)
  const stayAtEnd = () => {
    const part = list.current
    if (part && isAtEnd.current) part.scrollTop = part.scrollHeight
  }
  useLayoutEffect(() => {
    isAtEnd.current = true
  }, [sent])
  useLayoutEffect(stayAtEnd, [entries.length, sent])
  useEffect(() => {
    // The composer grows with its text, and a phone's keyboard takes half of the window.
    const sizes = new ResizeObserver(stayAtEnd)
    if (list.current) sizes.observe(list.current)
    return () => sizes.disconnect()
  }, [])
  return (
    <>
      <div
        ref={list}
        class={style.scroll}
        role="log"
        aria-label={t.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          const most = scrollHeight - clientHeight
          const isNear = most - scrollTop < NEAR_END
          // Nobody has scrolled if the sizes have changed: the composer may grow between a scroll to the end and its event.
          if (isNear || most === range.current) isAtEnd.current = isNear
          range.current = most
        }}
      >
        {hasMore && (
          <Button isBusy={older.isBusy} onClick={() => void older.run()}>
            {t.older}
          </Button>
        )}
        <Problem error={older.error} />
        <ol class={style.entries}>
          {entries.map((entry, index) => {
            const before = entries[index - 1]
            const day = dayOf(entry.at)
            const isNewDay = !before || dayOf(before.at) !== day
            return (
              <Entry
                key={entry.id}
                chatId={id}
                entry={entry}
                shopName={detail?.shopName ?? ''}
                day={isNewDay ? day : undefined}
                isContinued={
                  !isNewDay &&
                  before.kind === entry.kind &&
                  before.author === entry.author &&
                  before.name === entry.name &&
                  Date.parse(entry.at) - Date.parse(before.at) < TOGETHER_MS
                }
              />
            )
          })}
        </ol>
      </div>
      <div class={style.present}>
        <CustomerTypes id={id} newest={entries.at(-1)?.id} />
        <Presence place={`chats/${id}`} isWriting={isWriting} />
      </div>
    </>
  )
}

/** The day of an entry; a day that has not begun is today. */
function dayOf(at: string): string {
  const now = shownNow.value
  const day = dayText(Math.min(Date.parse(at), now))
  return day === dayText(now) ? t.today : day
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
  return <p role="status">{isTyping && t.customerTypes}</p>
}
