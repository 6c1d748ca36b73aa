import { useRef } from 'preact/hooks'
import type { ChatRow } from '../api-types.ts'
import { at } from '../base.ts'
import { authorName } from '../parts/author.ts'
import { Empty } from '../parts/notice.tsx'
import { type Column, Paging, Table, useRowKeys } from '../parts/table.tsx'
import { Foreign, foreign, Moment, Status, type Tone } from '../parts/values.tsx'
import { chats as t } from '../texts/en/chats.ts'
import { countText } from '../waiting.ts'
import { addressOf, type Place } from './place.ts'
import style from './style.module.css'

interface ChatTableProps {
  place: Place
  chats: ChatRow[]
  /** Where the next page begins. */
  next: string | undefined
}

/** Chats as rows. `j` and `k` go through them, Enter opens one, Esc leaves them. */
export function ChatTable({ place, chats, next }: ChatTableProps) {
  const part = useRef<HTMLDivElement>(null)
  useRowKeys(part, `.${style.open}`)
  return (
    <div ref={part}>
      <Table label={t.tabs[place.show]} columns={COLUMNS} rows={chats} rowKey={({ id }) => id} />
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.newest, href: place.cursor && addressOf({ ...place, cursor: undefined }) },
          { title: t.older, href: next && addressOf({ ...place, cursor: next }) },
        ]}
      />
    </div>
  )
}

const TONES: Partial<Record<ChatRow['mode'], Tone>> = { waiting: 'waiting', human: 'good' }

const COLUMNS: Column<ChatRow>[] = [
  {
    title: t.customer,
    cell: (chat) => (
      <span class={style.who}>
        <a class={`${style.open} ${chat.unread > 0 ? style.unread : ''}`} href={at(`/chats/${chat.id}`)}>
          {chat.name ? foreign(chat.name) : t.guest}
        </a>
        <span class="quiet">{chat.isVerified ? t.isVerified : t.isGuest}</span>
      </span>
    ),
  },
  {
    title: t.last,
    cell: ({ author, text }) =>
      author && text ? (
        <span class={style.text}>
          <span class="quiet">{authorName(author)}: </span>
          <Foreign>{text}</Foreign>
        </span>
      ) : (
        <span class="quiet">{t.noText}</span>
      ),
  },
  { title: t.state, cell: (chat) => <State chat={chat} /> },
  {
    title: t.unread,
    cell: ({ unread }) =>
      unread > 0 ? (
        <span class={style.badge}>
          <span aria-hidden="true">{countText(unread)}</span>
          <span class="hidden">{t.unreadOf(countText(unread))}</span>
        </span>
      ) : (
        '–'
      ),
  },
  { title: t.at, cell: ({ at: time }) => (time ? <Moment at={time} /> : '–') },
]

/** Who answers, and since when the customer waits. */
function State({ chat: { mode, waitingSince } }: { chat: ChatRow }) {
  if (waitingSince == null) return <Status tone={TONES[mode] ?? 'quiet'}>{t.modes[mode]}</Status>
  return (
    <span class={style.state}>
      <Status tone="waiting">{mode === 'waiting' ? t.modes.waiting : t.waits}</Status>
      <Moment at={waitingSince} />
    </span>
  )
}

/** Why a list is empty, and what would fill it. */
export function NoChats({ place, next }: { place: Place; next: string | undefined }) {
  const isFiltered = place.who !== undefined || place.unread !== undefined || place.cursor !== undefined
  if (isFiltered)
    return (
      <Empty title={t.filtered}>
        {next ? (
          <a href={addressOf({ ...place, cursor: next })}>{t.older}</a>
        ) : (
          <a href={addressOf({ show: place.show })}>{t.clear}</a>
        )}
      </Empty>
    )
  return (
    <Empty title={t.empty[place.show]}>
      {(place.show === 'open' || place.show === 'all') && (
        <>
          <p>{t.emptyWhy}</p>
          <a href={at('/settings/widget')}>{t.emptyLink}</a>
        </>
      )}
    </Empty>
  )
}
