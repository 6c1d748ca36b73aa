import { createGate } from '../lib/gate.ts'
import type { Store, Tx } from '../store/store.ts'
import type { PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'
import { LONG_STORED, requireFewStored, StoredIsLong, storedBytes } from './stored-bytes.ts'

/** Calls with more JSON get a transaction of their own, after the calls that wait: they would all wait for its commit. */
const LONG_CALL = 1024 * 1024

/** Long calls are written one at a time, in turns by workspace: in a pause, background works share a transaction. */
const alone = createGate(1, { maxWaiting: 50, what: 'large pushes' })

/** A call that pushes objects of one type. */
export interface PushCall {
  store: Pick<Store, 'read' | 'write' | 'writeInBackground'>
  workspace: { id: string }
  resource: Resource
}

/**
 * Writes the objects of a call with `work`, which may change so many bytes of stored objects. A call that turns out to change more is
 * undone, and written after the calls that wait, too: looking at what is stored before would cost every call.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE if what is stored of the objects is too much for one call, SERVICE_UNAVAILABLE if too many large
 *   pushes of the workspace wait
 */
export async function writeCall<T>(
  call: PushCall,
  objects: PreparedObject[],
  work: (tx: Tx, mostStored: number) => Promise<T>,
): Promise<T> {
  const { store, workspace, resource } = call
  const workShort = (tx: Tx) => work(tx, LONG_STORED)
  const length = objects.reduce((sum, { data }) => sum + data.length, 0)
  try {
    return await (length > LONG_CALL ? writeAlone(call, workShort) : store.write(workShort))
  } catch (error) {
    if (!(error instanceof StoredIsLong)) throw error
    requireFewStored(resource, await storedBytes(store.read, resource, workspace.id, objects))
    return writeAlone(call, (tx) => work(tx, Number.MAX_SAFE_INTEGER))
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
