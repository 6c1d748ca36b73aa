import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Reader, Statement, Store, Tx } from '../store/store.ts'

/** Something that has changed in a workspace. */
export interface Change {
  /** Grows from change to change of a workspace, by 1 or more. */
  number: number
  kind: string
  /** What has changed: ids of objects, or of a conversation. */
  ids: string[]
  /** Numbers and states that readers need, as the kind describes them; null if there are none. */
  data: unknown
  /** Epoch milliseconds. */
  at: number
}

/** A reader that gets every change of its kinds from now on, while somebody listens: see `listen` of {@link Changes}. */
export interface LiveReader {
  name: string
  kinds: readonly string[]
}

/** A reader that gets every change of its kinds once or more, in order within a workspace, also after a crash. */
export interface StoredReader extends LiveReader {
  /**
   * Whether it needs the changes of a workspace; default: of all. Decided when a change is written and when it is read. What makes it need
   * them must call `startReading` in the same transaction.
   */
  isWanted?(reader: Reader, workspaceId: string): Promise<boolean>
  /** Reads only changes that have `data`. */
  onlyWithData?: boolean
  start(services: ReaderServices): Reading
}

export type ChangeReader = LiveReader | StoredReader

export interface ReaderServices {
  store: Store
  clock: Clock
  log: Log
  /** To be called after a commit that added a job, which otherwise waits for the next round of the scheduler. */
  wakeJobs?: () => void
}

/** How much a batch has. */
export interface ReadLimits {
  /** After how many ids to stop. */
  mostIds?: number
  /** Whether `data`, which may be long, is read; otherwise it is null. Default: true. */
  needsData?: boolean
}

/** How a started reader works. */
export interface Reading {
  /** Milliseconds for which changes collect before they are read; default 0. */
  collectMs?: number
  limits?: ReadLimits
  /** Whether it can read now; default: always. If it can't, it is asked again some seconds later. */
  isReady?(reader: Reader, workspaceId: string): Promise<boolean>
  /**
   * Writes its results of a batch and moves its place, in one transaction.
   *
   * @param signal aborts when the server stops
   */
  do(batch: ChangeBatch, signal: AbortSignal): Promise<void>
  /** Does instead what all changes until now would have caused: more of them wait than can be read. */
  rebuild(tx: Tx, workspaceId: string, now: number): Promise<void>
  /** Work for when everything was read, in small steps. Resolves with whether more of it is left. */
  rest?(): Promise<boolean>
}

/** The next changes of one workspace for a reader: at least one. */
export interface ChangeBatch {
  workspaceId: string
  /** The oldest first. */
  changes: Change[]
  /** The statement that moves the place of the reader behind the batch. It changes no row if somebody else has moved it meanwhile. */
  moved(): Statement
}

export function isStored(reader: ChangeReader): reader is StoredReader {
  return 'start' in reader
}

/** The readers by kind; undefined until they are declared. */
let readersByKind: Map<string, ChangeReader[]> | undefined
let declared: ChangeReader[] = []

/** To be called once, with the readers of all features. A program that does not call it writes changes of every kind. */
export function declareReaders(readers: ChangeReader[]): void {
  declared = readers
  readersByKind = new Map()
  for (const reader of readers)
    for (const kind of reader.kinds) readersByKind.set(kind, [...(readersByKind.get(kind) ?? []), reader])
}

export function storedReaders(): StoredReader[] {
  return declared.filter(isStored)
}

/** The kinds that live readers read. */
export function liveKinds(): string[] {
  return [...new Set(declared.flatMap((reader) => (isStored(reader) ? [] : reader.kinds)))]
}

/** Whether somebody needs the changes of a kind in a workspace. */
export async function isRead(reader: Reader, kind: string, workspaceId: string): Promise<boolean> {
  if (!readersByKind) return true
  const readers = readersByKind.get(kind) ?? []
  for (const one of readers) if (!isStored(one) || !one.isWanted) return true
  for (const one of readers) if (isStored(one) && (await one.isWanted?.(reader, workspaceId))) return true
  return false
}
