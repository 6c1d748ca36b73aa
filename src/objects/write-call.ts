import { release } from '../lib/memory.ts'
import { setNewest } from '../lib/newest.ts'
import { type Clock, MINUTE_MS } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'
import { longJson, type PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'
import { LONG_STORED, requireFewStored, StoredIsLong, storedBytes } from './stored-bytes.ts'

/** Calls with more JSON get a transaction of their own, after the calls that wait: they would all wait for its commit. */
const LONG_CALL = 1024 * 1024

/** A call that pushes objects of one type. */
export interface PushCall {
  store: Pick<Store, 'read' | 'write' | 'writeInBackground'>
  clock: Clock
  workspace: { id: string }
  resource: Resource
  /** Waits until the workspace has paid for its earlier long calls, and pays so many bytes. @throws DomainError SERVICE_UNAVAILABLE */
  payForLong(bytes: number): Promise<void>
}

/**
 * Workspaces of which a call changed much of what is stored, and when. What their calls change is looked up before: a call that turns out
 * long in its transaction is undone, and all calls of that transaction run again.
 */
const changers = new Map<string, number>()
const MOST_CHANGERS = 1_000
const CHANGER_MS = 10 * MINUTE_MS

/**
 * Writes the objects of a call with `work`, which may change so many bytes of stored objects. Afterwards JSON that was bytes is empty,
 * since its memory is freed.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE if what is stored of the objects is too much for one call
 */
export async function writeCall<T>(
  { store, clock, workspace: { id }, resource, payForLong }: PushCall,
  objects: PreparedObject[],
  work: (tx: Tx, mostStored: number) => Promise<T>,
): Promise<T> {
  const length = objects.reduce((sum, { data }) => sum + data.length, 0)
  const write = length > LONG_CALL ? store.writeInBackground : store.write
  const writeShort = () => write((tx) => work(tx, LONG_STORED))
  const isChanger = () => clock.now() - (changers.get(id) ?? Number.NEGATIVE_INFINITY) < CHANGER_MS
  const noteChanger = (error: unknown) => {
    if (!(error instanceof StoredIsLong)) throw error
    setNewest(changers, id, clock.now(), MOST_CHANGERS)
    return undefined
  }
  const bytesStored = () => storedBytes(store.read, resource, id, objects)
  try {
    let stored = isChanger() ? await bytesStored() : 0
    if (stored <= LONG_STORED) {
      const written = await writeShort().then((value) => ({ value }), noteChanger)
      if (written) return written.value
      stored = await bytesStored()
    }
    requireFewStored(resource, stored)
    setNewest(changers, id, clock.now(), MOST_CHANGERS)
    await payForLong(stored)
    return await store.writeInBackground((tx) => work(tx, Number.MAX_SAFE_INTEGER))
  } finally {
    for (const json of longJson(objects)) release(json)
  }
}
