import { Status } from '../parts/status.tsx'
import { pushes as t } from '../texts/en/pushes.ts'

/** The status for a client that disconnected before the response. */
const GONE = 499

export function CallStatus({ status }: { status: number }) {
  if (status === GONE) return <Status tone="quiet">{t.gone}</Status>
  return <Status tone={status < 400 ? 'good' : 'bad'}>{String(status)}</Status>
}
