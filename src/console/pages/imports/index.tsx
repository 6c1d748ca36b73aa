import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { ImportView } from '../api-types.ts'
import { at } from '../base.ts'
import { numberText } from '../parts/chart.tsx'
import { CommandBlock } from '../parts/copy.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PushSnippet } from '../parts/push-snippet.tsx'
import { Paging, Table } from '../parts/table.tsx'
import { decided, useData, useNews } from '../parts/use-data.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { imports as t } from '../texts/en/imports.ts'
import { BatchTable, ImportProgress, ImportState, resultsText } from './progress.tsx'

const PAGE = 25
const COMMAND = 'storewire import orders orders.csv'
/** What a backend may send in a batch. */
const ORDER = { id: 'o_1001', number: '1001' }

/** Imports that run, and those that are over. */
export default function Imports() {
  const { cursor } = useLocation().query
  const query = { limit: PAGE, ...(cursor ? { cursor } : {}) }
  const { data, error, reload } = useData(() => read(api.GET('/imports', { params: { query } })), `imports ${cursor}`)
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
      {!data && !error && <Loading />}
      {isEmpty && (
        <Empty title={t.none}>
          <p class="quiet">{t.noneHelp}</p>
          {importFile}
          <CommandBlock>{COMMAND}</CommandBlock>
          <PushSnippet type="orders/bulk" object={ORDER} />
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <Table
          label={t.title}
          columns={[
            {
              title: t.name,
              cell: ({ id, label }: ImportView) => (
                <a href={at(`/imports/${id}`)}>
                  <Foreign>{label || id}</Foreign>
                </a>
              ),
            },
            { title: t.state, cell: (one) => <ImportState of={one} /> },
            { title: t.progress, cell: (one) => <ImportProgress of={one} /> },
            { title: t.results, isNumber: true, cell: ({ results }) => resultsText(results) },
            { title: t.failedBatches, isNumber: true, cell: ({ batches }) => numberText(batches.failed) },
            { title: t.started, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
          rows={data.data}
          rowKey={({ id }) => id}
        />
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
