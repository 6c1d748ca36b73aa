export const refundStatuses = [
  'awaiting_customer',
  'awaiting_approval',
  'executing',
  'pending',
  'succeeded',
  'failed',
  'declined',
  'rejected',
  'cancelled',
  'expired',
] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Events of a refund. */
export const refundEvents = [
  'offered_by_assistant',
  'started_by_agent',
  'customer_confirmed',
  'customer_declined',
  'time_ran_out',
  'conversation_moved_on',
  'order_changed',
  'refunds_switched_off',
  'agent_approved',
  'agent_rejected',
  'answered_succeeded',
  'answered_pending',
  'store_refused',
  'signature_rejected',
  'retries_used_up',
  'agent_stopped_waiting',
  'reported_succeeded',
  'reported_failed',
] as const
export type RefundEvent = (typeof refundEvents)[number]

/** Facts that the guards check. */
export interface Facts {
  /** The refund belongs to a trial conversation. */
  isTrial: boolean
  /** No agent has to approve the refund. */
  isAutomatic: boolean
  /** The time for the shop to report the outcome of a pending refund is over. */
  isOverdue: boolean
}

/** `from` null: there is no refund yet. For one status and event, the first move whose guard passes counts. */
export interface Move {
  from: RefundStatus | null
  on: RefundEvent
  when?: (facts: Facts) => boolean
  to: RefundStatus
}

const inTrial = ({ isTrial }: Facts) => isTrial
const automatically = ({ isAutomatic }: Facts) => isAutomatic
const overdue = ({ isOverdue }: Facts) => isOverdue

/** All moves of a refund. A move that is not in this table does not happen. */
export const moves: Move[] = [
  { from: null, on: 'offered_by_assistant', to: 'awaiting_customer' },
  { from: null, on: 'started_by_agent', to: 'awaiting_customer' },

  { from: 'awaiting_customer', on: 'customer_confirmed', when: inTrial, to: 'cancelled' },
  { from: 'awaiting_customer', on: 'customer_confirmed', when: automatically, to: 'executing' },
  { from: 'awaiting_customer', on: 'customer_confirmed', to: 'awaiting_approval' },
  { from: 'awaiting_customer', on: 'customer_declined', to: 'declined' },
  { from: 'awaiting_customer', on: 'time_ran_out', to: 'expired' },
  { from: 'awaiting_customer', on: 'conversation_moved_on', to: 'cancelled' },
  { from: 'awaiting_customer', on: 'order_changed', to: 'cancelled' },
  { from: 'awaiting_customer', on: 'refunds_switched_off', to: 'cancelled' },

  { from: 'awaiting_approval', on: 'agent_approved', to: 'executing' },
  { from: 'awaiting_approval', on: 'agent_rejected', to: 'rejected' },
  { from: 'awaiting_approval', on: 'time_ran_out', to: 'expired' },
  { from: 'awaiting_approval', on: 'conversation_moved_on', to: 'cancelled' },
  { from: 'awaiting_approval', on: 'order_changed', to: 'cancelled' },
  { from: 'awaiting_approval', on: 'refunds_switched_off', to: 'cancelled' },

  { from: 'executing', on: 'answered_succeeded', to: 'succeeded' },
  { from: 'executing', on: 'answered_pending', to: 'pending' },
  { from: 'executing', on: 'store_refused', to: 'failed' },
  { from: 'executing', on: 'signature_rejected', to: 'failed' },
  { from: 'executing', on: 'retries_used_up', to: 'failed' },
  { from: 'executing', on: 'reported_succeeded', to: 'succeeded' },
  { from: 'executing', on: 'reported_failed', to: 'failed' },

  { from: 'pending', on: 'reported_succeeded', to: 'succeeded' },
  { from: 'pending', on: 'reported_failed', to: 'failed' },
  { from: 'pending', on: 'agent_stopped_waiting', when: overdue, to: 'failed' },
]

/** Returns the next status; undefined if the event changes nothing. */
export function nextStatus(from: RefundStatus | null, on: RefundEvent, facts: Facts): RefundStatus | undefined {
  return moves.find((move) => move.from === from && move.on === on && (move.when?.(facts) ?? true))?.to
}

/** Final statuses. */
export const finishedStatuses: RefundStatus[] = refundStatuses.filter((status) =>
  moves.every(({ from }) => from !== status),
)

/** Statuses in which a refund blocks another refund of its order. */
export const activeStatuses: RefundStatus[] = refundStatuses.filter((status) => !isFinished(status))

export function isFinished(status: RefundStatus): boolean {
  return finishedStatuses.includes(status)
}

/** Whether a shop reports on a refund that has ended. The status stays, but the report is kept: money may have moved. */
export function isLateReport(status: RefundStatus, on: RefundEvent): boolean {
  return isFinished(status) && (on === 'reported_succeeded' || on === 'reported_failed')
}
