import type { Workspace } from '../../access/workspaces.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { conflict } from '../../lib/errors.ts'
import { newOrderedId } from '../../lib/ids.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Clock } from '../../lib/time.ts'
import { allowsLoopback } from '../../outbound/addresses.ts'
import type { Tx } from '../../store/store.ts'
import type { Endpoint } from '../settings.ts'
import type { Verdict } from './answers.ts'
import type { CreateData, EndpointRequest, PreviewData } from './endpoint-request.ts'
import type { Attempt, ShopOutbound } from './shop-outbound.ts'

/** A request to the shop, before it has an id and a time. */
export type RequestContent =
  | { type: 'ping'; data: Record<string, never> }
  | { type: 'refund.preview'; data: PreviewData }
  | { type: 'refund.create'; data: CreateData }

export function newDeliveryId(now: number): string {
  return newOrderedId('dlv', now)
}

/**
 * Adds the envelope. The idempotency key of `refund.create` is the action id. A request that changes nothing has its own key, so that a
 * shop that stores responses by key never mixes up two types of request.
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
 * @throws DomainError CONFLICT if endpoint or secret are not set
 */
export async function callEndpoint(
  { outbound, clock, metrics }: { outbound: ShopOutbound; clock: Clock; metrics: Metrics },
  { id: workspaceId, test: isTest }: Pick<Workspace, 'id' | 'test'>,
  endpoint: Endpoint,
  content: RequestContent,
  id: string = newDeliveryId(clock.now()),
): Promise<Attempt> {
  const request = endpointRequest(workspaceId, content, { id, createdAt: clock.now() })
  const { url, secret, byOperator } = requireEndpoint(endpoint)
  const allowLoopbackHttp = allowsLoopback(outbound.policy, { url, isTest, byOperator })
  const attempt = await outbound.send({ url, secret, request, allowLoopbackHttp })
  metrics.refundDelivery(attempt.type, attempt.verdict.kind)
  return attempt
}

/** @throws DomainError CONFLICT if endpoint or secret are not set */
export function requireEndpoint({ endpointUrl, secret, byOperator }: Endpoint): {
  url: string
  secret: string
  byOperator: boolean
} {
  if (endpointUrl !== null && secret !== null) return { url: endpointUrl, secret, byOperator }
  throw conflict('not_set_up', 'The refund endpoint is not set up. Set its URL and create a signing secret first.')
}

/** Explains a verdict to people; null if the response was correct. */
export function explanationOf(verdict: Verdict): string | null {
  if (verdict.kind === 'no_answer') return verdict.explanation
  if (verdict.kind === 'outcome') return verdict.fault
  if (verdict.kind === 'refused') return verdict.message ?? `The shop refused with the code ${verdict.code}.`
  if (verdict.kind === 'bad_signature')
    return 'The endpoint rejected the signature. Check the signature with the newest secret and the raw body.'
  return null
}

/** The recorded name of a verdict: its kind, mostly with the reason or code. */
export function verdictName(verdict: Verdict): string {
  if (verdict.kind === 'no_answer') return `no_answer:${verdict.reason}`
  if (verdict.kind === 'refused') return `refused:${verdict.code}`
  return verdict.kind === 'outcome' ? verdict.status : verdict.kind
}

/** Records a call that has ended. `refundId` is null for a call without a refund. */
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

/** Records the start of a try of `refund.create`, before it is sent. @throws SqliteError if this try is already recorded */
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

/** Whether the shop did what was requested, or would do it. */
export function wentWell({ kind }: Verdict): boolean {
  return kind === 'ok' || kind === 'amount' || kind === 'outcome'
}

/** A verdict as a message for the developer of the endpoint: the meaning of the response, and its consequence. */
export function wordsFor(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ok':
      return 'The response is correct. The endpoint is ready for refunds.'
    case 'amount':
      return `The shop would refund ${formatAmount(verdict.amount, verdict.currency)}${verdict.note === null ? '.' : `: ${verdict.note}`}`
    case 'outcome':
      return outcome(verdict)
    case 'refused':
      return `The shop refused with the code ${verdict.code}${verdict.message === null ? '' : `: ${verdict.message.replace(/\.$/, '')}`}. A refusal is final: the request is not sent again.`
    case 'bad_signature':
      return `${explanationOf(verdict)}${verdict.message === null ? '' : ` Message of the endpoint: ${verdict.message}`}`
    case 'no_answer':
      return `This counts as no answer (${verdict.reason}). ${verdict.explanation}`
  }
}

function outcome({ status, refundId, fault }: Extract<Verdict, { kind: 'outcome' }>): string {
  const problem = fault === null ? '' : ` ${fault}`
  const reference = refundId === null ? '' : ` (reference ${refundId})`
  return status === 'succeeded'
    ? `The shop has made the refund${reference}.${problem}`
    : `The shop has accepted the refund${reference} and will report the outcome to POST /actions/{actionId}/status.${problem}`
}
