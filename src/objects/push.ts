import type { Hooks } from '../http/hooks.ts'
import { createGate } from '../lib/gate.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { reportObjects } from './object-change.ts'
import type { PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'
import { LONG_STORED, requireFewStored, StoredIsLong, storedBytes } from './stored-bytes.ts'
import { type UpsertResult, upsert } from './upsert.ts'

/** Where objects are pushed, and what hears of them. */
export interface Pushed {
  resource: Resource
  workspaceId: string
  hooks: Pick<Hooks, 'onUpserted'>
  /** The backfill that they belong to. */
  importedIn?: string | null
}

/**
 * THE way in: objects of shops, of people and of the sample shop are all stored by this. Creates or updates objects of one type, and
 * notes in the same transaction what changed.
 *
 * @param objects from `prepare` or `prepareToWrite`
 * @param now epoch milliseconds
 * @param mostStored how many bytes of stored objects may change
 * @returns one result for each object, in the same order
 * @throws StoredIsLong if more would change
 */
export async function push(
  tx: Tx,
  { resource, workspaceId, hooks, importedIn }: Pushed,
  objects: PreparedObject[],
  now: number,
  mostStored?: number,
): Promise<UpsertResult[]> {
  const upserted = await upsert(tx, resource, workspaceId, objects, { mostStored, importedIn })
  await reportObjects(tx, { resource, workspaceId }, upserted, now)
  await hooks.onUpserted(tx, { resource: resource.name, workspaceId, ...upserted }, now)
  return upserted.results
}

/** Calls with more JSON get a transaction of their own, after the calls that wait: they would all wait for its commit. */
const LONG_CALL = 1024 * 1024

/** Long calls are written one at a time, in turns by workspace: in a pause, background works share a transaction. */
const alone = createGate(1, { maxWaiting: 50, what: 'large pushes' })

/** A call that pushes objects of one type. */
export interface PushCall {
  store: Pick<Store, 'read' | 'write' | 'writeInBackground'>
  workspace: { id: string }
  resource: Resource
  hooks: Pick<Hooks, 'onUpserted'>
  clock: Clock
  /** The backfill that the objects belong to. */
  importedIn?: string | null
}

/** Pushes the objects of a call. */
type PushObjects = () => Promise<UpsertResult[]>

/**
 * Writes a call with `work`, which pushes the objects. A call that turns out to change many bytes of stored objects is undone, and
 * written after the calls that wait, too: looking at what is stored before would cost every call.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE if what is stored of the objects is too much for one call, SERVICE_UNAVAILABLE if too many large
 *   pushes of the workspace wait
 */
export async function writePush<T>(
  call: PushCall,
  objects: PreparedObject[],
  work: (tx: Tx, pushObjects: PushObjects) => Promise<T>,
): Promise<T> {
  const { store, workspace, resource, hooks, clock, importedIn } = call
  const pushed = { resource, workspaceId: workspace.id, hooks, importedIn: importedIn ?? null }
  const atMost = (mostStored?: number) => (tx: Tx) => work(tx, () => push(tx, pushed, objects, clock.now(), mostStored))
  const length = objects.reduce((sum, { data }) => sum + data.length, 0)
  try {
    return await (length > LONG_CALL ? writeAlone(call, atMost(LONG_STORED)) : store.write(atMost(LONG_STORED)))
  } catch (error) {
    if (!(error instanceof StoredIsLong)) throw error
    requireFewStored(resource, await storedBytes(store.read, resource, workspace.id, objects))
    return writeAlone(call, atMost())
  }
}

async function writeAlone<T>({ store, workspace }: PushCall, work: (tx: Tx) => Promise<T>): Promise<T> {
  const leave = await alone.enter(workspace.id)
  try {
    return await store.writeInBackground(work)
  } finally {
    leave()
  }
}
