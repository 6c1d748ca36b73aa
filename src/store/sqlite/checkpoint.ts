import type Database from 'better-sqlite3'
import { logBytes } from './files.ts'
import { type LogLimits, PAGE_BYTES } from './log-limits.ts'

/** What is known of the commits, for the connection that makes checkpoints. */
export interface CheckpointAsked {
  limits: LogLimits
  /** Whether commits pause. */
  isPause: boolean
  /** Whether the log holds what was erased, which it does until it is emptied or its pages are written again. */
  hasErased: boolean
  /** Milliseconds after the last checkpoint until the disk space of a long log is freed. */
  idleMs: number
}

export interface CheckpointDone {
  /** Whether the log was emptied of what was erased. A read or write under way may prevent it. */
  isEmptied: boolean
  /** Whether there may be work even without another commit. */
  isUnfinished: boolean
}

/** How long emptying the log waits for other connections, which cannot write meanwhile. */
const EMPTYING_MS = 100

interface LogState {
  /** Pages in the log, and the number of moved ones. */
  log: number
  checkpointed: number
}

/** Looks after the log of a database on a connection that is in no transaction. @param busyMs the busy timeout of the connection */
export function createCheckpoint(
  db: Database.Database,
  file: string,
  busyMs: number,
): (asked: CheckpointAsked) => CheckpointDone {
  // A connection sees the log only after its first read.
  db.pragma('user_version')
  const look = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
  const move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const shorten = db.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
  /** By `performance.now()`. */
  let movedAt = 0

  const pages = () => {
    const { log, checkpointed } = look.get() as LogState
    return { log, left: log - checkpointed }
  }
  /** Moves pages until fewer than `enough` are left, also those of later commits, while there is progress; during a backup there is none. */
  const moveUntil = (enough: number) => {
    let { left } = pages()
    let before: number
    do {
      before = left
      move.get()
      left = pages().left
      if (left < before) movedAt = performance.now()
    } while (left >= enough && left < before)
  }
  /** Frees the disk space of the log, which keeps its length even if all pages are moved. */
  const empty = (waitMs: number): boolean => {
    db.pragma(`busy_timeout = ${waitMs}`)
    try {
      return shorten.get()?.busy === 0
    } finally {
      db.pragma(`busy_timeout = ${busyMs}`)
    }
  }
  return ({ isPause, hasErased, idleMs, limits: { inPause, underLoad, long } }) => {
    const isLong = () => logBytes(file) >= long * PAGE_BYTES
    const { log, left } = pages()
    if (hasErased || left >= (isPause || log >= long ? inPause : underLoad)) moveUntil(inPause)
    const isEmptied = hasErased && empty(EMPTYING_MS)
    // It blocks writes, so few pages must be left.
    if (isPause && isLong() && performance.now() - movedAt >= idleMs && pages().left < inPause) empty(0)
    return { isEmptied, isUnfinished: isLong() || pages().left >= inPause }
  }
}
