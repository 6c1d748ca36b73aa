import type Database from 'better-sqlite3'
import type { Session, SqlValue } from '../store.ts'

/**
 * Most characters of the prepared statements that a connection keeps. Those of the program are fewer, but rules of segments have any
 * number of forms, and some are long.
 */
const MOST_CHARACTERS = 512 * 1024

/** Prepares the statements of a connection, and keeps them. When there are too many, the oldest ones are forgotten. */
export function statementsOf<Value = unknown>(db: Database.Database): (sql: string) => Database.Statement<Value[]> {
  const statements = new Map<string, Database.Statement<Value[]>>()
  let characters = 0
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare<Value[]>(sql)
    statements.set(sql, statement)
    characters += sql.length
    for (const oldest of statements.keys()) {
      if (characters <= MOST_CHARACTERS || oldest === sql) break
      statements.delete(oldest)
      characters -= oldest.length
    }
    return statement
  }
}

export function session(db: Database.Database): Session {
  const prepare = statementsOf<SqlValue>(db)
  return {
    get: async <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...values) as Row | undefined,
    all: async <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
    until: async <Row>(isEnd: (row: Row) => boolean, sql: string, ...values: SqlValue[]) => {
      const rows: Row[] = []
      for (const row of prepare(sql).iterate(...values) as Iterable<Row>) {
        rows.push(row)
        if (isEnd(row)) break
      }
      return rows
    },
    run: async (sql, ...values) => prepare(sql).run(...values),
    many: async (sql, rows) => {
      const statement = prepare(sql)
      return rows.map((values) => statement.run(...values))
    },
  }
}
