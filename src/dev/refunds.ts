import type { Actor } from '../access/actor.ts'
import { toIso, toIsoOrNull } from '../lib/time.ts'
import { viewOf } from '../refunds/agent-view.ts'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  declineRefund,
  type RefundRef,
  rejectRefund,
  stopWaiting,
} from '../refunds/decisions.ts'
import { startRefund } from '../refunds/offer.ts'
import { getRefund, type Refund, timelineOf } from '../refunds/refunds.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { DevContext } from './context.ts'
import type { TestRefund, TestRefunds } from './testing-api.ts'
import { developer } from './workspace.ts'

type Decide = (tx: Tx, actor: Actor, ref: RefundRef & { reason?: string | null }, now: number) => Promise<Refund>

/** The decisions that a developer can make instead of customers and agents. */
export const decisions = {
  confirm: confirmRefund,
  decline: declineRefund,
  approve: approveRefund,
  reject: rejectRefund,
  cancel: cancelRefund,
  'stop-waiting': stopWaiting,
} satisfies Record<string, Decide>

export type Decision = keyof typeof decisions

/** @throws DomainError as the refund commands do */
export async function startDevRefund(
  { services, keys: { workspaceId } }: DevContext,
  { order, reason, lines = [], note, conversation, again }: Parameters<TestRefunds['start']>[0],
): Promise<TestRefund> {
  const requested = {
    workspaceId,
    orderId: order,
    lines,
    kind: reason,
    note: note ?? null,
    conversationId: conversation ?? null,
    again: again ?? null,
  }
  return shownRefund(services.store.read, await startRefund(services, developer, requested))
}

/** @throws DomainError NOT_FOUND; CONFLICT if the refund is not waiting for this decision */
export async function decideDevRefund(
  { services: { store, clock }, keys: { workspaceId }, wake }: DevContext,
  id: string,
  decision: Decision,
  reason?: string,
): Promise<TestRefund> {
  const decide: Decide = decisions[decision]
  const refund = await store.write((tx) =>
    decide(tx, developer, { workspaceId, id, reason: reason ?? null }, clock.now()),
  )
  wake()
  return shownRefund(store.read, refund)
}

/** @throws DomainError NOT_FOUND */
export async function getDevRefund({ services, keys }: DevContext, id: string): Promise<TestRefund> {
  const { read } = services.store
  return shownRefund(read, await getRefund(read, keys.workspaceId, id))
}

/** A refund with its whole history, times as ISO-8601. */
export async function shownRefund(reader: Reader, refund: Refund): Promise<TestRefund> {
  const { id, orderId, customerId, conversationId, status, amount, currency, kind, note, lines, refundId } = refund
  const { reportedAs, possiblyRefunded, approvalReasons, overOrderTotal } = await viewOf(reader, refund)
  const { moves, deliveries } = await timelineOf(reader, id)
  return {
    id,
    orderId,
    customerId,
    conversationId,
    status,
    amount,
    currency,
    reason: kind,
    note,
    lines,
    refundId,
    failure: refund.failureCode === null ? null : { code: refund.failureCode, message: refund.failureMessage },
    reportedAs,
    possiblyRefunded,
    approvalReasons,
    overOrderTotal,
    createdAt: toIso(refund.createdAt),
    expiresAt: toIsoOrNull(refund.expiresAt),
    finishedAt: toIsoOrNull(refund.finishedAt),
    moves: moves.map((move) => ({ ...move, at: toIso(move.at) })),
    deliveries: deliveries.map((delivery) => ({ ...delivery, sentAt: toIso(delivery.sentAt) })),
  }
}
