import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { type AuditFormat, auditHeading, auditLine } from '../../../access/audit-file.ts'
import { actionWords, detailWords } from '../../../access/audit-words.ts'
import { api, read } from '../api.ts'
import type { AuditEntryView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { download } from '../parts/copy.tsx'
import { ManagersOnly } from '../parts/managers-only.tsx'
import { Empty, Loading, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Paging, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData, useNews } from '../parts/use-data.ts'
import { amountText, Foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { audit as t } from '../texts/en/audit.ts'
import { addressOf, FilterForm, type Filters, filtersOf } from './filter-form.tsx'

const formats: AuditFormat[] = ['CSV', 'NDJSON']

/** Who did what in the workspace. */
export default function Audit() {
  return isManager.value ? <Log /> : <ManagersOnly title={t.title} />
}

function Log() {
  const { query } = useLocation()
  const filters = filtersOf(query)
  const { cursor } = query
  const { data, error, reload } = useData(
    () => read(api.GET('/audit', { params: { query: { ...filters, ...(cursor ? { cursor } : {}) } } })),
    addressOf(filters, cursor),
  )
  useNews('settings', reload, () => cursor === undefined)
  const [count, setCount] = useState(0)
  const save = useAction(async (format: AuditFormat) => {
    setCount(0)
    const { file, isCut } = await exportAudit(format, filters, setCount)
    download(file)
    if (isCut) toast(t.cut(numberText(MOST_EXPORTED)))
  })
  return (
    <Page
      title={t.title}
      command="storewire audit list"
      actions={formats.map((format) => (
        <Button key={format} onClick={() => save.run(format)} isBusy={save.isBusy}>
          {t.exportAs(format)}
        </Button>
      ))}
    >
      <p class="lead">{t.lead}</p>
      {save.isBusy && <p role="status">{t.exporting(numberText(count))}</p>}
      <Problem error={save.error} />
      <FilterForm key={addressOf(filters)} filters={filters} />
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      <p class="hidden" role="status">
        {data && t.count(data.data.length)}
      </p>
      {data?.data.length === 0 && <Empty title={data.nextCursor ? t.goesOn : t.none} />}
      {data && data.data.length > 0 && <Entries entries={data.data} />}
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.newest, href: cursor ? addressOf(filters) : undefined },
          { title: t.older, href: data?.nextCursor ? addressOf(filters, data.nextCursor) : undefined },
        ]}
      />
    </Page>
  )
}

function Entries({ entries }: { entries: AuditEntryView[] }) {
  return (
    <Table
      label={t.title}
      columns={[
        { title: t.at, isWhole: true, cell: (entry: AuditEntryView) => <Moment at={entry.at} /> },
        {
          title: t.who,
          isWhole: true,
          cell: ({ actor, origin }) => (
            <span>
              <a href={addressOf({ actor })}>
                <Foreign>{actor}</Foreign>
              </a>{' '}
              <span class="quiet below">{origin}</span>
            </span>
          ),
        },
        {
          title: t.what,
          isWhole: true,
          cell: ({ action, subject }) => (
            <span>
              <a href={addressOf({ action })}>{actionWords(action)}</a>{' '}
              <a class="below" href={addressOf({ subject })}>
                <Foreign>{subject}</Foreign>
              </a>
            </span>
          ),
        },
        {
          title: t.details,
          cell: ({ details }) => <Foreign>{detailWords(details, amountText) || '–'}</Foreign>,
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
    />
  )
}

/** Entries of one call, and of a file: a browser must be able to hold it. */
const PAGE = 1_000
const MOST_EXPORTED = 50_000

/**
 * Reads the entries that fit the filters, the newest first, page by page.
 *
 * @param onRead called with the number of entries read so far
 */
async function exportAudit(
  format: AuditFormat,
  filters: Filters,
  onRead: (count: number) => void,
): Promise<{ file: File; isCut: boolean }> {
  const parts = [auditHeading(format)]
  let cursor: string | null | undefined
  let count = 0
  do {
    const query = { ...filters, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const { data, nextCursor } = await read(api.GET('/audit', { params: { query } }))
    parts.push(data.map((entry) => auditLine(format, entry)).join(''))
    cursor = nextCursor
    count += data.length
    onRead(count)
  } while (cursor && count < MOST_EXPORTED)
  const name = `audit-log.${format.toLowerCase()}`
  const type = format === 'CSV' ? 'text/csv' : 'application/x-ndjson'
  return { file: new File(parts, name, { type }), isCut: Boolean(cursor) }
}
