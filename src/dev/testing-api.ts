/*
 * The interface of `storewire/testing`. This file imports nothing, because the npm package contains it as the module's declarations.
 */

/** A duration: milliseconds, or `20s`, `15m`, `1h`, `2d` and sums such as `1h30m`. */
export type Duration = number | string

export interface StorewireTestOptions {
  /** Start with the sample shop: 200 customers, 60 products, 500 orders, 450 shipments, 80 tickets, 7 articles. Default: no data. */
  seedData?: boolean | undefined
  /** Your own refund endpoint, such as `http://127.0.0.1:3000/refunds`, instead of the sample shop. */
  refundEndpoint?: string | undefined
  /** How long the refund endpoint may take to respond. Default: 10 s, as in production. */
  refundTimeout?: Duration | undefined
  /** Use the public signing secret and keys, instead of new ones. */
  fixedKeys?: boolean | undefined
  /** `off`: no limits. Default: as in production. */
  rateLimits?: 'off' | 'production' | undefined
  /** A file to keep the data in. Default: none, `stop` deletes the data. */
  db?: string | undefined
}

/** A server in this process, on a free port of 127.0.0.1, with a workspace of its own. */
export interface StorewireTest {
  /** `http://127.0.0.1:PORT/api/v1` */
  baseUrl: string
  workspaceId: string
  secretKey: string
  publishableKey: string
  /** The secret with which requests to the refund endpoint are signed. */
  signingSecret: string
  clock: TestClock
  /** The sample shop, which handles refund requests unless `refundEndpoint` is given. */
  shop: TestShop
  refunds: TestRefunds
  /** Makes API calls fail. @returns a function that removes the fault */
  chaos(fault: Fault): () => void
  /** Resets data, clock, rules, faults and rate limits to the state after the start. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export interface TestClock {
  /** Epoch milliseconds. */
  now(): number
  /** Moves the clock forward, and resolves when everything that became due is done: retries, expiries, jobs. */
  advance(duration: Duration): Promise<void>
}

/** How the sample shop responds. */
export type Behaviour =
  /** The refund is made. */
  | 'succeed'
  /** The refund is pending; report its outcome with `POST /actions/{id}/status`. */
  | 'pending'
  /** A refusal with `code` and `message`. */
  | 'refuse'
  /** No response. */
  | 'timeout'
  /** The shop's code fails: 500 with code `error`. */
  | 'error'
  /** The shop does its work, and its response is not JSON. */
  | 'bad_json'
  /** The amount of the preview is a string. */
  | 'wrong_amount_type'

export type RequestType = 'ping' | 'refund.preview' | 'refund.create'

export interface ShopRule {
  behaviour: Behaviour
  /** Requests of one type. Default: `refund.create`; for `wrong_amount_type` `refund.preview`. */
  on?: RequestType | undefined
  /** Requests for one order. Default: for any. */
  order?: string | undefined
  /** The number of requests that the rule applies to. Default: all. */
  times?: number | undefined
  /** The code of a refusal. Default: `not_refundable`. */
  code?: string | undefined
  message?: string | undefined
}

/** A request that the sample shop received, and how it responded. */
export interface ShopRequest {
  type: RequestType
  orderId: string | null
  idempotencyKey: string
  behaviour: Behaviour
  /** HTTP status of the response; null before there is one. */
  status: number | null
}

export interface TestShop {
  /** Sets a rule. A rule for one order wins over a rule for all orders, then one with `times` over one without, then the newer rule. */
  behave(rule: ShopRule): void
  /** Removes all rules: every refund succeeds. */
  behaveWell(): void
  /** The last requests, the oldest first. */
  requests(): ShopRequest[]
}

export type RefundStatus =
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

/** A refund; amounts in minor units, times as ISO-8601. */
export interface TestRefund {
  /** The `actionId`. */
  id: string
  orderId: string
  customerId: string | null
  conversationId: string | null
  status: RefundStatus
  amount: number
  currency: string
  reason: 'defect' | 'not_received' | 'return' | 'other'
  note: string | null
  lines: { itemId: string; quantity: number }[]
  /** The shop's own reference. */
  refundId: string | null
  failure: { code: string; message: string | null } | null
  /** The outcome that the shop reported after the refund had ended; the status does not change. */
  reportedAs: 'succeeded' | 'failed' | null
  /** Whether the shop may have made the refund although it did not succeed here. */
  possiblyRefunded: boolean
  /** Why it waits for an agent, such as `over_limit`; empty if it does not wait. */
  approvalReasons: string[]
  /** The rest of the order's total, if the refund waits and is larger than that. */
  overOrderTotal: { total: number; refunded: number; left: number } | null
  createdAt: string
  expiresAt: string | null
  finishedAt: string | null
  /** Every move, in order. */
  moves: { from: RefundStatus | null; to: RefundStatus; on: string; actor: string; reason: string | null; at: string }[]
  /** Every request to the refund endpoint, in order. A request in progress has no verdict. */
  deliveries: {
    id: string
    type: RequestType
    /** The number of the attempt, from 1. */
    number: number
    sentAt: string
    durationMs: number | null
    httpStatus: number | null
    answer: string | null
    verdict: string | null
    explanation: string | null
  }[]
}

export interface TestRefunds {
  /** Starts a refund as an agent does: the endpoint returns the amount, then the customer is asked to confirm it. */
  start(refund: {
    order: string
    reason: TestRefund['reason']
    lines?: TestRefund['lines'] | undefined
    note?: string | undefined
    /** An existing conversation, in which the refund is offered. */
    conversation?: string | undefined
    /** The newest refund of the order that was made or may have been made. Required to refund the order again. */
    again?: string | undefined
  }): Promise<TestRefund>
  /** Confirms the amount on behalf of the customer: the endpoint gets `refund.create`. */
  confirm(id: string): Promise<TestRefund>
  /** Declines the refund on behalf of the customer. */
  decline(id: string): Promise<TestRefund>
  /** Cancels a refund that is not made yet. */
  cancel(id: string): Promise<TestRefund>
  /** Stops waiting for the outcome of a pending refund that the shop has not reported for 14 days. */
  stopWaiting(id: string, reason: string): Promise<TestRefund>
  get(id: string): Promise<TestRefund>
  /** Resolves when a refund of the order, or with the id, has the status. @throws after `timeout` (30 s) of real time */
  wait(
    status: RefundStatus,
    which: { order?: string | undefined; id?: string | undefined; timeout?: Duration | undefined },
  ): Promise<TestRefund>
}

/** A fault of API calls under `/api/v1`. */
export interface Fault {
  /**
   * 429, 500 and 503 are returned without doing the work; `drop` ends the connection before the work, `drop_answer` after the work but
   * without a response; `delay` waits first.
   */
  fault: 429 | 500 | 503 | 'drop' | 'drop_answer' | 'delay'
  /** The duration of `delay`. Default: 1 s. */
  delay?: Duration | undefined
  /** Calls of one route: a path below the base address, with its method or without, such as `POST /orders`. Default: all. */
  route?: string | undefined
  /** The number of calls that fail. Default: all calls until the fault is removed. */
  next?: number | undefined
  /** The share of calls, from 0 to 1. Default: 1. */
  share?: number | undefined
}
