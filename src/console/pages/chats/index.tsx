import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useData } from '../parts/use-data.ts'
import { useNews } from '../parts/use-news.ts'
import { chats as t } from '../texts/en/chats.ts'
import { waiting } from '../waiting.ts'
import { ChatTable } from './chat-table.tsx'
import { Filters } from './filters.tsx'
import { NoChats } from './no-chats.tsx'
import { addressOf, PAGE, placeOf, queryOf, shows } from './place.ts'

/** Chats: those whose customer waits first, who has waited longest before all others. */
export default function Chats() {
  const place = placeOf(useLocation().query)
  const query = { ...place, limit: PAGE }
  const list = useData(
    () => read(api.GET('/chats', { params: { query } })),
    `chats ${new URLSearchParams(queryOf(place))}`,
  )
  useNews('chat', list.reload)
  const { data } = list
  return (
    <Page title={t.title} command="storewire conversations list">
      <Tabs
        label={t.tabsLabel}
        tabs={shows.map((show) => ({
          href: addressOf({ ...place, show, cursor: undefined }),
          title: t.tabs[show],
          isCurrent: show === place.show,
          ...(show === 'waiting' ? { count: waiting.value.chats } : {}),
        }))}
      />
      <Filters place={place} />
      <Problem error={list.error} onRetry={list.reload} />
      {!data && !list.error && <Loading />}
      <p class="hidden" role="status">
        {data && t.count(data.data.length)}
      </p>
      {data && data.data.length > 0 && (
        <ChatTable place={place} chats={data.data} next={data.nextCursor ?? undefined} />
      )}
      {data?.data.length === 0 && <NoChats place={place} next={data.nextCursor ?? undefined} />}
    </Page>
  )
}
