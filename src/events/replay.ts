import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { addDelivery, MOST_WAITING } from './deliveries.ts'
import { listEndpoints, requireEventEndpoint } from './endpoints.ts'
import { requireEvent } from './events.ts'

/** What to send again: one event, or all that has failed since a time. */
export type Replayed =
  | { eventId: string; endpointId?: string | undefined }
  | { since: number; endpointId?: string | undefined }

/**
 * Sends events again, as new deliveries with the same event ids: to the endpoints that got them, as far as these are on.
 *
 * @returns the number of new deliveries
 * @throws DomainError FORBIDDEN for the role; NOT_FOUND for an event or an endpoint; CONFLICT if the named endpoint is not on
 */
export async function replayEvents(
  tx: Tx,
  actor: Actor,
  { workspaceId, ...wanted }: Replayed & { workspaceId: string },
  now: number,
): Promise<number> {
  requireManager(actor)
  const { endpointId } = wanted
  if (endpointId !== undefined) {
    const { state } = await requireEventEndpoint(tx, workspaceId, endpointId)
    if (state !== 'on') throw conflict('event_endpoint_off', 'The endpoint is not on. Switch it on first.')
  }
  if ('eventId' in wanted) await requireEvent(tx, workspaceId, wanted.eventId)
  const found =
    'eventId' in wanted
      ? await pairsOf(tx, workspaceId, wanted.eventId)
      : await failedPairs(tx, workspaceId, wanted.since)
  const on = (await listEndpoints(tx, workspaceId)).filter(({ state }) => state === 'on').map(({ id }) => id)
  const pairs = found.filter(
    (pair) => on.includes(pair.endpointId) && (endpointId ?? pair.endpointId) === pair.endpointId,
  )
  for (const pair of pairs) await addDelivery(tx, { workspaceId, ...pair }, now)
  const details = { ...wanted, count: pairs.length }
  await audit(tx, {
    workspaceId,
    actor,
    action: 'events.replayed',
    target: endpointId ?? workspaceId,
    details,
    at: now,
  })
  return pairs.length
}

interface Pair {
  endpointId: string
  eventId: string
}

/** The endpoints that an event was for. */
function pairsOf(tx: Tx, workspaceId: string, eventId: string): Promise<Pair[]> {
  return tx.all<Pair>(
    `SELECT DISTINCT endpoint_id AS "endpointId", event_id AS "eventId" FROM event_deliveries WHERE workspace_id = ? AND event_id = ?`,
    workspaceId,
    eventId,
  )
}

/** Events that have failed since a time, and have neither arrived nor wait since. The oldest first. */
function failedPairs(tx: Tx, workspaceId: string, since: number): Promise<Pair[]> {
  return tx.all<Pair>(
    `SELECT endpoint_id AS "endpointId", event_id AS "eventId" FROM event_deliveries AS failed
     WHERE workspace_id = ? AND state = 'failed' AND created_at >= ? AND NOT EXISTS (
       SELECT 1 FROM event_deliveries AS later WHERE later.event_id = failed.event_id AND later.endpoint_id = failed.endpoint_id
         AND later.id > failed.id)
     ORDER BY id LIMIT ${MOST_WAITING}`,
    workspaceId,
    since,
  )
}
