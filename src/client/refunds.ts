/*
 * What the service asks your refund endpoint, and what it may answer. Amounts are whole numbers in minor units (3900 is 39.00),
 * currencies ISO 4217 codes of three capitals.
 */

/** About which refund a request is. */
export interface RefundRequest {
  /** The service's id of the refund, to report a pending one's outcome with; empty in a preview, which comes before there is a refund. */
  actionId: string
  /** Your id of the order. */
  orderId: string
  /** Your id of the customer. */
  customerId: string | null
  /** Order lines to refund, by your id of the line. Empty: you decide from the order and the reason. */
  lines: { itemId: string; quantity: number }[]
  /** `defect`, `not_received`, `return` or `other`, followed by `: <note>` where an agent wrote one. */
  reason: string
  /** `execute`: refund for real; `request`: record that a refund is asked for, and answer `pending`. */
  mode: 'execute' | 'request'
}

/** A refund to be made, with the amount that was agreed: the one that your preview answered. */
export interface AgreedRefund extends RefundRequest {
  amount: number
  currency: string
}

/** A refund that you don't make. It is final and not asked again. */
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

/** What every request carries beside its data. */
export interface Delivery {
  /** Of this delivery: another one with each retry. */
  id: string
  /** The workspace that it comes from. */
  workspace: string
  /** Epoch milliseconds. */
  createdAt: number
  /** The same with each retry of the same refund. */
  idempotencyKey: string
}

/** @throws TypeError when the service could not take the answer for one */
export function checkAnswer(type: 'refund.preview' | 'refund.create', answer: unknown): void {
  const { ok, code, amount, currency, status } = (answer ?? {}) as Record<string, unknown>
  if (ok === false && typeof code === 'string' && code !== '') return
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
  const isPrice = Number.isSafeInteger(amount) && Number(amount) >= 0 && isCurrency
  const isOutcome = status === 'succeeded' || status === 'pending'
  if (ok === true && (type === 'refund.preview' ? isPrice : isOutcome)) return
  const shape =
    type === 'refund.preview'
      ? 'amount (whole minor units), currency (three capitals)'
      : 'status: "succeeded" or "pending", refundId'
  throw new TypeError(
    `The answer to ${type} must be {ok: true, ${shape}} or {ok: false, code, message}, and was ${JSON.stringify(answer)}.`,
  )
}
