import type { Store, Tx } from '../store/store.ts'
import type { PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'
import { LONG_STORED, requireFewStored, StoredIsLong, storedBytes } from './stored-bytes.ts'

/** Calls with more JSON get a transaction of their own, after the calls that wait: they would all wait for its commit. */
const LONG_CALL = 1024 * 1024

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
 * @throws DomainError PAYLOAD_TOO_LARGE if what is stored of the objects is too much for one call
 */
export async function writeCall<T>(
  { store, workspace: { id }, resource }: PushCall,
  objects: PreparedObject[],
  work: (tx: Tx, mostStored: number) => Promise<T>,
): Promise<T> {
  const length = objects.reduce((sum, { data }) => sum + data.length, 0)
  const write = length > LONG_CALL ? store.writeInBackground : store.write
  try {
    return await write((tx) => work(tx, LONG_STORED))
  } catch (error) {
    if (!(error instanceof StoredIsLong)) throw error
    requireFewStored(resource, await storedBytes(store.read, resource, id, objects))
    return await store.writeInBackground((tx) => work(tx, Number.MAX_SAFE_INTEGER))
  }
}
