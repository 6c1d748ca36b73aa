/*
 * What everything above the store may rely on, whichever engine is below. Nothing may rest on more than this:
 *
 * - The works of one workspace run one after another, each on what the one before has left; those of different workspaces may run
 *   at the same time.
 * - A work that throws undoes itself alone. Its error comes out as it was thrown.
 * - A work may run again, beside one that throws for instance. So it has no effect but through `tx`: counting, logging and
 *   answering come after the write. What the write resolves with is the result of the run that was kept.
 * - What a write has resolved with is on disk, and every later read sees it. Readers see what is committed, and nothing else.
 * - Where the database can't be read or written for now, a DomainError SERVICE_UNAVAILABLE comes out, its reason
 *   `database_unavailable`, or `database_damaged` where only a backup helps. What a write was to store then is not stored.
 * - Text is compared and ordered by its bytes in UTF-8. Integers come back as numbers, exact up to the largest safe one; text,
 *   bytes and null as they were.
 */

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

/**
 * Runs `work` in a transaction and resolves with what it returns once that is on disk. It may run again, see above.
 *
 * @param share how much of a transaction such works may take; `full` where left out
 * @throws whatever `work` throws; DomainError SERVICE_UNAVAILABLE when the database can't be written for now
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>, share?: Share) => Promise<T>

/**
 * `small` is for works that strangers can ask for in any number: together they take at most a fifth of a transaction, though
 * always one, so that no other work waits behind more than a few of them.
 */
export type Share = 'full' | 'small'

/**
 * Like {@link Write}, for work that nobody waits for. While others write, it gives way: one work a transaction, with pauses in
 * between. `quiet` says that nobody does, so that the work may be a large one.
 */
export type WriteInBackground = <T>(work: (tx: Tx, quiet: boolean) => Promise<T>) => Promise<T>

/** The topics that the works of a commit announced; there may be some of a work that was undone. */
export type Topics = ReadonlySet<string>

/** The database: all writes through `write`, all reads through `read`, which never waits for a writer. */
export interface Store {
  read: Reader
  write: Write
  writeInBackground: WriteInBackground
  /** Calls `listener` after each commit of this process with the topics that its works announced, if any. Returns how to end that. */
  listen(listener: (topics: Topics) => void): () => void
  /** Waits for the writes under way, then lets go of the database. */
  close(): Promise<void>
}
