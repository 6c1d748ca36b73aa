import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { ExportButton } from '../parts/export-list.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Empty, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PushSnippet } from '../parts/push-snippet.tsx'
import { Paging, Skeleton } from '../parts/table.tsx'
import { useList } from '../parts/use-data.ts'
import { useScroll } from '../parts/use-scroll.ts'
import { isManager } from '../session.ts'
import { data as t } from '../texts/en/data.ts'
import { DataTabs } from './data-tabs.tsx'
import { Filters } from './filters.tsx'
import { addressOf, exportPath, PAGE, type Place, placeOf, queryOf } from './place.ts'
import { Rows } from './rows.tsx'

/** Rows that are drawn before the list is there: as many as a screen has. */
const SKELETON = 12

/** What a shop has pushed, a type at a time: by their last change, or what a search finds. */
export default function Data() {
  const place = placeOf(useRoute().params.type, useLocation().query)
  const { type, q, cursor } = place
  const query = { ...queryOf(place), limit: PAGE }
  const key = `data ${addressOf(place)}`
  const list = useList(() => read(api.GET('/data/{type}', { params: { path: { type }, query } })), key)
  const { data } = list
  useScroll(key, data !== undefined)
  const next = data?.nextCursor ?? undefined
  return (
    <Page
      title={t.title}
      command={q ? `storewire find '${q.replaceAll("'", "'\\''")}'` : `storewire ${type} list`}
      actions={
        <>
          {/* What a search finds is one page. */}
          {isManager.value && !q && <ExportButton path={exportPath(place)} name={type} />}
          {isManager.value && type === 'articles' && (
            <a class="button primary" href={at('/articles/new')}>
              {t.writeArticle}
            </a>
          )}
        </>
      }
    >
      <DataTabs current={type} />
      <div class="tools">
        <SearchField key={`${type} ${q}`} place={place} />
        {!q && <Filters key={addressOf({ ...place, cursor: undefined })} place={place} />}
      </div>
      <Problem error={list.error} onRetry={list.reload} />
      {!data && !list.error && <Skeleton rows={SKELETON} />}
      <p class="hidden" role="status">
        {data && t.count(data.data.length, next !== undefined)}
      </p>
      {data && !data.isComplete && <Notice>{t.incomplete}</Notice>}
      {data && data.data.length > 0 && <Rows type={type} rows={data.data} {...(q ? {} : { list: place })} />}
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

/** A search among the objects of a type. `/` leads to it. */
function SearchField({ place: { type, q = '' } }: { place: Place }) {
  const { route } = useLocation()
  const [text, setText] = useState(q)
  return (
    <search>
      <Form class="beside" onSubmit={() => route(addressOf({ type, q: text.trim(), filters: {} }))}>
        <TextField label={t.searchFor[type]} value={text} onInput={setText} maxLength={200} />
        <Button type="submit">{t.search}</Button>
      </Form>
    </search>
  )
}

/** An empty list: nothing matches, or nothing has been pushed, with what would fill it. */
function NothingFound({ place, hasMore }: { place: Place; hasMore: boolean }) {
  const { type } = place
  if (hasMore) return <Empty title={t.nothingHere} />
  if (Object.keys(queryOf({ ...place, sort: undefined })).length > 0)
    return (
      <Empty title={t.nothingFound}>
        <a class="button" href={addressOf({ type, filters: {} })}>
          {t.clear}
        </a>
      </Empty>
    )
  return (
    <Empty title={t.none[type]}>
      {type === 'articles' && <p class="quiet">{t.articleHelp}</p>}
      {type === 'articles' && isManager.value && (
        <a class="button primary" href={at('/articles/new')}>
          {t.writeArticle}
        </a>
      )}
      <p class="quiet">{t.pushHelp}</p>
      <PushSnippet type={type} object={t.examples[type]} />
    </Empty>
  )
}
