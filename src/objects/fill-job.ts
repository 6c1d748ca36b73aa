import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Reader, SqlValue, Store, Tx } from '../store/store.ts'
import { addEntries } from './filter-entries.ts'
import { columnsOf, findByOf } from './filter-values.ts'
import type { FilterCondition } from './find/filter.ts'
import { newestPart, noteCreated } from './parts.ts'
import type { Resource } from './resource.ts'
import { resources } from './resources.ts'

/** The kind of job that fills in the filter columns of objects stored by an earlier version. Its subject is the type of object. */
const FILL_JOB = 'fill-filters'

const RETRY_MS = 5_000
/** Limits of one transaction, so that a push hardly waits for it. */
const STEP_OBJECTS = 200
const STEP_CHARACTERS = 512 * 1024

interface Row {
  workspace_id: string
  id: string
  part: number | null
  data: string
}

/**
 * Fills the columns and entries that filters use, in order of workspace and id. Each transaction handles up to 200 objects and stores its
 * position; existing columns and entries are kept. So an interrupted run continues, and a second run changes nothing.
 */
export function fillJobHandler(store: Store): JobHandler {
  return {
    kind: FILL_JOB,
    concurrency: 1,
    perLane: null,
    run: async ({ subject }, _end, signal) => {
      const resource = resources.find(({ name }) => name === subject)
      if (!resource) throw new Error(`there is no resource ${subject}`)
      let hasMore: boolean
      do {
        signal.throwIfAborted()
        hasMore = await store.writeInBackground((tx) => fillSome(tx, resource))
      } while (hasMore)
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'fill_job', 'Filters of lists need this job. Let the job finish.')
    },
    revive: async () => {},
  }
}

async function fillSome(tx: Tx, resource: Resource): Promise<boolean> {
  const { name } = resource
  const place = await tx.get<{ workspace_id: string; id: string }>(
    'SELECT workspace_id, id FROM filter_fills WHERE resource = ?',
    name,
  )
  if (!place) return false
  let characters = 0
  const rows = await tx.until<Row>(
    ({ data }) => {
      characters += data.length
      return characters >= STEP_CHARACTERS
    },
    `SELECT workspace_id, id, part, data FROM ${name} WHERE (workspace_id, id) > (?, ?) ORDER BY workspace_id, id LIMIT ?`,
    place.workspace_id,
    place.id,
    STEP_OBJECTS,
  )
  const last = rows.at(-1)
  if (!last) {
    await tx.run('DELETE FROM filter_fills WHERE resource = ?', name)
    return false
  }
  for (const row of rows) await fill(tx, resource, row)
  await tx.run('UPDATE filter_fills SET workspace_id = ?, id = ? WHERE resource = ?', last.workspace_id, last.id, name)
  return true
}

async function fill(tx: Tx, resource: Resource, row: Row): Promise<void> {
  const { workspace_id, id, data } = row
  const found = findByOf(resource)(JSON.parse(data))
  const part = row.part ?? (await fillColumns(tx, resource, row, found.columns))
  if (found.entries) await addEntries(tx, { workspaceId: workspace_id, part }, [{ id, entries: found.entries }])
}

/** @returns the part of the object */
async function fillColumns(tx: Tx, resource: Resource, { workspace_id, id }: Row, values: SqlValue[]): Promise<number> {
  const part = await newestPart(tx, resource, workspace_id)
  const columns = ['part', ...columnsOf(resource).map(({ storage }) => storage.column)]
  await tx.run(
    `UPDATE ${resource.name} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE workspace_id = ? AND id = ?`,
    part,
    ...values,
    workspace_id,
    id,
  )
  noteCreated(resource, workspace_id)
  return part
}

/** Has the columns and entries of all objects of a type filled in again. */
export async function askForFilling(tx: Tx, { name }: Resource, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO filter_fills (resource, workspace_id, id) VALUES (?, '', '')
     ON CONFLICT (resource) DO UPDATE SET workspace_id = '', id = ''`,
    name,
  )
  if (!(await tx.get('SELECT 1 FROM jobs WHERE subject = ? AND kind = ?', name, FILL_JOB)))
    await enqueue(tx, { kind: FILL_JOB, subject: name }, now)
}

/** The names of the types whose objects of an earlier version are still being indexed. */
export async function typesBeingFilled(reader: Reader): Promise<Set<string>> {
  const fills = await reader.all<{ resource: string }>('SELECT resource FROM filter_fills')
  return new Set(fills.map(({ resource }) => resource))
}

/**
 * Rejects filters of a type while objects of an earlier version are still being indexed: the list would be incomplete.
 *
 * @throws DomainError SERVICE_UNAVAILABLE
 */
export async function requireFilled(reader: Reader, { name }: Resource, conditions: FilterCondition[]): Promise<void> {
  const needsFill = conditions.some(
    ({ filter: { storage } }) => 'entries' in storage || ('index' in storage && storage.index !== 'whole'),
  )
  if (!needsFill || !(await reader.get('SELECT 1 FROM filter_fills WHERE resource = ?', name))) return
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'filters_not_ready',
    `Filters of ${name} are not ready yet: after an upgrade, storewire is still indexing the stored ${name}. Try again in a minute, or list without a filter.`,
  )
}
