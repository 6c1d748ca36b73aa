import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { EnoughRows, Statement } from '../store.ts'
import { createCheckpoint } from './checkpoint.ts'
import { loadedAddon } from './load-addon.ts'
import { identityOf } from './replaced.ts'
import { statementsOf } from './session.ts'
import {
  MOST_ANSWER_BYTES,
  type SideCheckpoint,
  type SideQuestion,
  type SideReply,
  type SideRow,
  type SideStatement,
  type SideTask,
} from './side-task.ts'
import { addTextFunctions } from './text-index/functions.ts'
import { vocabularies } from './text-index/tables.ts'

/** Only other processes lock the file: a turn of this thread is given by the thread that writes. */
const BUSY_MS = 1_000
/** The system caches the pages of the file, too: with 2 MiB searches and indexing took as long. */
const CACHE_KIB = 512

const { file, identity, addonFile, writes, disposable } = workerData as SideTask
const db = new Database(file, {
  timeout: BUSY_MS,
  fileMustExist: true,
  ...(addonFile === undefined ? {} : loadedAddon(addonFile)),
})
// If another file has this name now, reading it would move the log of this database into it.
if (identityOf(file) !== identity) throw new Error('the database file was replaced')
db.pragma(`cache_size = -${CACHE_KIB}`)
db.pragma('temp_store = MEMORY')
if (writes) {
  // Nobody is told that a transaction of this thread is done, so none has to wait for the disk: the next commit of a push writes it too.
  db.pragma(`synchronous = ${disposable ? 'OFF' : 'NORMAL'}`)
  // It makes checkpoints when it is asked to.
  db.pragma('wal_autocheckpoint = 0')
} else {
  for (const table of vocabularies) db.exec(table)
  db.pragma('query_only = ON')
}
addTextFunctions(db)

let deadline = 0
let isComplete = true
const isInTime = (): boolean => {
  if (performance.now() >= deadline) isComplete = false
  return isComplete
}
// In a WHERE: rows after the time limit are left out, so that a statement that sorts its rows also ends.
db.function('in_time', { deterministic: false }, () => (isInTime() ? 1 : 0))

const prepare = statementsOf(db)
/** The texts that were sent with a number. */
const texts = new Map<number, string>()

function whole({ number, sql, values }: SideStatement): Statement {
  if (number !== undefined && sql !== undefined) texts.set(number, sql)
  return { sql: sql ?? texts.get(number ?? -1) ?? '', values }
}

/** The bytes of the rows of an answer until now. */
let bytes = 0

/** Adds a row to the size of the answer. @returns whether it still fits */
function fits(row: SideRow): boolean {
  for (const value of Object.values(row))
    bytes += typeof value === 'string' ? 2 * value.length : value instanceof Uint8Array ? value.length : 8
  return bytes <= MOST_ANSWER_BYTES
}

function read({ sql, values }: Statement): SideRow[] {
  const rows: SideRow[] = []
  for (const row of prepare(sql).iterate(...values) as Iterable<SideRow>) {
    if (fits(row)) rows.push(row)
    else isComplete = false
    // Checked after the row: even a late answer has one.
    if (!isInTime()) break
  }
  return rows
}

function readAll({ statements, first, enough }: SideQuestion): SideRow[][] {
  bytes = 0
  // All texts that came along must be kept, also those of statements that are not read, in the order in which they were numbered.
  const others = statements.map(whole)
  if (!first) return readEach(others, enough)
  const beforeOthers = whole(first.statement)
  const instead = first.ifFound.map(whole)
  const rows = read(beforeOthers)
  return [rows, ...readEach(rows.length > 0 ? instead : others, enough)]
}

function readEach(statements: Statement[], enough: EnoughRows | undefined): SideRow[][] {
  const found = new Set<string>()
  const all: SideRow[][] = []
  for (const statement of statements) {
    if (!isComplete || (enough && found.size >= enough.rows)) break
    const rows = read(statement)
    for (const row of enough ? rows : []) found.add(JSON.stringify(enough?.columns.map((column) => row[column])))
    all.push(rows)
  }
  return all
}

function run({ sql, values }: Statement): SideRow[] {
  const statement = prepare(sql)
  if (statement.reader) return statement.all(...values) as SideRow[]
  statement.run(...values)
  return []
}

/** Overwriting all pages that an index of products gives up would make a third of all pages that indexing writes. */
function overwrite(isPersonal: boolean): void {
  db.pragma(`secure_delete = ${isPersonal ? 'ON' : 'FAST'}`)
}

const runAll = db.transaction((statements: Statement[]) => statements.map(run))

/** Prepared by the first checkpoint. */
let checkpoint: ReturnType<typeof createCheckpoint> | undefined

function work(question: SideQuestion | SideCheckpoint): SideReply {
  if ('checkpoint' in question) {
    checkpoint ??= createCheckpoint(db, file, BUSY_MS)
    return { checkpoint: checkpoint(question.checkpoint) }
  }
  const { statements, isPreparation = false, isPersonal = true, limitMs } = question
  const started = performance.now()
  deadline = started + limitMs
  isComplete = true
  if (writes) overwrite(isPersonal)
  const transaction = isPreparation ? runAll.deferred : runAll.immediate
  const rows = writes ? transaction(statements.map(whole)) : readAll(question)
  return { rows, isComplete, ms: performance.now() - started }
}

function answer(question: SideQuestion | SideCheckpoint): SideReply {
  try {
    return work(question)
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { failure: { message, code: error instanceof Database.SqliteError ? code : undefined } }
  }
}

parentPort?.on('message', (question: SideQuestion | SideCheckpoint | null) => {
  if (question !== null) parentPort?.postMessage(answer(question))
  else {
    db.close()
    parentPort?.close()
  }
})
