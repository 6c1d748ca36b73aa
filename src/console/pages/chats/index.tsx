import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { OneChat } from '../chat/one-chat.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { chats as t } from '../texts/en/chats.ts'
import { pageTitle } from '../waiting.ts'
import { List } from './list.tsx'
import { addressOf, placeOf } from './place.ts'
import style from './style.module.css'
import { useList } from './use-list.ts'
import { useSeenHeight } from './use-seen-height.ts'

/** The inbox: the list of chats, which stays, the chat that is open, and what is known of its customer. */
export default function Chats() {
  const { query, route } = useLocation()
  const place = placeOf(query, useRoute().params.id)
  const { chat, show, reason, tag, q } = place
  const list = useList(place)
  const rows = list.chats ?? []
  useSeenHeight()
  const index = rows.findIndex(({ id }) => id === chat)
  /** Where the open chat was in the list before it left it: the next one is there now. */
  const position = useRef(-1)
  useEffect(() => {
    if (index >= 0) position.current = index
  }, [index])
  useEffect(() => {
    position.current = -1
  }, [show, reason, tag, q])
  const open = (id: string | undefined) => route(addressOf({ ...place, chat: id }))
  const next = index >= 0 ? rows[index + 1] : rows[Math.max(position.current, 0)]
  const previous = rows[(index >= 0 ? index : Math.min(position.current, rows.length)) - 1]
  useKeys({
    j: () => (next ? open(next.id) : void list.more.run()),
    k: () => previous && open(previous.id),
  })
  const isAlone = chat === undefined
  useLayoutEffect(() => {
    if (!isAlone) return
    pageTitle.value = t.title
    document.querySelector<HTMLElement>('.inbox h1')?.focus({ preventScroll: true })
  }, [isAlone])
  return (
    <div class={`inbox ${style.inbox} ${isAlone ? '' : 'in-chat'}`}>
      <List place={place} list={list} />
      {chat === undefined ? (
        <div class={style.none}>
          {list.chats?.length === 0 ? (
            <p>{t.appears}</p>
          ) : (
            <>
              <p>{t.choose}</p>
              <p>
                <kbd>j</kbd> <kbd>k</kbd> {t.chooseKeys}
              </p>
            </>
          )}
        </div>
      ) : (
        <OneChat
          key={chat}
          id={chat}
          row={rows[index]}
          listAddress={addressOf({ ...place, chat: undefined })}
          onLeave={() => open((next ?? previous)?.id)}
          onChanged={list.reload}
        />
      )}
    </div>
  )
}
