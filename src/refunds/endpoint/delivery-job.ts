import type { Actor } from '../../access/actor.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import type { JobHandler, Later } from '../../jobs/jobs.ts'
import { DomainError } from '../../lib/errors.ts'
import type { Sealer } from '../../lib/sealing.ts'
import type { Tx } from '../../store/store.ts'
import { storewire } from '../decisions.ts'
import { CREATE_JOB, type MoveCause, moveRefund } from '../move.ts'
import type { RefundServices } from '../offer.ts'
import { reasonOf } from '../reasons.ts'
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
import type { Attempt } from './outbound.ts'

/** Waits before the retries, in milliseconds: factor 4, at most an hour. */
const RETRY_MS = [20_000, 80_000, 320_000, 1_280_000, 3_600_000]
/** At most this share is added to a wait, so that refunds which failed together do not come back together. */
const JITTER = 0.1
/** While the database, or the key that opens the secret, is unavailable a delivery waits for as long as it takes. */
const UNAVAILABLE_MS = 5_000

/** Who moves a refund when the shop's answer does. */
const refundEndpoint: Actor = { name: 'refund endpoint', origin: 'server', role: null }

/**
 * Orders refunds from shops. Running twice is safe: every try carries the refund's action id as its idempotency key, under
 * which a shop refunds at most once, and a refund that is not `executing` any more is not sent.
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
      // An answer is in hand: were it lost, the shop would be asked again although it has had its say.
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
        'The refund of this job has failed, which is final: start another one.',
      )
    },
  }
}

interface BegunTry {
  workspace: Workspace
  endpoint: Endpoint
  data: CreateData
  deliveryId: string
  /** Which try it is, from 1; those that a crash cut off are counted. */
  number: number
  /** How many tries have come to their end before: what a crash cut off uses up no retry. */
  ended: number
}

/** Takes the next try for this process; undefined where the refund has its outcome already. */
async function beginTry(tx: Tx, id: string, sealer: Sealer, now: number): Promise<BegunTry | undefined> {
  const refund = await findRefund(tx, id)
  if (refund?.status !== 'executing') return undefined
  const { workspaceId } = refund
  // First of all: without address or secret this is no try.
  const endpoint = await getEndpoint(tx, workspaceId, sealer)
  requireEndpoint(endpoint)
  const earlier = await tx.get<{ begun: number; ended: number }>(
    `SELECT count(*) AS begun, count(verdict) AS ended FROM refund_deliveries WHERE refund_id = ? AND type = 'refund.create'`,
    id,
  )
  const { begun = 0, ended = 0 } = earlier ?? {}
  const number = begun + 1
  const deliveryId = newDeliveryId(now)
  await recordBegin(tx, { workspaceId, refundId: id, deliveryId, number }, now)
  const workspace = await getWorkspace(tx, workspaceId)
  return { workspace, endpoint, data: createData(refund), deliveryId, number, ended }
}

/** What a refund's `refund.create` says. The amount is the one that the customer confirmed: there is no other source for it. */
export function createData({ id, orderId, customerId, lines, kind, note, mode, amount, currency }: Refund): CreateData {
  return { actionId: id, orderId, customerId, lines, reason: reasonOf(kind, note), amount, currency, mode }
}

/**
 * Records a try and moves the refund by its answer. A refund that got its outcome meanwhile, by a report, keeps it.
 *
 * @returns when the next try comes, where there was no answer and one is left
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
  if (!refund) throw new Error(`there is no refund ${id}`)
  await recordCall(tx, refund.workspaceId, id, attempt, number)
  if (refund.status !== 'executing') return undefined
  const { verdict, retryAfterMs } = attempt
  const wait = RETRY_MS[ended]
  if (verdict.kind === 'no_answer' && wait !== undefined)
    return { waitMs: waitOf(wait, retryAfterMs, random), reason: verdict.explanation }
  await moveRefund(tx, refund, happeningOf(verdict), now)
  return undefined
}

/** A `Retry-After` moves the next try later, never earlier. */
function waitOf(wait: number, retryAfterMs: number | null, random: () => number): number {
  return Math.ceil(Math.max(wait * (1 + JITTER * random()), retryAfterMs ?? 0))
}

function happeningOf(verdict: Verdict): MoveCause {
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
