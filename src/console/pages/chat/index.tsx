import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { ApiError, api, Cancelled } from '../api.ts'
import { at } from '../base.ts'
import { Icon } from '../parts/icon.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Presence } from '../parts/presence.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { foreign } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { Actions } from './actions.tsx'
import { Composer, type DraftKind } from './composer.tsx'
import { HandedOver } from './handed-over.tsx'
import { Side } from './side.tsx'
import style from './style.module.css'
import { Thread, useThread } from './thread.tsx'

/** One chat. Another chat's address starts with fresh state. */
export default function Chat() {
  const { id = '' } = useRoute().params
  return <OneChat key={id} id={id} />
}

function OneChat({ id }: { id: string }) {
  const { route } = useLocation()
  const thread = useThread(id)
  const { isWriting, noteWriting } = useWriting(id)
  const { detail, error, reload } = thread
  useKeys({
    Escape: () => route(at('/chats')),
    r: () => document.querySelector<HTMLElement>('#composer')?.focus(),
  })
  const lastId = thread.entries.at(-1)?.id
  const unread = detail?.chat.unread ?? 0
  useEffect(() => {
    if (lastId === undefined || unread === 0) return
    const mark = () => {
      if (!document.hidden) markRead(id, lastId)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [lastId, unread])
  const name = detail?.chat.name
  return (
    <>
      <a class={style.back} href={at('/chats')}>
        <Icon name="back" />
        {t.back}
      </a>
      <Page
        title={name ? foreign(name) : t.guest}
        command={`storewire conversations show ${id}`}
        actions={detail && <Actions detail={detail} onChanged={reload} />}
      >
        <Problem error={error} onRetry={reload} />
        {!detail && !error && <Loading />}
        {detail && (
          <div class={style.columns}>
            <div class={style.talk}>
              <Presence place={`chats/${id}`} isWriting={isWriting} />
              <HandedOver detail={detail} />
              <Thread id={id} thread={thread} />
              <Composer detail={detail} onSent={reload} onWriting={noteWriting} />
            </div>
            <Side detail={detail} />
          </div>
        )}
      </Page>
    </>
  )
}

/** A failure only means that the chat stays unread. */
function markRead(id: string, entryId: string): void {
  api.POST('/chats/{id}/read', { params: { path: { id } }, body: { entryId } }).catch((error: unknown) => {
    if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
  })
}

/** Somebody counts as writing for this time after a key. */
const WRITING_MS = 5_000
/** Least time between two reports to the customer that an agent is writing. */
const REPORT_MS = 3_000

/** Whether somebody is writing here, and what notes that: the customer learns it of a reply, and not of a note. */
function useWriting(chatId: string): { isWriting: boolean; noteWriting: (kind: DraftKind) => void } {
  const [isWriting, setWriting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const reported = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const noteWriting = (kind: DraftKind) => {
    setWriting(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWriting(false), WRITING_MS)
    if (kind !== 'reply' || Date.now() - reported.current < REPORT_MS) return
    reported.current = Date.now()
    // A failure only means that the customer does not see it.
    api.POST('/conversations/{id}/typing', { params: { path: { id: chatId } }, body: {} }).catch((error: unknown) => {
      if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
    })
  }
  return { isWriting, noteWriting }
}
