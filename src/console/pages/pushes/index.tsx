import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { RefusedCause } from '../api-types.ts'
import { at } from '../base.ts'
import { BatchTable } from '../imports/progress.tsx'
import { Breakable } from '../parts/breakable.tsx'
import { numberText } from '../parts/chart.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { useData, useNews } from '../parts/use-data.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { imports } from '../texts/en/imports.ts'
import { pushes as t } from '../texts/en/pushes.ts'
import { Calls } from './calls.tsx'
import style from './style.module.css'

/** What shops sent, and why some of it was refused. */
export default function Pushes() {
  const { view, before } = useLocation().query
  const isAll = view === 'all'
  return (
    <Page title={t.title} command={`storewire logs tail${isAll ? '' : ' --status 4xx'}`}>
      <Tabs
        label={t.tabsLabel}
        tabs={[
          { href: at('/pushes'), title: t.refused, isCurrent: !isAll },
          { href: `${at('/pushes')}?view=all`, title: t.all, isCurrent: isAll },
        ]}
      />
      {isAll ? <Calls before={Number(before) || undefined} /> : <Causes />}
    </Page>
  )
}

/** Refused pushes with the same cause are one row, since a shop repeats its mistakes. */
function Causes() {
  const { data, error, reload } = useData(() => read(api.GET('/pushes/refused')), 'refused pushes')
  useNews('push', reload, (news) => (news as { pushes: { refused: number }[] }).pushes.some((one) => one.refused > 0))
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.causes.length === 0 && data.failedBatches.length === 0 && (
        <Empty title={t.noneRefused(data.days)}>
          <p class="quiet">{t.noneRefusedHelp}</p>
        </Empty>
      )}
      {data && data.causes.length > 0 && (
        <>
          <p class="lead">{t.lead(data.days)}</p>
          <Table
            label={t.causes}
            columns={[
              { title: t.times, isNumber: true, cell: ({ calls }: RefusedCause) => numberText(calls) },
              { title: t.where, cell: (cause) => <Where cause={cause} /> },
              {
                title: t.cause,
                cell: ({ message, newest }) => (
                  <a href={at(`/pushes/${newest}`)}>
                    <Foreign>{message}</Foreign>
                  </a>
                ),
              },
              { title: t.last, cell: ({ lastAt }) => <Moment at={lastAt} /> },
              { title: t.first, cell: ({ firstAt }) => <Moment at={firstAt} /> },
            ]}
            rows={data.causes}
            rowKey={({ path, status, field, message }) => JSON.stringify([path, status, field, message])}
          />
        </>
      )}
      {data && data.failedBatches.length > 0 && (
        <BatchTable title={imports.failedBatches} batches={data.failedBatches} />
      )}
    </>
  )
}

function Where({ cause: { path, field } }: { cause: RefusedCause }) {
  return (
    <span class={style.where}>
      {field ? (
        <code>
          <Breakable>{field}</Breakable>
        </code>
      ) : (
        <span>{t.whole}</span>
      )}
      <span class="quiet">{path}</span>
    </span>
  )
}
