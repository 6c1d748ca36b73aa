import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { Check } from '../parts/field.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useData, useNews } from '../parts/use-data.ts'
import { chats as t } from '../texts/en/chats.ts'
import { waiting } from '../waiting.ts'
import { ChatTable, NoChats } from './chat-table.tsx'
import { addressOf, PAGE, type Place, placeOf, queryOf, shows, whos } from './place.ts'
import style from './style.module.css'

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

/** Whose chats are listed, and whether all of them or only the unread ones. The address holds the choice. */
function Filters({ place }: { place: Place }) {
  const { route } = useLocation()
  const go = (change: Partial<Place>) => route(addressOf({ ...place, cursor: undefined, ...change }))
  return (
    <fieldset class={style.filters}>
      <legend class="hidden">{t.filters}</legend>
      <label>
        <span>{t.who}</span>
        <select
          value={place.who ?? ''}
          onChange={({ currentTarget: { value } }) => go({ who: whos.find((one) => one === value) })}
        >
          <option value="">{t.everybody}</option>
          {whos.map((one) => (
            <option key={one} value={one}>
              {t[one]}
            </option>
          ))}
        </select>
      </label>
      <Check
        label={t.unreadOnly}
        isOn={place.unread === 'true'}
        onChange={(isOn) => go({ unread: isOn ? 'true' : undefined })}
      />
    </fieldset>
  )
}
