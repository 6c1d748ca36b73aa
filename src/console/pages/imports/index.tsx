import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { ImportView } from '../api-types.ts'
import { at } from '../base.ts'
import { CommandBlock } from '../parts/copy.tsx'
import { Empty, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PushSnippet } from '../parts/push-snippet.tsx'
import { type Column, ListTable, Paging, Skeleton } from '../parts/table.tsx'
import { decided, useList, useNews } from '../parts/use-data.ts'
import { useScroll } from '../parts/use-scroll.ts'
import { Foreign, When } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { imports as t } from '../texts/en/imports.ts'
import { BatchTable, ImportProgress, ImportState, resultsText } from './progress.tsx'

const PAGE = 25
const COMMAND = 'storewire import orders orders.csv'
/** What a backend may send in a batch. */
const ORDER = { id: 'o_1001', number: '1001' }

const columns: Column<ImportView>[] = [
  {
    title: t.name,
    place: 'title',
    cell: ({ id, label }) => (
      <a class="opens" href={at(`/imports/${id}`)}>
        <Foreign>{label || id}</Foreign>
      </a>
    ),
  },
  { title: t.state, width: 'short', place: 'end', cell: (one) => <ImportState of={one} /> },
  { title: t.progress, width: 'chip', place: 'under', cell: (one) => <ImportProgress of={one} /> },
  { title: t.results, isNumber: true, isSpare: true, width: 'part', cell: ({ results }) => resultsText(results) },
  { title: t.started, width: 'date', place: 'chip', cell: ({ createdAt }) => <When at={createdAt} /> },
]

/** Imports that run, and those that are over. */
export default function Imports() {
  const { cursor } = useLocation().query
  const query = { limit: PAGE, ...(cursor ? { cursor } : {}) }
  const key = `imports ${cursor}`
  const { data, error, reload } = useList(() => read(api.GET('/imports', { params: { query } })), key)
  useScroll(key, data !== undefined)
  useNews('batch', reload)
  useNews('settings', reload, decided('import').concerns)
  const importFile = isManager.value && (
    <a class="button primary" href={at('/imports/new')}>
      {t.importFile}
    </a>
  )
  const isEmpty = data?.data.length === 0 && data.alone.length === 0
  return (
    <Page title={t.title} command="storewire backfills list" actions={!isEmpty && importFile}>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Skeleton rows={8} />}
      {isEmpty && (
        <Empty title={t.none}>
          <p class="quiet">{t.noneHelp}</p>
          {importFile}
          <CommandBlock>{COMMAND}</CommandBlock>
          <PushSnippet type="orders/bulk" object={ORDER} />
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <ListTable label={t.title} columns={columns} rows={data.data} rowKey={({ id }) => id} />
      )}
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.newest, href: cursor ? at('/imports') : undefined },
          {
            title: t.older,
            href: data?.nextCursor
              ? `${at('/imports')}?${new URLSearchParams({ cursor: data.nextCursor })}`
              : undefined,
          },
        ]}
      />
      {data && data.alone.length > 0 && !cursor && <BatchTable title={t.alone} batches={data.alone} />}
    </Page>
  )
}
