/*
 * The guarantees of the store for all code above it, independent of the engine. No code may rely on more than this:
 *
 * - The works of one workspace run one after another, each on the result of the previous one. Works of different workspaces may run at
 *   the same time.
 * - A work that throws is undone alone, and the write rejects with the thrown error.
 * - A work may run again, for example after another work threw. So all its effects go through `tx`: count, log and respond after the
 *   write. The write resolves with the result of the committed run.
 * - When a write resolves, its data is on disk, and all later reads see it. Readers see only committed data.
 * - If the database cannot be read or written at the moment, the error is a DomainError SERVICE_UNAVAILABLE with the reason
 *   `database_unavailable`, or `database_damaged` if only a backup helps. Nothing of that write is stored.
 * - Text is compared and ordered by its bytes in UTF-8. Integers are returned as numbers, exact up to the largest safe integer; text,
 *   bytes and null are returned unchanged.
 * - Statements are SQL that SQLite and PostgreSQL share (test/store/dialect.test.ts). Beyond it each engine has the functions `in_time()`,
 *   `instr(text, part)`, `json_each(json)`, `json_group_array(text)` and the operator `json ->> 'name'`, and joins written as `CROSS JOIN …
 *   ON` are made in the order in which they are written.
 * - An integer primary key that an insert leaves out gets a number above those of all committed rows of its table.
 */

export type SqlValue = string | number | bigint | null | Uint8Array

/** A part of an SQL statement with the values of its question marks. */
export interface Sql {
  text: string
  values: SqlValue[]
}

/** The result of a statement that returns no rows. */
export interface Ran {
  changes: number
}

/** Reads rows: `get` the first one or undefined, `all` every row, `until` the rows up to the first one that ends the reading. */
export interface Reader {
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>
  /** Reads rows one by one up to the first row for which `isEnd` is true, inclusive. Later rows are never in memory. */
  until<Row>(isEnd: (row: Row) => boolean, sql: string, ...values: SqlValue[]): Promise<Row[]>
}

/** A connection that writes. `many` runs one statement for each row of values; the results have the same order. */
export interface Session extends Reader {
  run(sql: string, ...values: SqlValue[]): Promise<Ran>
  many(sql: string, rows: SqlValue[][]): Promise<Ran[]>
}

/** A transaction. Its reads see its own writes. */
export interface Tx extends Session {
  /** Reports that the transaction has erased personal data: the log of the database then loses it, too, as soon as possible. */
  erased(): void
  /** Reports that the transaction has written changes of a workspace: see `onChanged` of the store. */
  changed(workspaceId: string): void
}

/**
 * Runs `work` in a transaction and resolves with its result when the data is on disk. A work may run again, see above.
 *
 * @param share the part of a transaction that such works may use; default `full`
 * @throws errors of `work`; DomainError SERVICE_UNAVAILABLE if the database cannot be written at the moment
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>, share?: WriteShare) => Promise<T>

/**
 * `small` is for works that strangers can request in any number: together they are at most a fifth of a transaction (but at least
 * one), so that no other work waits for more than a few of them.
 */
export type WriteShare = 'full' | 'small'

/**
 * Like {@link Write}, for background work. While there are other writes, it runs one work per transaction, with pauses in between.
 * `quiet` is true if there are no other writes, so that the work may be larger. One that leaves a turn of the event loop to others now and
 * then can ask `isAwaited` whether a foreground write has come meanwhile, and end early.
 */
export type WriteInBackground = <T>(work: BackgroundWork<T>) => Promise<T>

export type BackgroundWork<T> = (tx: Tx, quiet: boolean, isAwaited: () => boolean) => Promise<T>

/** An SQL statement with its values. */
export interface Statement {
  sql: string
  values: SqlValue[]
}

/** The rows of a slow read. `isComplete` is false if its time or the size of its answer ended it. `ms` is the time that it took. */
export interface SlowRows<Row, First = never> {
  /** Of the statement that was read before the others. */
  first: First[]
  rows: Row[]
  isComplete: boolean
  ms: number
}

/** A statement that is read before others; if it has rows, only `ifFound` is read after it. */
export interface FirstRead {
  statement: Statement
  ifFound: Statement[]
}

/** How many rows are enough, and the columns in which they must differ. */
export interface EnoughRows {
  rows: number
  columns: string[]
}

/**
 * Reads apart from all other reads and writes, which do not wait for it: for what may take long, such as searches. One read runs at a
 * time; those of one workspace wait in a line, and the lines take turns. After the time limit it ends with the rows found until then:
 * at once if the statement returns rows as it finds them, otherwise if it has `in_time()` among its conditions.
 *
 * Several statements are read one after another, until there are `enough` rows that differ in some columns. A `first` one may replace them.
 *
 * A read also ends before its rows have more than 1 MiB, since they are copied.
 *
 * @param workspaceId names the line
 * @throws DomainError SERVICE_UNAVAILABLE if too many reads wait
 */
export type ReadSlowly = <Row, First = never>(
  workspaceId: string,
  statement: Statement | Statement[],
  options?: { limitMs?: number; enough?: EnoughRows; first?: FirstRead },
) => Promise<SlowRows<Row, First>>

/**
 * Runs statements as one transaction of background work, apart from the event loop. Pushes wait for it as for any other transaction,
 * so it must be short. It waits for its turn like a work of {@link WriteInBackground}. What it deletes is overwritten in the file, unless
 * `isPersonal` is false: then only if that writes no extra pages.
 *
 * `prepare` runs before, while other writes go on: statements that take longer, and write nothing but temporary tables. What they have
 * read may have changed by the time of the transaction. Those of another call run only after it.
 *
 * @returns the rows of each statement, and the milliseconds that the transaction took
 */
export type WriteApart = (
  statements: Statement[],
  options?: { isPersonal?: boolean; prepare?: Statement[] },
) => Promise<{ rows: Record<string, SqlValue>[][]; ms: number }>

/** What the works of a commit reported, possibly including works that were undone. */
export interface CommitReport {
  /** Whether one has erased personal data. */
  hasErased: boolean
  /** Whose changes they have written. */
  workspaceIds: ReadonlySet<string>
}

/** The database: all writes through `write`, all reads through `read`, which never waits for a writer. */
export interface Store {
  read: Reader
  write: Write
  writeInBackground: WriteInBackground
  readSlowly: ReadSlowly
  writeApart: WriteApart
  /**
   * Calls `listener` after each commit of this process that has written changes, with the ids of their workspaces, possibly including those
   * of undone works. Returns a function that removes the listener.
   */
  onChanged(listener: (workspaceIds: ReadonlySet<string>) => void): () => void
  /** Whether somebody else may have written since the last call, such as another process. */
  hasChangedElsewhere(): boolean
  /** Waits for the current writes, then closes the database. */
  close(): Promise<void>
}
