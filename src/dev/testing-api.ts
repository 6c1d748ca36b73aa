/*
 * What `storewire/testing` gives. This file imports nothing, since the npm package holds it as the module's declarations.
 */

/** A time: milliseconds, or `20s`, `15m`, `1h`, `2d` and sums such as `1h30m`. */
export type Duration = number | string

export interface StorewireTestOptions {
  /** Start with the sample shop: 200 customers, 60 products, 500 orders, 450 shipments, 80 tickets. Default: no data. */
  seedData?: boolean | undefined
  /** Your own refund endpoint, such as `http://127.0.0.1:3000/refunds`, instead of the sample store. */
  refundEndpoint?: string | undefined
  /** How long the refund endpoint may take to answer. Default: 10 s, as in production. */
  refundTimeout?: Duration | undefined
  /** The signing secret and the keys that everybody knows, instead of new ones. */
  fixedKeys?: boolean | undefined
  /** `off`: no limits. Default: as in production. */
  rateLimits?: 'off' | 'production' | undefined
  /** A file to keep the data in. Default: none, the data is gone with `stop`. */
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
  /** The sample store, which answers refund requests unless `refundEndpoint` is given. */
  store: TestStore
  refunds: TestRefunds
  /** Makes calls of the API fail. @returns how to stop it */
  chaos(fault: Fault): () => void
  /** Everything as it was at the start: data, clock, rules, faults, rate limits. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export interface TestClock {
  /** Epoch milliseconds. */
  now(): number
  /** Moves the time forward, and resolves when all that became due on the way is done: retries, expiries, jobs. */
  advance(duration: Duration): Promise<void>
}

/** How the sample store answers. */
export type Behaviour =
  /** The refund is made. */
  | 'succeed'
  /** It is taken on; report its outcome with `POST /actions/{id}/status`. */
  | 'pending'
  /** A refusal with `code` and `message`. */
  | 'refuse'
  /** No answer. */
  | 'timeout'
  /** The store's code fails: 500 with code `error`. */
  | 'error'
  /** The store does its work, and its answer is no JSON. */
  | 'bad_json'
  /** The amount of the preview is a text. */
  | 'wrong_amount_type'

export type RequestType = 'ping' | 'refund.preview' | 'refund.create'

export interface StoreRule {
  behaviour: Behaviour
  /** Requests of one type. Default: `refund.create`; for `wrong_amount_type` `refund.preview`. */
  on?: RequestType | undefined
  /** Requests for one order. Default: for any. */
  order?: string | undefined
  /** The next so many requests. Default: all. */
  times?: number | undefined
  /** Of a refusal. Default: `not_refundable`. */
  code?: string | undefined
  message?: string | undefined
}

/** A request that the sample store got, and what it did with it. */
export interface StoreRequestSeen {
  type: RequestType
  orderId: string | null
  idempotencyKey: string
  behaviour: Behaviour
  /** HTTP status of the answer; null while there is none. */
  status: number | null
}

export interface TestStore {
  /** Sets a rule. A rule for an order counts before one for any, one with `times` before one without, a newer before an older. */
  behave(rule: StoreRule): void
  /** Forgets all rules: every refund succeeds. */
  behaveWell(): void
  /** The last requests, the oldest first. */
  requests(): StoreRequestSeen[]
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
  /** What the shop reported after the refund was over; the status stays. */
  reportedAs: 'succeeded' | 'failed' | null
  /** It did not succeed, and the shop may have paid it back all the same. */
  possiblyRefunded: boolean
  /** Why it waits for an agent, such as `over_limit`; empty where it does not. */
  approvalReasons: string[]
  /** What is left of the order, where the refund waits and is for more than that. */
  overOrderTotal: { total: number; refunded: number; left: number } | null
  createdAt: string
  expiresAt: string | null
  finishedAt: string | null
  /** Every move, in order. */
  moves: { from: RefundStatus | null; to: RefundStatus; on: string; actor: string; reason: string | null; at: string }[]
  /** Every request to the refund endpoint, in order. Without a verdict it is under way. */
  deliveries: {
    id: string
    type: RequestType
    /** Which try it is, from 1. */
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
  /** Starts a refund as an agent does: the endpoint is asked for the amount, and the customer to confirm it. */
  start(wish: {
    order: string
    reason: TestRefund['reason']
    lines?: TestRefund['lines'] | undefined
    note?: string | undefined
    /** An existing conversation, in which the refund is offered. */
    conversation?: string | undefined
    /** The newest refund of the order that was made, or may have been: without it the order is not refunded again. */
    again?: string | undefined
  }): Promise<TestRefund>
  /** Agrees to the amount, for the customer: the endpoint is told to refund. */
  confirm(id: string): Promise<TestRefund>
  /** Says no, for the customer. */
  decline(id: string): Promise<TestRefund>
  /** Calls a refund off that is not made yet. */
  cancel(id: string): Promise<TestRefund>
  /** Ends a pending refund that the store has not reported on for 14 days. */
  stopWaiting(id: string, reason: string): Promise<TestRefund>
  get(id: string): Promise<TestRefund>
  /** Resolves when a refund of the order, or with the id, has come to the status. @throws after `timeout` (30 s) of real time */
  wait(
    status: RefundStatus,
    which: { order?: string | undefined; id?: string | undefined; timeout?: Duration | undefined },
  ): Promise<TestRefund>
}

/** What happens to calls of the API under `/api/v1`. */
export interface Fault {
  /**
   * 429, 500 and 503 are answered instead of doing the work; `drop` ends the connection before it, `drop_answer` after it, so that
   * the work is done and nobody hears of it; `delay` waits first.
   */
  fault: 429 | 500 | 503 | 'drop' | 'drop_answer' | 'delay'
  /** Of `delay`. Default: 1 s. */
  delay?: Duration | undefined
  /** Calls of one route: a path below the base address, with its method or without, such as `POST /orders`. Default: all. */
  route?: string | undefined
  /** The next so many calls. Default: all until it is taken back. */
  next?: number | undefined
  /** The share of calls, from 0 to 1. Default: 1. */
  share?: number | undefined
}
