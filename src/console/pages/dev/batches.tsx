import type { DevBatch } from '../../dev-view.ts'
import { at } from '../base.ts'
import { numberText } from '../parts/chart.tsx'
import { Empty } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { Status } from '../parts/values.tsx'
import { dev as t } from '../texts/en/dev.ts'

const TONES = { pending: 'quiet', processing: 'waiting', done: 'good', failed: 'bad' } as const

/** Batches of bulk calls, with what came of their objects. */
export function Batches({ batches }: { batches: DevBatch[] }) {
  if (batches.length === 0)
    return (
      <Empty title={t.noBatches}>
        <p class="quiet">{t.noBatchesHelp}</p>
        <a href={at('/imports')}>{t.toImports}</a>
      </Empty>
    )
  return (
    <Table
      label={t.rowsLabel(t.tabs.batches)}
      columns={[
        { title: t.batch, cell: ({ id }: DevBatch) => <code>{id}</code> },
        { title: t.type, cell: ({ resource }) => resource },
        {
          title: t.state,
          cell: ({ status, failure }) => (
            <>
              <Status tone={TONES[status]}>{t.states[status]}</Status>
              {failure && <p>{failure.message}</p>}
            </>
          ),
        },
        {
          title: t.processed,
          isNumber: true,
          cell: ({ processed, received }) => t.of(numberText(processed), numberText(received)),
        },
        {
          title: t.results,
          cell: ({ results: { created, updated, stale } }) =>
            t.resultsText(numberText(created), numberText(updated), numberText(stale)),
        },
        {
          title: t.inImport,
          cell: ({ backfillId }) => backfillId && <a href={at(`/imports/${backfillId}`)}>{backfillId}</a>,
        },
      ]}
      rows={batches}
      rowKey={({ id }) => id}
    />
  )
}
