import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { type Log, silentLog } from '../../lib/log.ts'
import type { Store, Topics } from '../store.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openingProblem } from './failures.ts'
import { refuseForeignLog } from './header.ts'
import { fileBehind, lockForServing } from './lock.ts'
import { watchForLoss, watchForReplacement } from './replaced.ts'
import { createSnapshotReader } from './snapshots.ts'
import { openSqlite } from './sqlite.ts'
import { removeAbandoned } from './temporary.ts'
import { upgrade } from './upgrade.ts'
import { createWriter } from './writer.ts'

/** How long opening waits for another process that is just creating or migrating the file. */
const OPEN_TIMEOUT_MS = 5_000

/** A group of writes fits: pages that don't are written to the log before the commit, and again when they change once more. */
const WRITER_CACHE_KIB = 8 * 1024

export interface OpenOptions {
  /** Make the file where there is none. Without it, a missing file is an error: a mistyped name must not become a database. */
  create?: boolean
  /** Claim the file for this process: a second one that serves it is refused. */
  serving?: boolean
  /** Told of what goes wrong in the background, where it serves. */
  log?: Pick<Log, 'error'>
  /** Told of each commit how many works it carried. */
  onCommit?: (works: number) => void
  /** Nobody needs the data after this process: nothing waits for the disk. */
  disposable?: boolean
}

/**
 * Opens the database (a new one is readable by its owner alone) and brings its schema up to date.
 *
 * @throws Error with one line that says what to do about `file`
 */
export async function openStore(
  file: string,
  { create = false, serving = false, disposable = false, log = silentLog, onCommit = () => {} }: OpenOptions = {},
): Promise<Store> {
  const connections: { close(): void }[] = []
  try {
    const path = fileBehind(file)
    // Before the file is made: beside an empty one SQLite deletes the log of a database that was moved away.
    refuseForeignLog(path)
    closeSync(openSync(file, create ? 'a' : constants.O_RDWR, 0o600))
    // A backup or restore that was killed may have left as much as the database has, and the disk full.
    if (serving) removeAbandoned(dirname(path))
    const checkNotReplaced = watchForReplacement(file)
    const opened = connect(file, connections, disposable)
    opened.pragma('journal_mode = WAL')
    const identity = checkNotReplaced()
    // Only now that it is known to be a database: a mistyped name must not leave a lock beside somebody's file.
    if (serving) connections.unshift({ close: lockForServing(file) })
    const mustReopen = await upgrade(opened, file)
    if (mustReopen) opened.close()
    const writing = mustReopen ? connect(file, connections, disposable) : opened
    writing.pragma('busy_timeout = 0')
    writing.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
    writing.pragma('temp_store = MEMORY')
    // What is overwritten or deleted is zeroed, wherever that writes no more pages: a secret must not outlive its encryption.
    writing.pragma('secure_delete = FAST')
    const reading = connect(file, connections, disposable)
    reading.pragma('query_only = ON')
    const { read, release } = createSnapshotReader(reading)
    const checkpoints = serving && !disposable ? createCheckpoints(writing, { file: path, identity }, log) : undefined
    const checkNotLost = watchForLoss(path, identity)
    const beforeCommit = () => {
      checkNotLost()
      release()
    }
    const listeners = new Set<(topics: Topics) => void>()
    const writer = createWriter(writing, beforeCommit, (works, topics) => {
      onCommit(works)
      checkpoints?.noteCommit()
      if (topics.size > 0) for (const listener of listeners) listener(topics)
    })
    return {
      read,
      write: writer.write,
      writeInBackground: writer.writeInBackground,
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: async () => {
        await checkpoints?.stop()
        await writer.idle()
        release()
        // The last connection to close does this by itself, but another process may have the file open.
        try {
          if (serving) writing.pragma('wal_checkpoint(TRUNCATE)')
        } finally {
          for (const connection of connections.reverse()) connection.close()
        }
      },
    }
  } catch (error) {
    for (const connection of connections.reverse()) connection.close()
    throw new Error(`cannot open the database ${file}: ${openingProblem(error, file)}`, { cause: error })
  }
}

function connect(file: string, connections: { close(): void }[], disposable: boolean): Database.Database {
  const db = openSqlite(file, { timeout: OPEN_TIMEOUT_MS })
  connections.push(db)
  db.pragma(`synchronous = ${disposable ? 'OFF' : 'FULL'}`)
  db.pragma('foreign_keys = ON')
  return db
}
