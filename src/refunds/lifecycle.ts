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

/** What can happen to a refund. */
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

/** What the guards look at. */
export interface Facts {
  /** The refund belongs to a try-it conversation. */
  isTrial: boolean
  /** No agent has to look at it. */
  isAutomatic: boolean
  /** The shop has had its time to report how a pending refund ended. */
  isOverdue: boolean
}

/** `from` null: there is no refund yet. Of the moves for one status and trigger the first counts whose guard holds. */
export interface Move {
  from: RefundStatus | null
  on: RefundEvent
  when?: (facts: Facts) => boolean
  to: RefundStatus
}

const inTrial = ({ isTrial }: Facts) => isTrial
const automatically = ({ isAutomatic }: Facts) => isAutomatic
const overdue = ({ isOverdue }: Facts) => isOverdue

/** The whole life of a refund: what is not in this table does not happen. */
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

/** Where a refund goes; undefined where it stays as it is. */
export function nextStatus(from: RefundStatus | null, on: RefundEvent, facts: Facts): RefundStatus | undefined {
  return moves.find((move) => move.from === from && move.on === on && (move.when?.(facts) ?? true))?.to
}

/** Statuses that a refund does not leave any more. */
export const finishedStatuses: RefundStatus[] = refundStatuses.filter((status) =>
  moves.every(({ from }) => from !== status),
)

/** Statuses in which a refund keeps its order from another one. */
export const activeStatuses: RefundStatus[] = refundStatuses.filter((status) => !isFinished(status))

export function isFinished(status: RefundStatus): boolean {
  return finishedStatuses.includes(status)
}

/** A report of the shop on a refund that is over: nothing moves, and the report is kept, since money may have moved after all. */
export function isLateReport(status: RefundStatus, on: RefundEvent): boolean {
  return isFinished(status) && (on === 'reported_succeeded' || on === 'reported_failed')
}
