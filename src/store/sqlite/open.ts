import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { type Log, silentLog } from '../../lib/log.ts'
import type { Store } from '../store.ts'
import { removeAbandoned } from '../temporary.ts'
import { type Checkpoints, createCheckpoints } from './checkpoints.ts'
import { openingError } from './failures.ts'
import { refuseForeignLog } from './header.ts'
import { fileBehind, lockForServing } from './lock.ts'
import { watchForLoss, watchForReplacement } from './replaced.ts'
import { createApart, createSide, createSlowReader } from './side.ts'
import { createSnapshotReader } from './snapshots.ts'
import { openSqlite } from './sqlite.ts'
import { upgrade } from './upgrade.ts'
import { createWriter } from './writer.ts'

/** How long opening waits for another process that is creating or migrating the file. */
const OPEN_TIMEOUT_MS = 5_000

/** Large enough for a group of writes: other pages would go into the log before the commit, and again after each further change. */
const WRITER_CACHE_KIB = 8 * 1024

export interface OpenOptions {
  /** Creates a missing file. Otherwise a missing file is an error, so that a mistyped name does not become a database. */
  create?: boolean
  /** Claims the file for this process: a second serving process gets an error. */
  serving?: boolean
  /** Gets errors of background work, if serving. */
  log?: Pick<Log, 'error'>
  /** Called after each commit with its number of works. */
  onCommit?: (works: number) => void
  /** The data is not needed after this process: writes do not wait for the disk. */
  disposable?: boolean
}

/**
 * Opens the database (only its owner can read a new one) and brings its schema up to date.
 *
 * @throws DomainError with the problem of `file`
 */
export async function openStore(
  file: string,
  { create = false, serving = false, disposable = false, log = silentLog, onCommit = () => {} }: OpenOptions = {},
): Promise<Store> {
  const connections: { close(): void }[] = []
  try {
    const path = fileBehind(file)
    // Before the file is created: beside an empty file SQLite deletes the log of a database that was moved away.
    refuseForeignLog(path)
    closeSync(openSync(file, create ? 'a' : constants.O_RDWR, 0o600))
    // A killed backup or restore may have left a file as large as the database, and a full disk.
    if (serving) removeAbandoned(dirname(path))
    const checkNotReplaced = watchForReplacement(file)
    const opened = connect(file, connections, disposable)
    opened.pragma('journal_mode = WAL')
    const identity = checkNotReplaced()
    // Locked only after the file is known to be a database: a mistyped name must not leave a lock beside another file.
    if (serving) connections.unshift({ close: lockForServing(file) })
    const mustReopen = await upgrade(opened, file)
    if (mustReopen) opened.close()
    const writing = mustReopen ? connect(file, connections, disposable) : opened
    writing.pragma('busy_timeout = 0')
    writing.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
    writing.pragma('temp_store = MEMORY')
    // Deleted and overwritten data is zeroed if that writes no extra pages: a plain secret must not stay after its encryption.
    writing.pragma('secure_delete = FAST')
    const reading = connect(file, connections, disposable)
    reading.pragma('query_only = ON')
    const { read, release } = createSnapshotReader(reading)
    const checkNotLost = watchForLoss(path, identity)
    const beforeCommit = () => {
      checkNotLost()
      release()
    }
    const listeners = createListeners<ReadonlySet<string>>()
    let hasErased = false
    let checkpoints: Checkpoints | undefined
    const writer = createWriter(writing, beforeCommit, (works, { hasErased: erased, workspaceIds }) => {
      onCommit(works)
      hasErased ||= erased
      checkpoints?.noteCommit(erased)
      if (workspaceIds.size > 0) listeners.call(workspaceIds)
    })
    const hasChangedElsewhere = watchForOthers(writing)
    const reader = createSide({ file: path, identity, writes: false, disposable })
    const indexer = createSide({ file: path, identity, writes: true, disposable })
    const { writeApart, checkpoint } = createApart(indexer, writer.runElsewhere)
    if (serving && !disposable) checkpoints = createCheckpoints(writing, { file: path }, checkpoint, log)
    return {
      read,
      write: writer.write,
      writeInBackground: writer.writeInBackground,
      readSlowly: createSlowReader(reader),
      writeApart,
      onChanged: listeners.add,
      hasChangedElsewhere,
      close: async () => {
        await writer.idle()
        await checkpoints?.stop()
        await Promise.all([reader.stop(), indexer.stop()])
        release()
        // SQLite does this when the last connection closes, but another process may have the file open.
        try {
          if (serving || hasErased) writing.pragma('wal_checkpoint(TRUNCATE)')
        } finally {
          for (const connection of connections.reverse()) connection.close()
        }
      },
    }
  } catch (error) {
    for (const connection of connections.reverse()) connection.close()
    throw openingError(`cannot open the database ${file}`, error, file)
  }
}

interface Listeners<Heard> {
  /** Returns a function that removes the listener. */
  add(listener: (heard: Heard) => void): () => void
  call(heard: Heard): void
}

function createListeners<Heard>(): Listeners<Heard> {
  const listeners = new Set<(heard: Heard) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call: (heard) => {
      for (const listener of listeners) listener(heard)
    },
  }
}

/** Returns a function that reports whether another connection has committed since its last call. It reads one number in memory. */
function watchForOthers(db: Database.Database): () => boolean {
  const version = () => db.pragma('data_version', { simple: true })
  let known = version()
  return () => {
    const before = known
    known = version()
    return known !== before
  }
}

function connect(file: string, connections: { close(): void }[], disposable: boolean): Database.Database {
  const db = openSqlite(file, { timeout: OPEN_TIMEOUT_MS })
  connections.push(db)
  db.pragma(`synchronous = ${disposable ? 'OFF' : 'FULL'}`)
  db.pragma('foreign_keys = ON')
  return db
}
