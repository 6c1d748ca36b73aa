import { api, read } from '../api.ts'
import type { RefundView } from '../api-types.ts'

export type Decision = RefundView['decisions'][number]

/** Decisions whose reason is kept; of the last one it has to be there. */
export const withReason: readonly Decision[] = ['reject', 'cancel', 'stopWaiting']
export const needsReason = (decision: Decision) => decision === 'stopWaiting'

export interface Decided {
  id: string
  /** What the person saw; the server refuses any other amount. */
  seen: { amount: number; currency: string }
  reason: string
  /** The same for each try of one decision, so that it counts once. */
  key: string
}

/** Sends a decision. @returns the refund as it is then */
export function send(decision: Decision, { id, seen, reason, key }: Decided): Promise<RefundView> {
  const options = { params: { path: { id } }, headers: { 'Idempotency-Key': key } }
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  if (decision === 'approve' || decision === 'confirm')
    return read(api.POST(`/refunds/{id}/${decision}`, { ...options, body: seen }))
  const name = decision === 'stopWaiting' ? 'stop-waiting' : decision
  return read(api.POST(`/refunds/{id}/${name}`, { ...options, body: why }))
}
