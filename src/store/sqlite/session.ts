import type Database from 'better-sqlite3'
import type { Session, SqlValue } from '../store.ts'

/** The verbs over one connection. Statements are prepared once and kept: their texts are constants of the program. */
export function session(db: Database.Database): Session {
  const statements = new Map<string, Database.Statement<SqlValue[]>>()
  const prepare = (sql: string): Database.Statement<SqlValue[]> => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = db.prepare<SqlValue[]>(sql)
      statements.set(sql, statement)
    }
    return statement
  }
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
