import { enqueue } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { EndpointKind } from './addresses.ts'

/** The kind of job that sends a delivery; its subject is the delivery's id. */
export const DELIVER_JOB = 'event.deliver'

/** Most deliveries that wait for one endpoint. */
export const MOST_WAITING = 10_000

export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const
/** `failed`: after the last try. `skipped`: it was not sent, or is not sent any longer. */
export type DeliveryState = (typeof deliveryStates)[number]

/** One event on its way to one endpoint, with the last try. Times are epoch milliseconds. */
export interface EventDelivery {
  id: string
  eventId: string
  type: string
  /** What the event is about. */
  subject: string
  endpointId: string
  /** Null if the endpoint was deleted. */
  kind: EndpointKind | null
  host: string | null
  ending: string | null
  state: DeliveryState
  /** Tries that have ended. */
  tries: number
  sentAt: number | null
  durationMs: number | null
  httpStatus: number | null
  /** The beginning of the response; null for an endpoint in a private network. */
  answer: string | null
  /** Such as `delivered`, `http_status` or `timeout`. */
  verdict: string | null
  /** For people; null if all went well. */
  explanation: string | null
  createdAt: number
}

const COLUMNS = `delivery.id, event_id AS "eventId", type, subject, endpoint_id AS "endpointId", kind, host, ending, delivery.state, tries,
  sent_at AS "sentAt", duration_ms AS "durationMs", http_status AS "httpStatus", answer, verdict, explanation,
  delivery.created_at AS "createdAt"`

const FROM = `FROM event_deliveries AS delivery JOIN events ON events.id = event_id
  LEFT JOIN event_endpoints AS endpoint ON endpoint.id = endpoint_id`

export interface DeliveryQuery {
  limit: number
  endpointId?: string | undefined
  eventId?: string | undefined
  state?: DeliveryState | undefined
  /** Only deliveries before this one. */
  before?: string | undefined
}

/** Deliveries of a workspace, the newest first. */
export function listEventDeliveries(
  reader: Reader,
  workspaceId: string,
  { limit, endpointId, eventId, state, before }: DeliveryQuery,
): Promise<EventDelivery[]> {
  const conditions = Object.entries({
    'delivery.endpoint_id = ?': endpointId,
    'delivery.event_id = ?': eventId,
    'delivery.state = ?': state,
    'delivery.id < ?': before,
  }).filter(([, value]) => value !== undefined)
  return reader.all<EventDelivery>(
    `SELECT ${COLUMNS} ${FROM} WHERE ${['delivery.workspace_id = ?', ...conditions.map(([sql]) => sql)].join(' AND ')}
     ORDER BY delivery.id DESC LIMIT ?`,
    workspaceId,
    ...conditions.map(([, value]) => value ?? null),
    limit,
  )
}

/** @throws DomainError NOT_FOUND, also for a delivery of another workspace */
export async function requireEventDelivery(reader: Reader, workspaceId: string, id: string): Promise<EventDelivery> {
  const row = await reader.get<EventDelivery>(
    `SELECT ${COLUMNS} ${FROM} WHERE delivery.workspace_id = ? AND delivery.id = ?`,
    workspaceId,
    id,
  )
  if (row) return row
  throw new DomainError(
    'NOT_FOUND',
    'no_such_event_delivery',
    'This workspace has no delivery with this id. Check the id.',
  )
}

export interface NewDelivery {
  workspaceId: string
  endpointId: string
  eventId: string
}

/**
 * Adds a delivery with its job. If too many wait for the endpoint, the oldest are skipped.
 *
 * @returns its id, and the number of skipped deliveries
 */
export async function addDelivery(
  tx: Tx,
  { workspaceId, endpointId, eventId }: NewDelivery,
  now: number,
): Promise<{ id: string; skipped: number }> {
  const id = newOrderedId('evd', now)
  await tx.run(
    `INSERT INTO event_deliveries (id, workspace_id, endpoint_id, event_id, state, tries, created_at)
     VALUES (?, ?, ?, ?, 'waiting', 0, ?)`,
    id,
    workspaceId,
    endpointId,
    eventId,
    now,
  )
  await enqueue(tx, { kind: DELIVER_JOB, subject: id, lane: laneOf(endpointId) }, now)
  return { id, skipped: await skipSurplus(tx, endpointId) }
}

const laneOf = (endpointId: string) => `events ${endpointId}`

async function skipSurplus(tx: Tx, endpointId: string): Promise<number> {
  const row = await tx.get<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM event_deliveries WHERE endpoint_id = ? AND state = 'waiting'`,
    endpointId,
  )
  const surplus = (row?.waiting ?? 0) - MOST_WAITING
  if (surplus <= 0) return 0
  const oldest = await tx.all<{ id: string }>(
    `SELECT id FROM event_deliveries WHERE endpoint_id = ? AND state = 'waiting' ORDER BY id LIMIT ?`,
    endpointId,
    surplus,
  )
  for (const { id } of oldest) {
    await tx.run(`UPDATE event_deliveries SET state = 'skipped', verdict = 'too_many' WHERE id = ?`, id)
    await tx.run('DELETE FROM jobs WHERE subject = ? AND kind = ? AND lease_until IS NULL', id, DELIVER_JOB)
  }
  await tx.run('UPDATE event_endpoints SET skipped = skipped + ? WHERE id = ?', oldest.length, endpointId)
  return oldest.length
}

/** Ends all deliveries that wait for an endpoint. One that is being sent ends by itself. */
export async function endWaiting(
  tx: Tx,
  endpointId: string,
  { state, verdict }: { state: 'failed' | 'skipped'; verdict: string },
): Promise<void> {
  await tx.run(
    `UPDATE event_deliveries SET state = ?, verdict = ? WHERE endpoint_id = ? AND state = 'waiting'`,
    state,
    verdict,
    endpointId,
  )
  await tx.run('DELETE FROM jobs WHERE lane = ? AND lease_until IS NULL', laneOf(endpointId))
}

/** How many deliveries have failed since a time, by endpoint. */
export function failedSince(
  reader: Reader,
  workspaceId: string,
  since: number,
): Promise<{ endpointId: string; count: number }[]> {
  return reader.all(
    `SELECT endpoint_id AS "endpointId", count(*) AS count FROM event_deliveries
     WHERE workspace_id = ? AND state = 'failed' AND created_at >= ? GROUP BY endpoint_id`,
    workspaceId,
    since,
  )
}
