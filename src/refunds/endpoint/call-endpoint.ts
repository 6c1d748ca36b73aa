import type { Workspace } from '../../access/workspaces.ts'
import type { Clock } from '../../lib/clock.ts'
import { conflict } from '../../lib/errors.ts'
import { newOrderedId } from '../../lib/ids.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Tx } from '../../store/store.ts'
import type { Endpoint } from '../settings.ts'
import type { Verdict } from './answers.ts'
import type { CreateData, EndpointRequest, PreviewData } from './endpoint-request.ts'
import type { Attempt, Outbound } from './outbound.ts'

/** What a request asks of the shop, before it has an id and a time. */
export type RequestContent =
  | { type: 'ping'; data: Record<string, never> }
  | { type: 'refund.preview'; data: PreviewData }
  | { type: 'refund.create'; data: CreateData }

export function newDeliveryId(now: number): string {
  return newOrderedId('dlv', now)
}

/**
 * A content as the shop gets it. The idempotency key of a refund is its action id; a request that changes nothing gets one
 * of its own, so that a shop which remembers answers by key never takes one kind for another.
 */
export function endpointRequest(
  workspaceId: string,
  content: RequestContent,
  { id, createdAt }: Pick<EndpointRequest, 'id' | 'createdAt'>,
): EndpointRequest {
  const idempotencyKey = content.type === 'refund.create' ? content.data.actionId : id
  return { id, workspace: workspaceId, createdAt, idempotencyKey, ...content } as EndpointRequest
}

/**
 * Sends one signed request to the shop's endpoint.
 *
 * @throws DomainError CONFLICT where endpoint or secret are not set
 */
export async function callEndpoint(
  { outbound, clock, metrics }: { outbound: Outbound; clock: Clock; metrics: Metrics },
  { id: workspaceId, test }: Pick<Workspace, 'id' | 'test'>,
  { endpointUrl, secret }: Endpoint,
  content: RequestContent,
  id: string = newDeliveryId(clock.now()),
): Promise<Attempt> {
  const request = endpointRequest(workspaceId, content, { id, createdAt: clock.now() })
  const call = { ...requireEndpoint({ endpointUrl, secret }), request, allowLoopbackHttp: test }
  const attempt = await outbound.send(call)
  metrics.refundDelivery(attempt.type, attempt.verdict.kind)
  return attempt
}

/** Where a workspace's requests go and what signs them. @throws DomainError CONFLICT where either is not set */
export function requireEndpoint({ endpointUrl, secret }: Endpoint): {
  url: string
  secret: string
} {
  if (endpointUrl !== null && secret !== null) return { url: endpointUrl, secret }
  throw conflict('not_set_up', 'The refund endpoint is not set up: set its URL and create a secret first.')
}

/** A verdict as one sentence for people; null for what went well without a fault. */
export function explanationOf(verdict: Verdict): string | null {
  if (verdict.kind === 'no_answer') return verdict.explanation
  if (verdict.kind === 'outcome') return verdict.fault
  if (verdict.kind === 'refused') return verdict.message ?? `The shop refused with code ${verdict.code}.`
  if (verdict.kind === 'bad_signature')
    return 'The endpoint does not accept the signature: it must check it with the newest secret and the raw body.'
  return null
}

/** How a verdict stands in the record: its kind, or what exactly was missing or refused. */
export function verdictName(verdict: Verdict): string {
  if (verdict.kind === 'no_answer') return `no_answer:${verdict.reason}`
  if (verdict.kind === 'refused') return `refused:${verdict.code}`
  return verdict.kind === 'outcome' ? verdict.status : verdict.kind
}

/** Records a call that has ended. `refundId` null: it belongs to no refund. */
export async function recordCall(
  tx: Tx,
  workspaceId: string,
  refundId: string | null,
  { deliveryId, type, startedAt, durationMs, httpStatus, answer, verdict }: Attempt,
  number = 1,
): Promise<void> {
  await tx.run(
    `INSERT INTO refund_deliveries (id, workspace_id, refund_id, type, number, sent_at, duration_ms, http_status, answer, verdict, explanation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET duration_ms = excluded.duration_ms, http_status = excluded.http_status, answer = excluded.answer,
       verdict = excluded.verdict, explanation = excluded.explanation`,
    deliveryId,
    workspaceId,
    refundId,
    type,
    number,
    startedAt,
    durationMs,
    httpStatus,
    answer,
    verdictName(verdict),
    explanationOf(verdict),
  )
}

/** Records that a try of `refund.create` begins, before it is sent. @throws SqliteError when this try was begun before */
export async function recordBegin(
  tx: Tx,
  {
    workspaceId,
    refundId,
    deliveryId,
    number,
  }: { workspaceId: string; refundId: string; deliveryId: string; number: number },
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO refund_deliveries (id, workspace_id, refund_id, type, number, sent_at) VALUES (?, ?, ?, 'refund.create', ?, ?)`,
    deliveryId,
    workspaceId,
    refundId,
    number,
    now,
  )
}
