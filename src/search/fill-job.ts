import { indexAllWords } from '../conversations/words.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import type { Statement, Store } from '../store/store.ts'
import { beginFilling, emptyIndex, endFilling, indexObjects, indexTables, isPersonal } from '../store/text-index.ts'
import { REBUILD_JOB } from './ask.ts'
import { indexedType, searchedResources } from './indexed-types.ts'
import { createIndexTurns, type IndexTurns } from './turns.ts'
import { rewrite } from './upkeep.ts'

const FILL_JOB = 'search.fill'
const RETRY_MS = 5_000

const wholeJob = {
  concurrency: 1,
  perLane: null,
  retryAfter: () => RETRY_MS,
  giveUp: async () => {
    throw new DomainError('CONFLICT', 'search_job', 'Searches need this job. Let the job finish.')
  },
  revive: async () => {},
} satisfies Omit<JobHandler, 'kind' | 'run'>

/**
 * Indexes all objects of a type, in the order of workspace and id. Each transaction stores its position, so an interrupted run
 * continues, and a second run changes nothing.
 */
export function searchFillHandler(store: Store): JobHandler {
  const turns = createIndexTurns(store)
  return {
    ...wholeJob,
    kind: FILL_JOB,
    run: async ({ subject }, _end, signal) => {
      await store.writeApart(beginFilling)
      while (await fillSome(store, turns, subject)) signal.throwIfAborted()
      // The last of these jobs merges.
      if (await store.read.get('SELECT 1 FROM search_fills LIMIT 1')) return
      for (const table of indexTables) await rewrite(store, table, signal)
      await store.writeApart(endFilling)
    },
  }
}

async function fillSome(store: Store, turns: IndexTurns, resource: string): Promise<boolean> {
  const place = await store.read.get<{ workspace_id: string; id: string }>(
    'SELECT workspace_id, id FROM search_fills WHERE resource = ?',
    resource,
  )
  const type = indexedType(resource)
  if (!place || !type) return false
  const about = { isPersonal: isPersonal(type.table) }
  // A rebuild may have emptied the index since: then its fill begins, and this turn must not move or end it.
  const unmoved = {
    sql: 'resource = ? AND workspace_id = ? AND id = ?',
    values: [resource, place.workspace_id, place.id],
  }
  const next = await store.read.all<{ workspace_id: string; id: string }>(
    `SELECT workspace_id, id FROM ${resource} WHERE (workspace_id, id) > (?, ?) ORDER BY workspace_id, id LIMIT ?`,
    place.workspace_id,
    place.id,
    turns.size(),
  )
  const workspaceId = next[0]?.workspace_id
  const ids = next.filter((object) => object.workspace_id === workspaceId).map(({ id }) => id)
  const last = ids.at(-1)
  if (workspaceId === undefined || last === undefined) {
    await turns.run([{ sql: `DELETE FROM search_fills WHERE ${unmoved.sql}`, values: unmoved.values }], about)
    return false
  }
  const progress = {
    sql: `UPDATE search_fills SET workspace_id = ?, id = ? WHERE ${unmoved.sql}`,
    values: [workspaceId, last, ...unmoved.values],
  }
  const { statements, prepare } = indexObjects(type, workspaceId, ids)
  await turns.run([...statements, progress], { ...about, prepare })
  return true
}

/**
 * Empties the index and marks all objects as not indexed, in one transaction: a search between the two would find nothing, and say that
 * nothing is missing. A fill starts before the first workspace, where its id names no object. A new id each time lets a turn see that it
 * belongs to an earlier fill.
 */
export function beginAnew(): Statement[] {
  const marks = searchedResources.flatMap(({ name }) => [
    { sql: 'DELETE FROM search_fills WHERE resource = ?', values: [name] },
    { sql: "INSERT INTO search_fills (resource, workspace_id, id) VALUES (?, '', ?)", values: [name, newId('fill')] },
  ])
  return [...emptyIndex, ...marks]
}

/** A second run begins again, which is safe. */
export function rebuildHandler(store: Store): JobHandler {
  return {
    ...wholeJob,
    kind: REBUILD_JOB,
    run: async (_job, end) => {
      await store.writeApart(beginAnew())
      await end(async (tx, now) => {
        for (const { name } of searchedResources) await enqueue(tx, { kind: FILL_JOB, subject: name }, now)
        await indexAllWords(tx, now)
        return undefined
      })
    },
  }
}
