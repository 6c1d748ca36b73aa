import type { ImportCounts, ImportView } from '../api-types.ts'
import { numberText } from '../parts/chart.tsx'
import { Status } from '../parts/status.tsx'
import { imports as t } from '../texts/en/imports.ts'

const TONES = { open: 'waiting', closed: 'waiting', done: 'good', failed: 'bad' } as const

export function ImportState({ of: { status } }: { of: Pick<ImportView, 'status'> }) {
  return <Status tone={TONES[status]}>{t.states[status]}</Status>
}

export function ImportProgress({ of: { id, label, status, processed, received } }: { of: ImportView }) {
  const isRunning = status === 'open' || status === 'closed'
  return (
    <span class="number">
      {isRunning && <progress value={processed} max={Math.max(received, 1)} aria-label={label ?? id} />}{' '}
      {t.of(numberText(processed), numberText(received))}
    </span>
  )
}

export function resultsText({ created, updated, stale }: ImportCounts): string {
  return t.resultsOf(numberText(created), numberText(updated), numberText(stale))
}
