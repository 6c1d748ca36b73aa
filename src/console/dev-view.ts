/*
 * What the page for developers reads at `/dev/view` of `storewire dev`. The types are here, since `src/dev` is above the console: it may
 * name them, and pages may not import from it.
 */

import type { Issue } from '../lib/errors.ts'
import type { RefundStatus } from '../refunds/lifecycle.ts'
import type { ReasonKind } from '../refunds/reasons.ts'

/** The newest first. Times are ISO-8601, amounts are in minor units. */
export interface DevView {
  now: string
  /** How far the clock is ahead of the machine's. */
  aheadMs: number
  /** Where refund requests are sent; null: nowhere. */
  endpointUrl: string | null
  calls: DevCall[]
  refunds: DevRefund[]
  deliveries: DevDelivery[]
  batches: DevBatch[]
  /** What a webhook gets that may have text. */
  events: DevEvent[]
  rules: DevRule[]
  faults: DevFault[]
}

/** An event as it is sent. */
export interface DevEvent {
  id: string
  type: string
  createdAt: string
  workspace: string
  data: Record<string, string | number | null>
}

/** A call of the API and its response. Bodies are the first 64 KiB as text; headers, which contain keys, are not kept. */
export interface DevCall {
  number: number
  /** Epoch milliseconds, by the server's clock. */
  at: number
  method: string
  path: string
  /** Null if the connection ended without a response. */
  status: number | null
  durationMs: number
  requestBody: string
  answerBody: string
  /** The issues of a rejected body. */
  issues: Issue[]
}

export interface DevRefund {
  id: string
  orderId: string
  status: RefundStatus
  amount: number
  currency: string
  reason: ReasonKind
  /** The shop's own reference. */
  refundId: string | null
  failure: { code: string; message: string | null } | null
  reportedAs: 'succeeded' | 'failed' | null
  possiblyRefunded: boolean
  approvalReasons: string[]
  overOrderTotal: { total: number; refunded: number; left: number } | null
  /** The oldest first. */
  moves: { to: RefundStatus; on: string; actor: string; reason: string | null; at: string }[]
}

/** What came of a request to the refund endpoint. */
export interface DevOutcome {
  durationMs: number | null
  httpStatus: number | null
  /** The beginning of the response. */
  answer: string | null
  /** Such as `no_answer:timeout`; null while there is no response. */
  verdict: string | null
  explanation: string | null
}

/** A request as it was sent, to the byte. */
export interface DevRequest {
  headers: Record<string, string>
  body: string
}

/** A request to the refund endpoint. */
export interface DevDelivery extends DevOutcome {
  id: string
  /** Null for a ping. If the shop refuses the preview, there is no such refund. */
  refundId: string | null
  orderId: string | null
  type: string
  /** The number of the attempt, from 1. */
  number: number
  sentAt: string
  /** Null if it was sent before the start of the server. */
  sent: DevRequest | null
  /** When a developer sent it again, the last time. */
  again: (DevOutcome & { at: string; sent: DevRequest }) | null
}

export interface DevBatch {
  id: string
  resource: string
  status: 'pending' | 'processing' | 'done' | 'failed'
  received: number
  processed: number
  results: { created: number; updated: number; stale: number }
  failure: { message: string } | null
  backfillId: string | null
}

/** A rule of the sample shop. Null: for all orders, for all requests. */
export interface DevRule {
  behaviour: string
  on: string
  order: string | null
  times: number | null
}

/** A fault of calls of the API. */
export interface DevFault {
  fault: number | string
  delay?: number | string | undefined
  route?: string | undefined
  next?: number | undefined
  share?: number | undefined
}
