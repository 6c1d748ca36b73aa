import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { ApiError, api, Cancelled } from '../api.ts'
import type { ChatRow } from '../api-types.ts'
import { Loading, Problem } from '../parts/notice.tsx'
import { usePageActions } from '../parts/page-actions.ts'
import { useKeys } from '../parts/use-keys.ts'
import { foreign } from '../parts/values.tsx'
import { chats } from '../texts/en/chats.ts'
import { pageTitle } from '../waiting.ts'
import { Composer } from './composer.tsx'
import type { DraftKind } from './drafts.ts'
import { HandedOver } from './handed-over.tsx'
import { Head } from './head.tsx'
import { Side } from './side.tsx'
import style from './style.module.css'
import { Thread } from './thread.tsx'
import { useActs } from './use-acts.tsx'
import { useThread } from './use-thread.ts'

interface OneChatProps {
  id: string
  /** As the list shows it, until the chat is read. */
  row: ChatRow | undefined
  listAddress: string
  /** Opens the next chat of the list. */
  onLeave: () => void
  /** Called after everything that was done here, before its event arrives. */
  onChanged: () => void
}

/** One chat with its customer. Another chat starts with fresh state. */
export function OneChat({ id, row, listAddress, onLeave, onChanged }: OneChatProps) {
  const { route } = useLocation()
  const thread = useThread(id)
  const { detail, error, reload } = thread
  const { isWriting, noteWriting } = useWriting(id)
  const [kind, setKind] = useState<DraftKind>('reply')
  const [isSideOpen, setSideOpen] = useState(false)
  const [sent, setSent] = useState(0)
  const chat = detail?.chat ?? row
  const changed = () => {
    reload()
    onChanged()
  }
  const noteSent = () => {
    setSent((count) => count + 1)
    changed()
  }
  const { acts, dialogs, error: actError } = useActs({ chat, detail, onChanged: changed, onLeave })
  usePageActions(acts)
  const write = (next: DraftKind) => {
    setKind(next)
    document.querySelector<HTMLElement>('#composer')?.focus()
  }
  useKeys({
    ...Object.fromEntries(acts.flatMap(({ key, run }) => (key ? [[key, run]] : []))),
    Escape: () => (isSideOpen ? setSideOpen(false) : route(listAddress)),
    r: () => write('reply'),
    n: () => write('note'),
  })
  useMarkRead(id, thread.entries.at(-1)?.id, detail?.chat.unread ?? 0)
  const name = chat?.name ? foreign(chat.name) : chats.guest
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    pageTitle.value = name
  }, [name])
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div class={`${style.chat} ${isSideOpen ? style.aside : ''}`}>
      <section class={style.talk} aria-label={name}>
        <Head {...{ id, name, heading, chat, acts, listAddress, isSideOpen }} onSide={() => setSideOpen(!isSideOpen)} />
        <div class={style.above}>
          <Problem error={error} onRetry={reload} />
          <Problem error={actError} />
          {detail && <HandedOver detail={detail} />}
        </div>
        {detail ? <Thread {...{ id, thread, isWriting, sent }} /> : <div>{!error && <Loading />}</div>}
        <Composer {...{ id, detail, kind }} onKind={write} onSent={noteSent} onWriting={noteWriting} />
      </section>
      <Side
        detail={detail}
        onTags={acts.find(({ name: one }) => one === 'tags')?.run}
        onClose={() => setSideOpen(false)}
      />
      {dialogs}
    </div>
  )
}

/** Marks a chat as read while it is seen. A failure only means that it stays unread. */
function useMarkRead(id: string, lastId: string | undefined, unread: number): void {
  useEffect(() => {
    if (lastId === undefined || unread === 0) return
    const mark = () => {
      if (document.hidden) return
      api.POST('/chats/{id}/read', { params: { path: { id } }, body: { entryId: lastId } }).catch(ignoreRefusal)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [lastId, unread])
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof Cancelled)) throw error
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
    api.POST('/conversations/{id}/typing', { params: { path: { id: chatId } }, body: {} }).catch(ignoreRefusal)
  }
  return { isWriting, noteWriting }
}
