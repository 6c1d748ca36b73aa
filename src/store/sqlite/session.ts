import type Database from 'better-sqlite3'

export type SqlValue = string | number | bigint | null | Uint8Array

/** What a statement that returns no rows did. */
export interface Ran {
  changes: number
}

/** Looks things up. `get` is the first row or undefined, `all` every row, `until` every row up to the first one that ends the reading. */
export interface Reader {
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>
  /** Reads rows one by one, the one for which `isEnd` is true being the last. Rows behind it are never in memory. */
  until<Row>(isEnd: (row: Row) => boolean, sql: string, ...values: SqlValue[]): Promise<Row[]>
}

/** The verbs of a connection that writes. `many` runs one statement for many rows of values, results in their order. */
export interface Session extends Reader {
  run(sql: string, ...values: SqlValue[]): Promise<Ran>
  many(sql: string, rows: SqlValue[][]): Promise<Ran[]>
}

/** A transaction: reads what it wrote itself. */
export interface Tx extends Session {
  /** Says what the transaction changes, for those who listen to the store. They hear of it after the commit, once a topic. */
  announce(topic: string): void
}

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
