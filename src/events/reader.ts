import type { Change, ChangeBatch, StoredReader } from '../changes/readers.ts'
import type { Tx } from '../store/store.ts'
import { addDelivery } from './deliveries.ts'
import { type EventEndpoint, hasActiveEndpoint, listEndpoints } from './endpoints.ts'
import type { EventDraft } from './event-type.ts'
import { eventIdOf, insertEvent } from './events.ts'
import { EVENTS_READER } from './reader-name.ts'
import { eventSources } from './types/types.ts'

/** Changes of one transaction: for each, some rows are read, while calls of the API wait. */
const MOST_CHANGES = 20

/**
 * Makes events and their deliveries of changes, in the transaction that moves its place. Reading a change twice is safe: the event has
 * the same id.
 */
export const eventReader: StoredReader = {
  name: EVENTS_READER,
  kinds: [...new Set(eventSources.flatMap(({ kinds }) => kinds))],
  isWanted: hasActiveEndpoint,
  start: ({ store, clock, wakeJobs }) => ({
    limits: { mostIds: MOST_CHANGES },
    do: async (batch) => {
      // Beside the calls of the API and not after them: people wait for it, and a server that is killed again and again must get ahead.
      const count = await store.write((tx) => makeEvents(tx, batch, clock.now()))
      if (count > 0) wakeJobs?.()
    },
    // Old news must not ring.
    rebuild: async () => {},
  }),
}

/** @returns the number of new deliveries */
async function makeEvents(tx: Tx, { workspaceId, changes, moved }: ChangeBatch, now: number): Promise<number> {
  const { sql, values } = moved()
  // Somebody else has read these changes.
  if ((await tx.run(sql, ...values)).changes === 0) return 0
  const endpoints = (await listEndpoints(tx, workspaceId)).filter(({ state }) => state === 'on')
  if (endpoints.length === 0) return 0
  let count = 0
  for (const change of changes) {
    const read = { workspaceId, change, isPersonal: endpoints.some(({ includeText }) => includeText) }
    for (const source of eventSources.filter(({ kinds }) => kinds.includes(change.kind)))
      for (const draft of await source.draftsOf(tx, read))
        count += await addEvent(tx, { workspaceId, change, draft, endpoints }, now)
  }
  return count
}

interface Found {
  workspaceId: string
  change: Change
  draft: EventDraft
  endpoints: EventEndpoint[]
}

/** Stores an event with its deliveries, if somebody gets it. @returns the number of deliveries */
async function addEvent(tx: Tx, { workspaceId, change, draft, endpoints }: Found, now: number): Promise<number> {
  const { type, subject, isForOperators = false } = draft
  const receivers = endpoints.filter(
    ({ types, byOperator }) => types.includes(type.name) && (byOperator || !isForOperators),
  )
  if (receivers.length === 0 || (await isQuiet(tx, workspaceId, draft, change.at))) return 0
  const id = eventIdOf(workspaceId, change.number, type.name, subject)
  const personal = receivers.some(({ includeText }) => includeText) ? draft.personal : null
  const stored = { id, workspaceId, sequence: change.number, now: change.at }
  if (!(await insertEvent(tx, { ...draft, personal }, stored))) return 0
  for (const { id: endpointId } of receivers) await addDelivery(tx, { workspaceId, endpointId, eventId: id }, now)
  return receivers.length
}

async function isQuiet(
  tx: Tx,
  workspaceId: string,
  { type: { quiet }, subject }: EventDraft,
  at: number,
): Promise<boolean> {
  if (!quiet) return false
  const earlier = await tx.get(
    `SELECT 1 FROM events WHERE workspace_id = ? AND subject = ? AND type IN (${quiet.after.map(() => '?').join(', ')})
       AND created_at > ? LIMIT 1`,
    workspaceId,
    subject,
    ...quiet.after,
    at - quiet.ms,
  )
  return earlier !== undefined
}
