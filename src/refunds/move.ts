import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { timeZoneOf } from '../access/workspaces.ts'
import { addNotice } from '../conversations/conversations.ts'
import { newestFollowerOf } from '../conversations/modes.ts'
import { dropJobs, enqueue } from '../jobs/jobs.ts'
import { dayIn } from '../lib/days.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { nextMoveId, outcomeNotice } from './announcements.ts'
import { type Facts, isFinished, isLateReport, nextStatus, type RefundEvent, type RefundStatus } from './lifecycle.ts'
import type { Refund } from './refunds.ts'
import { getRefundSettings, type RefundSettings } from './settings.ts'

/** The kinds of job that move refunds. The subject of each is the id of the refund. */
export const CREATE_JOB = 'refund.create'
export const EXPIRE_JOB = 'refund.expire'

/** The event of a move, its actor, and what the shop responded or reported. */
export interface MoveCause {
  on: RefundEvent
  actor: Actor
  /** Shown to people in the history. */
  reason?: string | null
  refundId?: string | null
  failure?: { code: string; message: string | null }
}

export const noFacts: Facts = { isTrial: false, isAutomatic: false, isOverdue: false }

/**
 * Moves a refund by the table of its lifecycle: changes the status, writes history and audit log, enqueues the job of the new status, and
 * adds the message for the customer.
 *
 * @returns the moved refund; undefined if the table has no such move and nothing was changed
 */
export async function moveRefund(
  tx: Tx,
  refund: Refund,
  { on, actor, reason = null, refundId = null, failure }: MoveCause,
  now: number,
  facts: Facts = noFacts,
): Promise<Refund | undefined> {
  const to = nextStatus(refund.status, on, facts)
  if (!to) return undefined
  const settings = await getRefundSettings(tx, refund.workspaceId)
  const moved: Refund = {
    ...refund,
    status: to,
    // All tries send the mode that was set when the refund was decided on.
    mode: to === 'executing' ? settings.mode : refund.mode,
    expiresAt: expiryOf(settings, to, now),
    refundId: refundId ?? refund.refundId,
    failureCode: failure?.code ?? refund.failureCode,
    failureMessage: failure?.message ?? refund.failureMessage,
    finishedAt: isFinished(to) ? now : null,
  }
  await tx.run(
    `UPDATE refunds SET status = ?, mode = ?, expires_at = ?, refund_id = ?, failure_code = ?, failure_message = ?, finished_at = ? WHERE id = ?`,
    to,
    moved.mode,
    moved.expiresAt,
    moved.refundId,
    moved.failureCode,
    moved.failureMessage,
    moved.finishedAt,
    refund.id,
  )
  // Jobs of the old status.
  await dropJobs(tx, refund.id, [CREATE_JOB, EXPIRE_JOB])
  await recordMove(tx, moved, { from: refund.status, on, actor, reason }, now)
  return moved
}

/** Stores a new refund with its first move. @throws SqliteError if the order already has an active refund */
export async function insertRefund(
  tx: Tx,
  refund: Omit<
    Refund,
    | 'status'
    | 'expiresAt'
    | 'refundId'
    | 'failureCode'
    | 'failureMessage'
    | 'createdAt'
    | 'finishedAt'
    | 'reportedAs'
    | 'hasUnansweredTry'
  >,
  { on, actor, reason = null }: Pick<MoveCause, 'on' | 'actor' | 'reason'>,
  now: number,
): Promise<Refund> {
  const status = nextStatus(null, on, noFacts)
  if (!status) throw new Error(`no refund begins with ${on}`)
  const begun: Refund = {
    ...refund,
    status,
    expiresAt: expiryOf(await getRefundSettings(tx, refund.workspaceId), status, now),
    refundId: null,
    failureCode: null,
    failureMessage: null,
    createdAt: now,
    finishedAt: null,
    reportedAs: null,
    hasUnansweredTry: false,
  }
  await tx.run(
    `INSERT INTO refunds (id, workspace_id, order_id, customer_id, conversation_id, kind, note, lines, mode, status, amount, currency,
       started_by, basis, expires_at, created_at, trial, day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    begun.id,
    begun.workspaceId,
    begun.orderId,
    begun.customerId,
    begun.conversationId,
    begun.kind,
    begun.note,
    JSON.stringify(begun.lines),
    begun.mode,
    begun.status,
    begun.amount,
    begun.currency,
    begun.startedBy,
    begun.basis,
    begun.expiresAt,
    now,
    begun.trial ? 1 : 0,
    dayIn(await timeZoneOf(tx, begun.workspaceId), now),
  )
  await recordMove(tx, begun, { from: null, on, actor, reason }, now)
  return begun
}

/** When a status expires, in epoch milliseconds; null if it does not. */
function expiryOf(
  { customerTimeoutMinutes, approvalTimeoutHours }: RefundSettings,
  status: RefundStatus,
  now: number,
): number | null {
  if (status === 'awaiting_customer') return now + customerTimeoutMinutes * MINUTE_MS
  if (status === 'awaiting_approval') return now + approvalTimeoutHours * HOUR_MS
  return null
}

/**
 * Keeps a report on a refund that has ended: in the history, as a move from the status to itself, and in the audit log. Only the first
 * report of each outcome is kept, so that repeated reports do not fill the disk.
 *
 * @returns the changed refund; undefined if nothing was kept
 */
export async function keepLateReport(
  tx: Tx,
  refund: Refund,
  { on, actor, reason = null, refundId = null }: MoveCause,
  now: number,
): Promise<Refund | undefined> {
  const { id, workspaceId, status, amount, currency } = refund
  if (!isLateReport(status, on) || (await wasReportedLate(tx, refund, on))) return undefined
  const reportedAs = on === 'reported_succeeded' ? 'succeeded' : (refund.reportedAs ?? 'failed')
  await tx.run('UPDATE refunds SET reported_as = ? WHERE id = ?', reportedAs, id)
  const details = [refundId === null ? null : `refundId ${refundId}`, reason].filter((part) => part !== null)
  await insertMove(tx, refund, { from: status, on, actor, reason: details.join(', ') || null }, now)
  await audit(tx, {
    workspaceId,
    actor,
    action: 'refund.reported_late',
    target: id,
    details: { status, on, amount, currency, refundId, reason },
    at: now,
  })
  return { ...refund, reportedAs }
}

async function wasReportedLate(tx: Tx, { id }: Refund, on: RefundEvent): Promise<boolean> {
  const sql = 'SELECT 1 FROM refund_moves WHERE refund_id = ? AND cause = ? AND from_status = to_status'
  return (await tx.get(sql, id, on)) !== undefined
}

interface MoveFacts {
  from: RefundStatus | null
  on: RefundEvent
  actor: Actor
  reason: string | null
}

async function insertMove(tx: Tx, refund: Refund, { from, on, actor, reason }: MoveFacts, now: number): Promise<void> {
  const { id, status: to } = refund
  await tx.run(
    `INSERT INTO refund_moves (id, refund_id, number, from_status, to_status, cause, actor, reason, at)
     VALUES (?, ?, (SELECT count(*) + 1 FROM refund_moves WHERE refund_id = ?), ?, ?, ?, ?, ?, ?)`,
    await nextMoveId(tx, refund, { from, on }, now),
    id,
    id,
    from,
    to,
    on,
    actor.name,
    reason,
    now,
  )
}

async function recordMove(tx: Tx, refund: Refund, move: MoveFacts, now: number): Promise<void> {
  const { id, workspaceId, status: to, expiresAt, conversationId, amount, currency } = refund
  const { from, on, actor, reason } = move
  await insertMove(tx, refund, move, now)
  const details = { from, on, amount, currency, ...(reason === null ? {} : { reason }) }
  await audit(tx, { workspaceId, actor, action: `refund.${to}`, target: id, details, at: now })
  if (expiresAt !== null) await enqueue(tx, { kind: EXPIRE_JOB, subject: id, dueAt: expiresAt }, now)
  if (to === 'executing') await enqueue(tx, { kind: CREATE_JOB, subject: id, lane: `refunds ${workspaceId}` }, now)
  const notice = outcomeNotice(refund, { from, on })
  if (notice === undefined || conversationId === null) return
  await addNotice(tx, conversationId, notice, now)
  // The customer may read another conversation by now.
  const newest = await newestFollowerOf(tx, conversationId)
  if (newest !== undefined) await addNotice(tx, newest, notice, now)
}
