import type { Call } from './http.ts'

/*
 * The requests to your refund endpoint, and its possible answers. Amounts are whole numbers in minor units (3900 is 39.00),
 * currencies ISO 4217 codes of three capitals.
 */

/** The refund that a request is about. */
export interface RefundRequest {
  /** The service's id of the refund, to report a pending one's outcome with; empty in a preview, which comes before there is a refund. */
  actionId: string
  /** Your id of the order. */
  orderId: string
  /** Your id of the customer. */
  customerId: string | null
  /** Order lines to refund, by your id of the line. Empty: you decide from the order and the reason. */
  lines: { itemId: string; quantity: number }[]
  /** `defect`, `not_received`, `return` or `other`, followed by `: <note>` if an agent wrote one. */
  reason: string
  /** `execute`: refund for real; `request`: record the request, and answer `pending`. */
  mode: 'execute' | 'request'
}

/** A refund to make, with the confirmed amount from your preview. */
export interface AgreedRefund extends RefundRequest {
  amount: number
  currency: string
}

/** A refusal of the refund. It is final: the service does not try again. */
export interface Refusal {
  ok: false
  /** Your own reason, for programs. */
  code: string
  /** Your own reason, for agents. */
  message: string
}

export type PreviewAnswer = { ok: true; amount: number; currency: string; note?: string } | Refusal

/**
 * `pending`: taken on; report how it ended to the API later. `refundId` is your own reference: without it the answer counts, since
 * the money may have moved, and `storewire endpoint check` fails.
 */
export type CreateAnswer = { ok: true; status: 'succeeded' | 'pending'; refundId: string } | Refusal

/** The fields of every request besides its data. */
export interface Delivery {
  /** The id of this delivery: different with each retry. */
  id: string
  /** The workspace that sends the request. */
  workspace: string
  /** Epoch milliseconds. */
  createdAt: number
  /** The same with each retry of the same refund. */
  idempotencyKey: string
}

/** Whole minor units, 0 or more, in a currency of three capitals. */
function isPrice({ amount, currency }: Record<string, unknown>): boolean {
  const isAmount = Number.isSafeInteger(amount) && Number(amount) >= 0 && !Object.is(amount, -0)
  return isAmount && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
}

/**
 * Checks a request before your functions get it. An invalid request is refused before money moves, even if its signature is valid.
 *
 * @returns the problem as a sentence; undefined if the request is valid
 */
export function problemOf(type: 'refund.preview' | 'refund.create', data: unknown): string | undefined {
  const { orderId, lines, ...price } = (data ?? {}) as Record<string, unknown>
  if (typeof orderId !== 'string' || !Array.isArray(lines)) return 'data must have orderId and lines.'
  return type === 'refund.preview' || isPrice(price) ? undefined : `data must have ${PRICE}.`
}

const PRICE = 'amount (whole minor units, 0 or more), currency (three capitals)'

/** @throws TypeError if the service could not use the answer */
export function checkAnswer(type: 'refund.preview' | 'refund.create', answer: unknown): void {
  const members = (answer ?? {}) as Record<string, unknown>
  const { ok, code, status } = members
  if (ok === false && typeof code === 'string' && code !== '') return
  const isOutcome = status === 'succeeded' || status === 'pending'
  if (ok === true && (type === 'refund.preview' ? isPrice(members) : isOutcome)) return
  const shape = type === 'refund.preview' ? PRICE : 'status: "succeeded" or "pending", refundId'
  throw new TypeError(
    `The answer to ${type} must be {ok: true, ${shape}} or {ok: false, code, message}, and was ${JSON.stringify(answer)}.`,
  )
}

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
