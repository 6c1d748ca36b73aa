import type Database from 'better-sqlite3'
import type { Reader, SqlValue } from '../store.ts'
import { asUnavailable } from './failures.ts'
import { session } from './session.ts'

/**
 * Reads on a connection of their own. Those of one turn of the event loop share a snapshot, as writes share a transaction:
 * beginning one costs more than most look-ups.
 *
 * @returns the reader, and `release`, to be called right before a commit: reads that follow must see it, and a snapshot that is
 *   open while SQLite moves the log into the database would keep the log from ever starting anew
 */
export function createSnapshotReader(db: Database.Database): { read: Reader; release: () => void } {
  const [begin, end] = [db.prepare('BEGIN'), db.prepare('COMMIT')]
  const { get, all, until } = session(db)

  let isOpen = false
  /**
   * What was asked of this snapshot already, by statement and value: the key of many requests in one turn is looked up once. Look-ups
   * by one text alone: several values, or 1 beside '1', would need a key that tells them apart.
   */
  const answers = new Map<string, Map<string, Promise<unknown>>>()

  const release = () => {
    try {
      if (isOpen && db.open) end.run()
    } catch {
      // In a damaged file this fails, and ends the snapshot all the same. Who reads the damage itself is told of it.
    } finally {
      isOpen = false
      answers.clear()
    }
  }
  const inSnapshot = async <T>(look: () => Promise<T>): Promise<T> => {
    try {
      if (!isOpen) {
        begin.run()
        isOpen = true
        setImmediate(release)
      }
      return await look()
    } catch (error) {
      throw asUnavailable(error)
    }
  }
  const getOnce: Reader['get'] = <Row>(sql: string, ...values: SqlValue[]) => {
    const [value] = values
    if (values.length !== 1 || typeof value !== 'string') return get<Row>(sql, ...values)
    const known = answers.get(sql) ?? new Map<string, Promise<unknown>>()
    answers.set(sql, known)
    // Kept before anyone waits for it: a commit meanwhile must forget it.
    const answer = known.get(value) ?? get<Row>(sql, value)
    known.set(value, answer)
    return answer as Promise<Row | undefined>
  }
  return {
    read: {
      get: (sql, ...values) => inSnapshot(() => getOnce(sql, ...values)),
      all: (sql, ...values) => inSnapshot(() => all(sql, ...values)),
      until: (isEnd, sql, ...values) => inSnapshot(() => until(isEnd, sql, ...values)),
    },
    release,
  }
}
