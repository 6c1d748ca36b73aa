import { useEffect, useRef, useState } from 'preact/hooks'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Command } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import { Tabs } from '../parts/page.tsx'
import { session } from '../session.ts'
import { chats as t } from '../texts/en/chats.ts'
import { en } from '../texts/en.ts'
import { waiting } from '../waiting.ts'
import { addressOf, type Place, shows } from './place.ts'
import { Row } from './row.tsx'
import { Filters, Search } from './search.tsx'
import style from './style.module.css'
import type { ChatList } from './use-list.ts'

interface ListProps {
  place: Place
  list: ChatList
}

/** The chats of a tab or of a search, which stay while one of them is open. */
export function List({ place, list }: ListProps) {
  const { chats, error, reload, hasMore, more } = list
  const [isFiltering, setFiltering] = useState(place.reason !== undefined || place.tag !== undefined)
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [place.chat])
  const Title = place.chat === undefined ? 'h1' : 'h2'
  return (
    <section class={style.list} aria-label={t.list}>
      <header>
        <div class={style.head}>
          <Title tabIndex={-1}>{t.title}</Title>
          {session.value?.workspace.test && <span class="badge only-in-bar">{en.menu.test}</span>}
          <Command>{'storewire conversations list'}</Command>
          <button
            type="button"
            class="icon-button"
            aria-label={t.filter}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            <Icon name="filter" />
          </button>
        </div>
        <Search place={place} />
        {isFiltering && !place.q && <Filters place={place} />}
        <Tabs
          label={t.tabsLabel}
          tabs={shows.map((show) => ({
            href: addressOf({ ...place, show, q: undefined }),
            title: t.tabs[show],
            isCurrent: show === place.show && !place.q,
            ...(show === 'waiting' && waiting.value.chats > 0 ? { count: waiting.value.chats } : {}),
          }))}
        />
      </header>
      <div class={style.rows} ref={rows}>
        <Problem error={error} onRetry={reload} />
        {!chats && !error && <Loading />}
        <p class="hidden" role="status">
          {chats && t.count(chats.length)}
        </p>
        {place.q && !list.isComplete && <p class={style.notAll}>{t.notAll}</p>}
        <ul>
          {chats?.map((chat) => (
            <Row key={chat.id} chat={chat} place={place} />
          ))}
        </ul>
        {chats?.length === 0 && <NoChats place={place} hasMore={hasMore} />}
        {hasMore && (
          <Button isBusy={more.isBusy} onClick={() => void more.run()}>
            {chats?.length === 0 ? t.readOn : t.older}
          </Button>
        )}
        <Problem error={more.error} />
      </div>
    </section>
  )
}

/** Why a list is empty, and what would fill it. */
function NoChats({ place, hasMore }: { place: Place; hasMore: boolean }) {
  const { show, reason, tag, q } = place
  if (hasMore) return null
  if (reason || tag || q)
    return (
      <Empty title={t.filtered}>
        <a href={addressOf({ show })}>{t.clear}</a>
      </Empty>
    )
  return (
    <Empty title={t.empty[show]}>
      {show === 'mine' && <p>{t.emptyMine}</p>}
      {show === 'waiting' && <a href={addressOf({ show: 'open' })}>{t.toOpen}</a>}
      {show === 'open' && (
        <>
          <p>{t.emptyWhy}</p>
          <a href={at('/settings/widget')}>{t.emptyLink}</a>
        </>
      )}
    </Empty>
  )
}
