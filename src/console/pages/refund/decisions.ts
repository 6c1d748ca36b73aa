import { moves, type RefundEvent, type RefundStatus } from '../../../refunds/lifecycle.ts'
import { api, read } from '../api.ts'
import type { RefundView } from '../api-types.ts'

/** What people decide about a refund, the usual first. */
export const decisions = ['approve', 'confirm', 'reject', 'decline', 'stopWaiting', 'cancel'] as const
export type Decision = (typeof decisions)[number]

const EVENTS: Record<Decision, RefundEvent> = {
  approve: 'agent_approved',
  confirm: 'customer_confirmed',
  reject: 'agent_rejected',
  decline: 'customer_declined',
  stopWaiting: 'agent_stopped_waiting',
  cancel: 'conversation_moved_on',
}

/** Decisions whose reason is kept; of the last one it has to be there. */
export const withReason: readonly Decision[] = ['reject', 'cancel', 'stopWaiting']
export const needsReason = (decision: Decision) => decision === 'stopWaiting'

/** The decisions that the table of moves has for a status. */
export function decisionsFor(status: RefundStatus): Decision[] {
  return decisions.filter((decision) => moves.some(({ from, on }) => from === status && on === EVENTS[decision]))
}

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
  switch (decision) {
    case 'approve':
      return read(api.POST('/refunds/{id}/approve', { ...options, body: seen }))
    case 'confirm':
      return read(api.POST('/refunds/{id}/confirm', { ...options, body: seen }))
    case 'reject':
      return read(api.POST('/refunds/{id}/reject', { ...options, body: why }))
    case 'decline':
      return read(api.POST('/refunds/{id}/decline', { ...options, body: {} }))
    case 'stopWaiting':
      return read(api.POST('/refunds/{id}/stop-waiting', { ...options, body: why }))
    case 'cancel':
      return read(api.POST('/refunds/{id}/cancel', { ...options, body: why }))
  }
}
