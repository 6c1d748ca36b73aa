import type Database from 'better-sqlite3'
import type { Reader, SqlValue } from '../store.ts'
import { asUnavailable } from './failures.ts'
import { session } from './session.ts'

/**
 * Reads on a separate connection. Reads in one turn of the event loop share a snapshot, since starting one costs more than most
 * look-ups.
 *
 * @returns the reader, and `release`, to call right before a commit: later reads must see the commit, and an open snapshot would keep
 *   SQLite from starting the log from the beginning
 */
export function createSnapshotReader(db: Database.Database): { read: Reader; release: () => void } {
  const [begin, end] = [db.prepare('BEGIN'), db.prepare('COMMIT')]
  const { get, all, until } = session(db)

  let isOpen = false
  /**
   * Results in this snapshot, by statement and value, so that the key of many requests in one turn is looked up only once. Only
   * look-ups by a single text are cached: several values, or numbers beside texts, would need a combined key.
   */
  const answers = new Map<string, Map<string, Promise<unknown>>>()

  const release = () => {
    try {
      if (isOpen && db.open) end.run()
    } catch {
      // In a damaged file this fails, but the snapshot ends. A read of the damaged part reports the damage.
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
    // Cached before the look-up ends, so that a commit in between removes it.
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
