import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import type { Hooks } from '../../http/hooks.ts'
import { erasureJob } from '../../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../../jobs/jobs.ts'
import { conflict } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/gate.ts'
import type { Clock } from '../../lib/time.ts'
import type { Reader, Store, Tx } from '../../store/store.ts'
import { eraseAll } from '../erase.ts'
import type { Resource } from '../resource.ts'
import { resources } from '../resources.ts'
import { LONG_STORED } from '../stored-bytes.ts'
import { type Backfill, getBackfill, noSuchImport } from './backfills.ts'

/*
 * An import can be taken back: the objects that it has created are erased, as one by one. Those that were pushed since stay, and so do those
 * that were there before it. Objects have the import as their mark, without an index: they are found by going through the tables, in pieces.
 */

const ERASE_JOB = 'erase.import'

/** Objects that are looked at together: with the longest ids they fit into one slow read. */
const AT_ONCE = 500
/** Most objects that one transaction erases, and most while other writes wait. */
const MOST = { quiet: 100, busy: 10 }
/** A longer count is cut. */
const COUNT_MS = 2_000

/** How many objects an erasure would erase now, by type; types without one are left out. */
export interface Brought {
  counts: { type: string; count: number }[]
  /** False if there may be more: there are too many objects to go through them all. */
  isComplete: boolean
}

/** @throws DomainError NOT_FOUND */
export async function countBrought(store: Store, workspaceId: string, id: string): Promise<Brought> {
  await requireBackfill(store.read, workspaceId, id)
  const { rows, isComplete } = await store.readSlowly<{ type: string; count: number }>(
    workspaceId,
    resources.map(({ name }) => ({
      sql: `SELECT '${name}' AS type, count(*) AS count FROM ${name} WHERE workspace_id = ? AND imported_in = ? AND in_time()`,
      values: [workspaceId, id],
    })),
    { limitMs: COUNT_MS },
  )
  return { counts: rows.filter(({ count }) => count > 0), isComplete }
}

/**
 * Begins to erase what an import has brought. A job does it from `dueAt` on.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT while the import runs, or while its objects are being erased
 */
export async function requestErasure(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, dueAt }: { workspaceId: string; id: string; dueAt?: number },
  now: number,
): Promise<Backfill> {
  requireManager(actor)
  const { status, erasure } = await requireBackfill(tx, workspaceId, id)
  if (status === 'open' || status === 'closed')
    throw conflict('import_running', 'This import has not ended. Erase what it has brought once it is done.')
  if (erasure && erasure.endedAt === null)
    throw conflict('erasure_running', 'What this import has brought is being erased already.')
  await tx.run('UPDATE backfills SET erasure_started_at = ?, erasure_ended_at = NULL WHERE id = ?', now, id)
  await enqueue(tx, { kind: ERASE_JOB, subject: id, ...(dueAt === undefined ? {} : { dueAt }) }, now)
  await audit(tx, { workspaceId, actor, action: 'import.erased', target: id, at: now })
  return requireBackfill(tx, workspaceId, id)
}

async function requireBackfill(reader: Reader, workspaceId: string, id: string): Promise<Backfill> {
  const backfill = await getBackfill(reader, workspaceId, id)
  if (!backfill) throw noSuchImport()
  return backfill
}

interface Erasing {
  store: Store
  hooks: Hooks
  clock: Clock
}

/** Erases in the background what imports have brought. A second run goes through the tables again, and finds what is left. */
export function eraseImportJob(services: Erasing): JobHandler {
  return {
    ...erasureJob,
    kind: ERASE_JOB,
    run: async ({ subject }, _end, signal) => {
      await eraseBrought(services, subject, signal)
    },
  }
}

/** Erases what an import has brought, and notes the end. Does nothing if that was done already. @throws the reason of `signal` */
export async function eraseBrought({ store, hooks, clock }: Erasing, id: string, signal?: AbortSignal): Promise<void> {
  const open = await store.read.get<{ workspaceId: string }>(
    `SELECT workspace_id AS "workspaceId" FROM backfills
     WHERE id = ? AND erasure_started_at IS NOT NULL AND erasure_ended_at IS NULL`,
    id,
  )
  // It may also have gone with its workspace.
  if (!open) return
  for (const resource of resources) {
    for await (const ids of broughtIds(store, resource, open.workspaceId, id)) {
      let rest = ids
      while (rest.length > 0) {
        signal?.throwIfAborted()
        const some = { resource, workspaceId: open.workspaceId, importId: id, ids: rest }
        const done = await store.writeInBackground((tx, quiet, isAwaited) =>
          eraseSome(tx, hooks, some, { most: quiet ? MOST.quiet : MOST.busy, isAwaited }, clock.now()),
        )
        rest = rest.slice(done)
      }
    }
  }
  await store.write((tx) => tx.run('UPDATE backfills SET erasure_ended_at = ? WHERE id = ?', clock.now(), id))
}

/** The ids of the objects with the mark of an import, in the order of ids. */
async function* broughtIds(
  store: Store,
  { name }: Resource,
  workspaceId: string,
  importId: string,
): AsyncGenerator<string[], undefined> {
  let after = ''
  for (;;) {
    const { rows } = await store.readSlowly<{ id: string; isBrought: number }>(
      workspaceId,
      {
        sql: `WITH some AS MATERIALIZED (SELECT id, imported_in IS ? AS brought FROM ${name}
            WHERE workspace_id = ? AND id > ? ORDER BY id LIMIT ${AT_ONCE})
          SELECT id, brought AS "isBrought" FROM some WHERE brought OR id = (SELECT max(id) FROM some) ORDER BY id`,
        values: [importId, workspaceId, after],
      },
      { limitMs: Number.POSITIVE_INFINITY },
    )
    const last = rows.at(-1)
    if (!last) return undefined
    after = last.id
    const ids = rows.flatMap(({ id, isBrought }) => (isBrought === 1 ? [id] : []))
    if (ids.length > 0) yield ids
  }
}

/** Erases the first of some objects, unless something else has pushed them meanwhile. @returns how many of them are settled */
async function eraseSome(
  tx: Tx,
  hooks: Hooks,
  {
    resource,
    workspaceId,
    importId,
    ids,
  }: { resource: Resource; workspaceId: string; importId: string; ids: string[] },
  { most, isAwaited }: { most: number; isAwaited: () => boolean },
  now: number,
): Promise<number> {
  let [settled, erased, bytes] = [0, 0, 0]
  for (const id of ids.slice(0, most)) {
    if (settled > 0) {
      await nextTurn()
      if (isAwaited() || bytes > LONG_STORED) break
    }
    settled++
    const object = await tx.get<{ bytes: number }>(
      `SELECT octet_length(data) AS bytes FROM ${resource.name} WHERE workspace_id = ? AND id = ? AND imported_in = ?`,
      workspaceId,
      id,
      importId,
    )
    if (!object) continue
    await eraseAll(tx, { resource, hooks }, { workspaceId, id }, now)
    bytes += object.bytes
    erased++
  }
  if (erased > 0) await tx.run('UPDATE backfills SET erased = erased + ? WHERE id = ?', erased, importId)
  return settled
}
