import { DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { RefundLine, RefundMode, RequestType } from './endpoint/endpoint-request.ts'
import { activeStatuses, type RefundEvent, type RefundStatus, refundStatuses } from './lifecycle.ts'
import type { ReasonKind } from './reasons.ts'

/** A refund. `amount` is from the endpoint's response to the preview, in minor units. Times in epoch milliseconds. */
export interface Refund {
  /** Sent to the shop as `actionId`. */
  id: string
  workspaceId: string
  orderId: string
  customerId: string | null
  conversationId: string | null
  /** Of a trial conversation: it is never sent. */
  trial: boolean
  kind: ReasonKind
  /** Written by an agent. */
  note: string | null
  lines: RefundLine[]
  mode: RefundMode
  status: RefundStatus
  amount: number
  currency: string
  startedBy: 'assistant' | 'agent'
  /** The state of the order that the amount is valid for: see `RefundableOrder`. */
  basis: string
  expiresAt: number | null
  /** The shop's own reference of the refund. */
  refundId: string | null
  /** Why the refund failed: code and message of the shop, or of storewire. */
  failureCode: string | null
  failureMessage: string | null
  createdAt: number
  finishedAt: number | null
  /** The late report of the shop, after the refund had ended; `succeeded` if any late report was `succeeded`. */
  reportedAs: 'succeeded' | 'failed' | null
  /** A try of `refund.create` has no answer, so the shop may have paid. */
  hasUnansweredTry: boolean
}

interface RefundRow extends Omit<Refund, 'lines' | 'hasUnansweredTry' | 'trial'> {
  trial: number
  lines: string
  hasUnansweredTry: number
}

const REFUND_COLUMNS = `id, workspace_id AS "workspaceId", order_id AS "orderId", customer_id AS "customerId",
  conversation_id AS "conversationId", trial, kind, note, lines, mode, status, amount, currency, started_by AS "startedBy", basis,
  expires_at AS "expiresAt", refund_id AS "refundId", failure_code AS "failureCode", failure_message AS "failureMessage",
  created_at AS "createdAt", finished_at AS "finishedAt", reported_as AS "reportedAs",
  EXISTS (SELECT 1 FROM refund_deliveries AS try WHERE try.refund_id = refunds.id AND try.type = 'refund.create'
    AND (try.verdict IS NULL OR try.verdict LIKE 'no_answer:%')) AS "hasUnansweredTry"`

function fromRow(row: RefundRow): Refund {
  return { ...row, trial: row.trial === 1, lines: JSON.parse(row.lines), hasUnansweredTry: row.hasUnansweredTry === 1 }
}

/** @throws DomainError NOT_FOUND, also for a refund of another workspace */
export async function getRefund(reader: Reader, workspaceId: string, id: string): Promise<Refund> {
  const row = await reader.get<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (!row)
    throw new DomainError('NOT_FOUND', 'no_such_refund', 'This workspace has no refund with this id. Check the id.')
  return fromRow(row)
}

/** A refund by id alone, for callers that do not have the workspace. */
export async function findRefund(reader: Reader, id: string): Promise<Refund | undefined> {
  const row = await reader.get<RefundRow>(`SELECT ${REFUND_COLUMNS} FROM refunds WHERE id = ?`, id)
  return row && fromRow(row)
}

/** Refunds of a workspace except those of trials, the newest first. */
export async function listRefunds(
  reader: Reader,
  workspaceId: string,
  { status, orderId, limit }: { status?: RefundStatus | undefined; orderId?: string | undefined; limit: number },
): Promise<Refund[]> {
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE workspace_id = ? AND trial = 0 AND status = COALESCE(?, status) AND order_id = COALESCE(?, order_id)
     ORDER BY id DESC LIMIT ?`,
    workspaceId,
    status ?? null,
    orderId ?? null,
    limit,
  )
  return rows.map(fromRow)
}

/** Sorts after all ids. */
const AFTER_ALL = '~'

/**
 * Refunds of a workspace with one of these statuses, except those of trials, the newest first unless
 * `oldestFirst`.
 *
 * @param after the id of the last one that was seen
 */
export async function refundsByStatus(
  reader: Reader,
  workspaceId: string,
  {
    statuses,
    after,
    limit,
    oldestFirst = false,
  }: { statuses: readonly RefundStatus[]; after?: string | undefined; limit: number; oldestFirst?: boolean },
): Promise<Refund[]> {
  if (statuses.length === 0) return []
  const [isLater, order] = oldestFirst ? ['>', 'ORDER BY id'] : ['<', 'ORDER BY id DESC']
  const begin = after ?? (oldestFirst ? '' : AFTER_ALL)
  // Those of each status are one range of an index.
  const range = `SELECT * FROM (SELECT id FROM refunds
    WHERE workspace_id = ? AND status = ? AND id ${isLater} ? AND trial = 0 ${order} LIMIT ?) AS newest`
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE id IN (
       SELECT id FROM (${statuses.map(() => range).join(' UNION ALL ')}) AS found ${order} LIMIT ?) ${order}`,
    ...statuses.flatMap((status) => [workspaceId, status, begin, limit]),
    limit,
  )
  return rows.map(fromRow)
}

export type StatusCounts = Partial<Record<RefundStatus, number>>

/** How many refunds of a workspace, except those of trials, have each of the statuses; those that none has are left out. */
export async function countRefunds(
  reader: Reader,
  workspaceId: string,
  statuses: readonly RefundStatus[] = refundStatuses,
): Promise<StatusCounts> {
  const rows = await reader.all<{ status: RefundStatus; number: number }>(
    `SELECT status, count(*) AS number FROM refunds
     WHERE workspace_id = ? AND status IN (${statuses.map(() => '?').join(', ')}) AND trial = 0 GROUP BY status`,
    workspaceId,
    ...statuses,
  )
  return Object.fromEntries(rows.map(({ status, number }) => [status, number]))
}

/** The id of the newest move of a refund of a workspace; empty if none has moved. */
export async function newestMove(reader: Reader, workspaceId: string): Promise<string> {
  const sql = 'SELECT max(last_move) AS id FROM refunds WHERE workspace_id = ?'
  return (await reader.get<{ id: string | null }>(sql, workspaceId))?.id ?? ''
}

/** The refunds of an order except those of trials, the oldest first. */
export async function refundsOfOrder(reader: Reader, workspaceId: string, orderId: string): Promise<Refund[]> {
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE workspace_id = ? AND order_id = ? AND trial = 0 ORDER BY id`,
    workspaceId,
    orderId,
  )
  return rows.map(fromRow)
}

/** Refunds of a customer since a time, and those of one order at any time, except those of trials; the newest first. */
export async function refundsOfCustomer(
  reader: Reader,
  workspaceId: string,
  { customerId, orderId, since, limit }: { customerId: string; orderId: string | null; since: number; limit: number },
): Promise<Refund[]> {
  // By the id alone SQLite would go through all refunds of the workspace.
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds
     WHERE workspace_id = ? AND customer_id = ? AND trial = 0 AND (created_at >= ? OR order_id = ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    workspaceId,
    customerId,
    since,
    orderId,
    limit,
  )
  return rows.map(fromRow)
}

/** What the refunds of an order except those of trials are worth, and whether they were made. */
export function sumsOfOrder(
  reader: Reader,
  workspaceId: string,
  orderId: string,
): Promise<Pick<Refund, 'id' | 'status' | 'reportedAs' | 'amount' | 'currency'>[]> {
  return reader.all(
    `SELECT id, status, reported_as AS "reportedAs", amount, currency FROM refunds
     WHERE workspace_id = ? AND order_id = ? AND trial = 0`,
    workspaceId,
    orderId,
  )
}

/** Must equal the condition of the index of active refunds, or SQLite does not use the index. */
const IS_ACTIVE = `status IN (${activeStatuses.map((status) => `'${status}'`).join(', ')}) AND trial = 0`

/** The open refund of an order, other than in trials; there is at most one. */
export async function activeRefund(reader: Reader, workspaceId: string, orderId: string): Promise<Refund | undefined> {
  const row = await reader.get<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE workspace_id = ? AND order_id = ? AND ${IS_ACTIVE}`,
    workspaceId,
    orderId,
  )
  return row && fromRow(row)
}

/** The newest refund of a conversation that its customer can still decide on. */
export async function openOffer(reader: Reader, conversationId: string, now: number): Promise<Refund | undefined> {
  const row = await reader.get<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE conversation_id = ? AND status = 'awaiting_customer' AND expires_at > ?
     ORDER BY id DESC LIMIT 1`,
    conversationId,
    now,
  )
  return row && fromRow(row)
}

/** Refunds of a conversation that wait for a customer or an agent. */
export async function awaitingIn(reader: Reader, conversationId: string): Promise<Refund[]> {
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE conversation_id = ? AND status IN ('awaiting_customer', 'awaiting_approval') ORDER BY id`,
    conversationId,
  )
  return rows.map(fromRow)
}

/** Refunds that wait for a customer or an agent. */
export async function awaitingRefunds(reader: Reader, workspaceId: string): Promise<Refund[]> {
  const rows = await reader.all<RefundRow>(
    `SELECT ${REFUND_COLUMNS} FROM refunds WHERE workspace_id = ? AND status IN ('awaiting_customer', 'awaiting_approval') ORDER BY id`,
    workspaceId,
  )
  return rows.map(fromRow)
}

/** One move of a refund. A late report is a move from a status to itself. `reason` is shown to people. */
export interface RecordedMove {
  from: RefundStatus | null
  to: RefundStatus
  on: RefundEvent
  actor: string
  reason: string | null
  at: number
}

/** One request to the refund endpoint. Without a verdict the request is in progress, or the process ended during it. */
export interface RecordedDelivery {
  id: string
  type: RequestType
  /** Number of the try of `refund.create`, from 1. */
  number: number
  sentAt: number
  durationMs: number | null
  httpStatus: number | null
  /** The first 2 KiB of the response. */
  answer: string | null
  verdict: string | null
  explanation: string | null
}

export const DELIVERY_COLUMNS = `id, type, number, sent_at AS "sentAt", duration_ms AS "durationMs", http_status AS "httpStatus",
  answer, verdict, explanation`

/** The history of a refund. The order of both lists does not depend on the clock, which may have been set back. */
export async function timelineOf(
  reader: Reader,
  id: string,
): Promise<{ moves: RecordedMove[]; deliveries: RecordedDelivery[] }> {
  return {
    moves: await reader.all<RecordedMove>(
      `SELECT from_status AS "from", to_status AS "to", cause AS "on", actor, reason, at FROM refund_moves WHERE refund_id = ? ORDER BY number`,
      id,
    ),
    deliveries: await reader.all<RecordedDelivery>(
      `SELECT ${DELIVERY_COLUMNS} FROM refund_deliveries WHERE refund_id = ? ORDER BY type DESC, number`,
      id,
    ),
  }
}
