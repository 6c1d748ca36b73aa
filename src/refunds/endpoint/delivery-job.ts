import type { Actor } from '../../access/actor.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import type { JobHandler, Later } from '../../jobs/jobs.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Sealer } from '../../lib/sealing.ts'
import { waitOf } from '../../outbound/tries.ts'
import type { Tx } from '../../store/store.ts'
import { reportNoAnswer } from '../announcements.ts'
import { storewire } from '../decisions.ts'
import { RETRY_MS } from '../failing.ts'
import { CREATE_JOB, type MoveCause, moveRefund } from '../move.ts'
import type { RefundServices } from '../offer.ts'
import { reasonText } from '../reasons.ts'
import { NO_ANSWER } from '../refunded.ts'
import { findRefund, type Refund } from '../refunds.ts'
import { type Endpoint, getEndpoint } from '../settings.ts'
import type { Verdict } from './answers.ts'
import {
  callEndpoint,
  explanationOf,
  newDeliveryId,
  recordBegin,
  recordCall,
  requireEndpoint,
} from './call-endpoint.ts'
import type { CreateData } from './endpoint-request.ts'
import type { Attempt } from './shop-outbound.ts'

/** Wait while the database or the encryption key is unavailable. These tries are not limited. */
const UNAVAILABLE_MS = 5_000

/** The actor of moves that a response of the shop causes. */
const refundEndpoint: Actor = { name: 'refund endpoint', origin: 'server', role: null }

/**
 * Orders refunds from shops. Running twice is safe: every try has the action id as its idempotency key, a shop refunds at most once for a
 * key, and a refund that is no longer `executing` is not sent.
 */
export function deliveryJobHandler(services: RefundServices & { random: () => number }): JobHandler {
  const { store, clock, random, sealer } = services
  return {
    kind: CREATE_JOB,
    concurrency: 16,
    perLane: 4,
    run: async ({ subject }, end) => {
      const begun = await store.writeInBackground((tx) => beginTry(tx, subject, sealer, clock.now()))
      if (!begun) return
      const { workspace, endpoint, data, deliveryId } = begun
      const attempt = await callEndpoint(services, workspace, endpoint, { type: 'refund.create', data }, deliveryId)
      // Must be stored: without it, the shop would get the same order again after its response.
      await end((tx, now) => recordTry(tx, subject, attempt, begun, random, now))
    },
    retryAfter: ({ attempts }, error) => {
      if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return UNAVAILABLE_MS
      return RETRY_MS[attempts - 1] ?? null
    },
    giveUp: async (tx, { subject }, message, now) => {
      const refund = await findRefund(tx, subject)
      const failure = { code: 'given_up', message }
      if (refund)
        await moveRefund(tx, refund, { on: 'retries_used_up', actor: storewire, reason: message, failure }, now)
    },
    revive: async () => {
      throw new DomainError(
        'CONFLICT',
        'refund_failed',
        'The refund of this job has failed, which is final. Start another refund.',
      )
    },
  }
}

interface BegunTry {
  workspace: Workspace
  endpoint: Endpoint
  data: CreateData
  deliveryId: string
  /** Number of the try, from 1, counting tries that a crash interrupted. */
  number: number
  /** Number of earlier tries that ended. One that a crash interrupted does not use up a retry, nor does one that a person asked for. */
  ended: number
}

/** Begins the next try; undefined if the refund already has an outcome. */
async function beginTry(tx: Tx, id: string, sealer: Sealer, now: number): Promise<BegunTry | undefined> {
  const refund = await findRefund(tx, id)
  if (refund?.status !== 'executing') return undefined
  const { workspaceId } = refund
  // Before the try is recorded: without address or secret nothing is sent.
  const endpoint = await getEndpoint(tx, workspaceId, sealer)
  requireEndpoint(endpoint)
  const earlier = await tx.get<{ begun: number; answered: number; extra: number }>(
    `SELECT count(*) AS begun, count(verdict) AS answered, (SELECT extra_tries FROM refunds WHERE id = ?) AS extra
     FROM refund_deliveries WHERE refund_id = ? AND type = 'refund.create'`,
    id,
    id,
  )
  const { begun = 0, answered = 0, extra = 0 } = earlier ?? {}
  const number = begun + 1
  const deliveryId = newDeliveryId(now)
  await recordBegin(tx, { workspaceId, refundId: id, deliveryId, number }, now)
  const workspace = await getWorkspace(tx, workspaceId)
  return { workspace, endpoint, data: createData(refund), deliveryId, number, ended: Math.max(answered - extra, 0) }
}

/**
 * The data of `refund.create`, without which there is no call. The amount is the one that the customer confirmed.
 *
 * @throws Error for a refund of a trial conversation
 */
export function createData(refund: Refund): CreateData {
  const { id, orderId, customerId, lines, kind, note, mode, amount, currency } = refund
  if (refund.trial) throw new Error(`refund ${id} is of a trial conversation: it is never sent`)
  return { actionId: id, orderId, customerId, lines, reason: reasonText(kind, note), amount, currency, mode }
}

/**
 * Records a try and moves the refund by the response. A refund whose outcome was reported in the meantime is not moved.
 *
 * @returns the wait before the next try, if there was no answer and a try is left
 */
async function recordTry(
  tx: Tx,
  id: string,
  attempt: Attempt,
  { number, ended }: BegunTry,
  random: () => number,
  now: number,
): Promise<Later | undefined> {
  const refund = await findRefund(tx, id)
  // The workspace was deleted by force in the meantime.
  if (!refund) return undefined
  await recordCall(tx, refund.workspaceId, id, attempt, number)
  if (refund.status !== 'executing') return undefined
  const { verdict, retryAfterMs } = attempt
  const wait = RETRY_MS[ended]
  if (verdict.kind === 'no_answer' && wait !== undefined) {
    await reportNoAnswer(tx, refund, number, now)
    return { waitMs: waitOf(wait, retryAfterMs, random), reason: verdict.explanation }
  }
  await moveRefund(tx, refund, causeOf(verdict), now)
  return undefined
}

function causeOf(verdict: Verdict): MoveCause {
  const reason = explanationOf(verdict)
  if (verdict.kind === 'outcome') {
    const on = verdict.status === 'succeeded' ? 'answered_succeeded' : 'answered_pending'
    return { on, actor: refundEndpoint, reason, refundId: verdict.refundId }
  }
  if (verdict.kind === 'refused') {
    const failure = { code: verdict.code, message: verdict.message }
    return { on: 'store_refused', actor: refundEndpoint, reason, failure }
  }
  if (verdict.kind === 'bad_signature') {
    return {
      on: 'signature_rejected',
      actor: refundEndpoint,
      reason,
      failure: { code: 'bad_signature', message: reason },
    }
  }
  return { on: 'retries_used_up', actor: storewire, reason, failure: { code: NO_ANSWER, message: reason } }
}
