import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { append } from '../changes/append.ts'
import type { JobHandler, Later } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { waitOf } from '../outbound/tries.ts'
import type { Tx } from '../store/store.ts'
import { type EventServices, type EventTry, sendEvent } from './deliver.ts'
import { DELIVER_JOB, type DeliveryState, endWaiting } from './deliveries.ts'
import { requireEventEndpoint } from './endpoints.ts'
import { addressOf, mailEvent } from './event-mails.ts'
import { findEvent } from './events.ts'

/** Waits before the tries after the first. */
const RETRY_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]
/** An endpoint that has only failed for so long is disabled. */
const DISABLE_AFTER_MS = 5 * DAY_MS
/** Wait while the database or the encryption key is unavailable. These tries are not limited. */
const UNAVAILABLE_MS = 5_000

const storewire: Actor = { name: 'storewire', origin: 'server', role: null }

/** Tries at a time, of all endpoints and of one. */
const AT_ONCE = 16
const AT_ONCE_OF_ONE = 4

/** Sends events to endpoints. Running twice is safe: a receiver gets the same event id again, and leaves it out. */
export function deliverJobHandler(services: EventServices & { random: () => number }): JobHandler {
  const { random } = services
  return {
    kind: DELIVER_JOB,
    concurrency: AT_ONCE,
    perLane: AT_ONCE_OF_ONE,
    run: async ({ subject }, end) => {
      const begun = await beginTry(services, subject)
      if (!begun) return
      const { event, endpoint, delivery } = begun
      if (endpoint.kind === 'email') {
        // Before the end, which is repeated until it succeeds.
        const to = await addressOf(services.store.read, services.sealer, delivery, services.clock.now())
        return end((tx, now) => mailEvent(tx, delivery, to, now))
      }
      const tried = await sendEvent(services, endpoint, event)
      await end((tx, now) => recordTry(tx, { ...begun, tried, random }, now))
    },
    retryAfter: ({ attempts }, error) => {
      if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return UNAVAILABLE_MS
      return RETRY_MS[attempts - 1] ?? null
    },
    giveUp: async (tx, { subject }, message) => {
      await tx.run(
        `UPDATE event_deliveries SET state = 'failed', verdict = 'given_up', explanation = ? WHERE id = ? AND state = 'waiting'`,
        message,
        subject,
      )
    },
    revive: async (tx, { subject }) => {
      await tx.run(`UPDATE event_deliveries SET state = 'waiting', tries = 0 WHERE id = ?`, subject)
    },
  }
}

interface Waiting {
  id: string
  workspaceId: string
  endpointId: string
  eventId: string
  tries: number
}

/** What the next try of a delivery needs; undefined if it is not to be sent any longer. */
async function beginTry({ store }: EventServices, id: string) {
  const delivery = await store.read.get<Waiting>(
    `SELECT delivery.id, delivery.workspace_id AS "workspaceId", endpoint_id AS "endpointId", event_id AS "eventId", tries
     FROM event_deliveries AS delivery JOIN event_endpoints AS endpoint ON endpoint.id = endpoint_id
     JOIN workspaces ON workspaces.id = delivery.workspace_id
     WHERE delivery.id = ? AND delivery.state = 'waiting' AND endpoint.state = 'on' AND deleted_at IS NULL`,
    id,
  )
  if (!delivery) return undefined
  const { workspaceId, endpointId, eventId } = delivery
  const event = await findEvent(store.read, workspaceId, eventId)
  return event && { delivery, event, endpoint: await requireEventEndpoint(store.read, workspaceId, endpointId) }
}

interface EndedTry {
  delivery: Waiting
  tried: EventTry
  random: () => number
}

/** Records a try. @returns the wait before the next one, if it has failed and one is left */
async function recordTry(tx: Tx, { delivery, tried, random }: EndedTry, now: number): Promise<Later | undefined> {
  const { endpointId, tries } = delivery
  const isDelivered = tried.verdict === 'delivered'
  const wait = RETRY_MS[tries]
  const state: DeliveryState = isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
  const { changes } = await tx.run(
    `UPDATE event_deliveries SET tries = tries + 1, sent_at = ?, duration_ms = ?, http_status = ?, answer = ?, verdict = ?, explanation = ?,
       state = CASE WHEN state = 'waiting' OR ? = 'delivered' THEN ? ELSE state END
     WHERE id = ?`,
    tried.startedAt,
    tried.durationMs,
    tried.httpStatus,
    tried.answer,
    tried.verdict,
    tried.explanation,
    state,
    state,
    delivery.id,
  )
  // Erased, or its workspace was deleted meanwhile.
  if (changes === 0) return undefined
  if (isDelivered) {
    await tx.run(
      'UPDATE event_endpoints SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL',
      endpointId,
    )
    return undefined
  }
  const isOver = await noteFailure(tx, delivery, tried, now)
  if (isOver || wait === undefined) return undefined
  return { waitMs: waitOf(wait, tried.retryAfterMs, random), reason: tried.explanation }
}

/** Notes a failure of an endpoint. @returns whether nothing is sent there any longer */
export async function noteFailure(
  tx: Tx,
  { endpointId, workspaceId }: Pick<Waiting, 'endpointId' | 'workspaceId'>,
  { verdict }: Pick<EventTry, 'verdict'>,
  now: number,
): Promise<boolean> {
  const endpoint = await tx.get<{ state: string; failingSince: number | null; kind: string; host: string }>(
    'SELECT state, failing_since AS "failingSince", kind, host FROM event_endpoints WHERE id = ?',
    endpointId,
  )
  if (endpoint?.state !== 'on') return true
  const since = endpoint.failingSince ?? now
  const isGone = verdict === 'gone'
  if (!isGone && now - since < DISABLE_AFTER_MS) {
    await tx.run('UPDATE event_endpoints SET failing_since = ? WHERE id = ?', since, endpointId)
    return false
  }
  await tx.run(`UPDATE event_endpoints SET state = 'disabled', failing_since = ? WHERE id = ?`, since, endpointId)
  // Failed, so that they can be sent again once the endpoint works.
  await endWaiting(tx, endpointId, { state: 'failed', verdict: 'endpoint_disabled' })
  const reason = isGone ? 'gone' : 'failing'
  const { kind, host } = endpoint
  const details = { kind, host, reason }
  await audit(tx, {
    workspaceId,
    actor: storewire,
    action: 'event_endpoint.disabled',
    target: endpointId,
    details,
    at: now,
  })
  await append(tx, { workspaceId, kind: 'endpoint', ids: [endpointId], data: { reason } }, now)
  return true
}
