import type { BatchView, ImportCounts, ImportView } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { Table } from '../parts/table.tsx'
import { Foreign, Moment, Status } from '../parts/values.tsx'
import { imports as t } from '../texts/en/imports.ts'

const BATCH_TONES = { pending: 'quiet', processing: 'waiting', done: 'good', failed: 'bad' } as const

/** Batches, the newest first; those that failed say why. */
export function BatchTable({ title, batches }: { title: string; batches: BatchView[] }) {
  const hasFailed = batches.some(({ status }) => status === 'failed')
  return (
    <section class="section">
      <h2>{title}</h2>
      {hasFailed && <p class="lead">{t.retry}</p>}
      <Table
        label={title}
        columns={[
          { title: t.batch, cell: ({ id }: BatchView) => <code>{id}</code> },
          { title: t.type, cell: ({ resource }) => resource },
          {
            title: t.state,
            cell: ({ status, failure }) => (
              <>
                <Status tone={BATCH_TONES[status]}>{t.batchStates[status]}</Status>
                {failure && (
                  <p>
                    <Foreign>{failure.message}</Foreign>
                  </p>
                )}
              </>
            ),
          },
          {
            title: t.progress,
            isNumber: true,
            cell: ({ processed, received }) => t.of(numberText(processed), numberText(received)),
          },
          { title: t.results, isNumber: true, cell: ({ results }) => resultsText(results) },
          { title: t.started, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
        rows={batches}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

const IMPORT_TONES = { open: 'waiting', closed: 'waiting', done: 'good', failed: 'bad' } as const

export function ImportState({ of: { status } }: { of: Pick<ImportView, 'status'> }) {
  return <Status tone={IMPORT_TONES[status]}>{t.states[status]}</Status>
}

export function ImportProgress({ of: { id, label, status, processed, received } }: { of: ImportView }) {
  // More may come: nobody knows yet of how many these are a part.
  if (status === 'open') return <span class="number">{t.soFar(numberText(processed), numberText(received))}</span>
  return (
    <span class="number">
      {status === 'closed' && <progress value={processed} max={Math.max(received, 1)} aria-label={label ?? id} />}{' '}
      {t.of(numberText(processed), numberText(received))}
    </span>
  )
}

export function resultsText({ created, updated, stale }: ImportCounts): string {
  return t.resultsOf(numberText(created), numberText(updated), numberText(stale))
}
