import type { Call } from './http.ts'

/** How a refund ended. */
export interface RefundOutcome {
  status: 'succeeded' | 'failed'
  /** Your own reference of the refund. */
  refundId?: string | undefined
  /** Why it failed; agents see it. */
  message?: string | undefined
}

/** A refund as it is now. */
export interface ReportedRefund {
  /** The `actionId`. */
  id: string
  status:
    | 'awaiting_customer'
    | 'awaiting_approval'
    | 'executing'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'declined'
    | 'rejected'
    | 'cancelled'
    | 'expired'
}

export interface Actions {
  /**
   * Reports the outcome of a refund for which your endpoint returned `pending`. A refund that has ended keeps its status, which is
   * returned, so reporting twice is safe.
   *
   * @param actionId the `actionId` that your endpoint got with `refund.create`
   * @throws StorewireError, with status 404 if the workspace has no such refund; TypeError if there is no id
   */
  report(actionId: string, outcome: RefundOutcome): Promise<ReportedRefund>
}

export function createActions(call: Call): Actions {
  return {
    report: async (actionId, outcome) => {
      if (typeof actionId !== 'string' || actionId === '') {
        throw new TypeError('actionId is missing: refund.create has it.')
      }
      const body = JSON.stringify(outcome)
      const path = `/actions/${encodeURIComponent(actionId)}/status`
      return call<ReportedRefund>('POST', path, { body, idempotencyKey: crypto.randomUUID() })
    },
  }
}
