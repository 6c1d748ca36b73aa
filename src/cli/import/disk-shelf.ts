import type { Shelf } from '../../rows/shelf.ts'
import type { Twins } from '../../rows/twins.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'

/** Notes of one transaction: short enough to be undone quickly, long enough to cost little. */
const NOTES = 10_000

/** A shelf for files of any size: SQLite keeps it in a temporary file, which it removes by itself, and a part of it in memory. */
export function diskShelf(): Shelf & { close(): void } {
  const db = openSqlite('')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -16384')
  db.exec(`
    CREATE TABLE runs (key TEXT PRIMARY KEY, last INTEGER NOT NULL, is_apart INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE kept (number INTEGER PRIMARY KEY, key TEXT NOT NULL, rows TEXT NOT NULL);
    CREATE INDEX kept_keys ON kept (key)`)
  const note = db.prepare<[string, number]>(
    'INSERT INTO runs (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last, is_apart = 1',
  )
  const lastRun = db.prepare<[string], number>('SELECT last FROM runs WHERE key = ? AND is_apart = 1').pluck()
  const count = (where: string) => db.prepare<[], number>(`SELECT count(*) FROM runs ${where}`).pluck().get() ?? 0
  const keep = db.prepare<[string, string]>('INSERT INTO kept (key, rows) VALUES (?, ?)')
  const find = db.prepare<[string], string>('SELECT rows FROM kept WHERE key = ? ORDER BY number').pluck()
  const remove = db.prepare<[string]>('DELETE FROM kept WHERE key = ?')
  let open = 0
  const flush = () => {
    if (db.inTransaction) db.exec('COMMIT')
    open = 0
  }
  return {
    note: (key, run) => {
      if (open === 0) db.exec('BEGIN')
      note.run(key, run)
      open++
      if (open === NOTES) flush()
    },
    lastRunOf: (key) => lastRun.get(key),
    apart: () => count('WHERE is_apart = 1'),
    size: () => count(''),
    put: (key, rows) => {
      keep.run(key, rows)
    },
    take: (key) => {
      const rows = find.all(key)
      if (rows.length > 0) remove.run(key)
      return rows
    },
    close: () => {
      flush()
      db.close()
    },
  }
}

/** Finds objects that are in a file twice, for files of any size: SQLite keeps the keys as it keeps a shelf. */
export function diskTwins(): { twins: Twins; close(): void } {
  const db = openSqlite('')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -16384')
  db.exec('CREATE TABLE prints (key TEXT PRIMARY KEY, print TEXT NOT NULL) WITHOUT ROWID')
  // Never committed: the file ends with the connection.
  db.exec('BEGIN')
  const add = db.prepare<[string, string]>('INSERT OR IGNORE INTO prints VALUES (?, ?)')
  const find = db.prepare<[string], string>('SELECT print FROM prints WHERE key = ?').pluck()
  return {
    twins: (key, print) => add.run(key, print).changes === 0 && find.get(key) !== print,
    close: () => {
      db.close()
    },
  }
}
