import type { Actor } from '../access/actor.ts'
import { getWorkspace, type Workspace } from '../access/workspaces.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { ApiError } from '../lib/errors.ts'
import type { Tx } from '../store/session.ts'
import type { Verdict } from './answers.ts'
import { callStore, explanationOf, newDeliveryId, recordBegin, recordCall } from './call-store.ts'
import { storewire } from './decisions.ts'
import { CREATE_JOB, type Happening, moveRefund } from './move.ts'
import { type RefundServices, reasonOf } from './offer.ts'
import type { Attempt } from './outbound.ts'
import { findRefund, type Refund } from './refunds.ts'
import { getRefundSettings, type RefundSettings } from './settings.ts'
import type { CreateData } from './store-request.ts'

/** Waits before the retries, in milliseconds: factor 4, at most an hour. */
const RETRY_MS = [20_000, 80_000, 320_000, 1_280_000, 3_600_000]
/** At most this share is added to a wait, so that refunds which failed together do not come back together. */
const JITTER = 0.1
/** While the database is unavailable a delivery waits for as long as it takes. */
const UNAVAILABLE_MS = 5_000

/** The shop did not answer, and there is a try left. */
class Unanswered extends Error {
  readonly waitMs: number

  constructor(explanation: string, waitMs: number) {
    super(explanation)
    this.waitMs = waitMs
  }
}

/** Who moves a refund when the shop's answer does. */
const endpoint: Actor = { name: 'refund endpoint', origin: 'server', role: null }

/**
 * Orders refunds from shops. Running twice is safe: every try carries the refund's action id as its idempotency key, under
 * which a shop refunds at most once, and a refund that is not `executing` any more is not sent.
 */
export function deliveryJobHandler(services: RefundServices & { random: () => number }): JobHandler {
  const { store, clock, random } = services
  return {
    kind: CREATE_JOB,
    concurrency: 16,
    perLane: 4,
    run: async ({ subject }) => {
      const begun = await store.writeInBackground((tx) => beginTry(tx, subject, clock.now()))
      if (!begun) return
      const { workspace, settings, data, deliveryId, number } = begun
      const attempt = await callStore(services, workspace, settings, { type: 'refund.create', data }, deliveryId)
      const unanswered = await store.writeInBackground((tx) => recordTry(tx, subject, attempt, number, clock.now()))
      if (unanswered) throw new Unanswered(unanswered, waitAfter(number, attempt.retryAfterMs, random))
    },
    retryAfter: ({ attempts }, error) => {
      if (error instanceof Unanswered) return error.waitMs
      if (error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE') return UNAVAILABLE_MS
      return RETRY_MS[attempts - 1] ?? null
    },
    giveUp: async (tx, { subject }, message, now) => {
      const refund = await findRefund(tx, subject)
      const failure = { code: 'given_up', message }
      if (refund)
        await moveRefund(tx, refund, { on: 'retries_used_up', actor: storewire, reason: message, failure }, now)
    },
    revive: async () => {
      throw new ApiError('CONFLICT', 'The refund of this job has failed, which is final: start another one.')
    },
  }
}

/** A `Retry-After` moves the next try later, never earlier. */
function waitAfter(number: number, retryAfterMs: number | null, random: () => number): number {
  const wait = (RETRY_MS[number - 1] ?? 0) * (1 + JITTER * random())
  return Math.ceil(Math.max(wait, retryAfterMs ?? 0))
}

interface BegunTry {
  workspace: Workspace
  settings: RefundSettings
  data: CreateData
  deliveryId: string
  number: number
}

/** Takes the next try for this process; undefined where the refund has its outcome already. */
async function beginTry(tx: Tx, id: string, now: number): Promise<BegunTry | undefined> {
  const refund = await findRefund(tx, id)
  if (refund?.status !== 'executing') return undefined
  const { workspaceId } = refund
  const last = await tx.get<{ number: number | null }>(
    `SELECT max(number) AS number FROM refund_deliveries WHERE refund_id = ? AND type = 'refund.create'`,
    id,
  )
  const number = (last?.number ?? 0) + 1
  const deliveryId = newDeliveryId(now)
  await recordBegin(tx, { workspaceId, refundId: id, deliveryId, number }, now)
  const workspace = await getWorkspace(tx, workspaceId)
  return { workspace, settings: await getRefundSettings(tx, workspaceId), data: createData(refund), deliveryId, number }
}

/** The amount is the one that the customer confirmed: there is no other source for it. */
export function createData({ id, orderId, customerId, lines, kind, note, mode, amount, currency }: Refund): CreateData {
  return { actionId: id, orderId, customerId, lines, reason: reasonOf(kind, note), amount, currency, mode }
}

/**
 * Records a try and moves the refund by its answer. A refund that got its outcome meanwhile, by a report, keeps it.
 *
 * @returns why there was no answer, where another try is left
 */
async function recordTry(
  tx: Tx,
  id: string,
  attempt: Attempt,
  number: number,
  now: number,
): Promise<string | undefined> {
  const refund = await findRefund(tx, id)
  if (!refund) throw new Error(`there is no refund ${id}`)
  await recordCall(tx, refund.workspaceId, id, attempt, number)
  const { verdict } = attempt
  if (refund.status !== 'executing') return undefined
  if (verdict.kind === 'no_answer' && number <= RETRY_MS.length) return verdict.explanation
  await moveRefund(tx, refund, happeningOf(verdict), now)
  return undefined
}

function happeningOf(verdict: Verdict): Happening {
  const reason = explanationOf(verdict)
  if (verdict.kind === 'outcome') {
    const on = verdict.status === 'succeeded' ? 'answered_succeeded' : 'answered_pending'
    return { on, actor: endpoint, refundId: verdict.refundId }
  }
  if (verdict.kind === 'refused') {
    const failure = { code: verdict.code, message: verdict.message }
    return { on: 'store_refused', actor: endpoint, reason, failure }
  }
  if (verdict.kind === 'bad_signature') {
    return { on: 'signature_rejected', actor: endpoint, reason, failure: { code: 'bad_signature', message: reason } }
  }
  return { on: 'retries_used_up', actor: storewire, reason, failure: { code: 'no_answer', message: reason } }
}
