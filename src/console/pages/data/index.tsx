import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Paging } from '../parts/paging.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { data as t } from '../texts/en/data.ts'
import { DataTabs } from './data-tabs.tsx'
import { Filters } from './filters.tsx'
import { NothingFound } from './nothing-found.tsx'
import { addressOf, PAGE, placeOf, queryOf } from './place.ts'
import { Rows } from './rows.tsx'
import { SearchField } from './search-field.tsx'

/** What a shop has pushed, a type at a time: the newest change first, or what a search finds. */
export default function Data() {
  const place = placeOf(useRoute().params.type, useLocation().query)
  const { type, q, cursor } = place
  const query = { ...queryOf(place), limit: PAGE }
  const list = useData(
    () => read(api.GET('/data/{type}', { params: { path: { type }, query } })),
    `data ${addressOf(place)}`,
  )
  const { data } = list
  const next = data?.nextCursor ?? undefined
  return (
    <Page
      title={t.title}
      command={q ? `storewire find '${q.replaceAll("'", "'\\''")}'` : `storewire ${type} list`}
      actions={
        type === 'articles' &&
        isManager.value && (
          <a class="button primary" href={at('/articles/new')}>
            {t.writeArticle}
          </a>
        )
      }
    >
      <DataTabs current={type} />
      <SearchField key={`${type} ${q}`} place={place} />
      {!q && <Filters key={addressOf({ ...place, cursor: undefined })} place={place} />}
      <Problem error={list.error} onRetry={list.reload} />
      {!data && !list.error && <Loading />}
      <p class="hidden" role="status">
        {data && t.count(data.data.length, next !== undefined)}
      </p>
      {data && !data.isComplete && <Notice>{t.incomplete}</Notice>}
      {data && data.data.length > 0 && <Rows type={type} rows={data.data} />}
      {data?.data.length === 0 && <NothingFound place={place} hasMore={next !== undefined} />}
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.first, href: cursor ? addressOf({ ...place, cursor: undefined }) : undefined },
          { title: t.next, href: next && addressOf({ ...place, cursor: next }) },
        ]}
      />
    </Page>
  )
}
