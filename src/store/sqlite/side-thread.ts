import { hash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { plainLetters } from '../../lib/text.ts'
import { withoutTypo } from '../../lib/typos.ts'
import type { EnoughRows, Statement } from '../store.ts'
import { loadedAddon } from './load-addon.ts'
import { identityOf } from './replaced.ts'
import { statementsOf } from './session.ts'
import {
  MOST_ANSWER_BYTES,
  type SideQuestion,
  type SideReply,
  type SideRow,
  type SideStatement,
  type SideTask,
} from './side-task.ts'
import { anyOf } from './text-index/match.ts'

/** Adds the functions that statements of the full-text index use. */
function addTextFunctions(db: Database.Database): void {
  db.function('plain_letters', { deterministic: true }, (text) => (typeof text === 'string' ? plainLetters(text) : ''))
  db.function('without_typo', { deterministic: true }, (word) => `(${anyOf(withoutTypo(String(word)))})`)
  // 48 bits: enough to see that the texts of one object have changed, and an exact number.
  db.function('text_hash', { deterministic: true, varargs: true }, (...texts) =>
    Number.parseInt(hash('sha1', JSON.stringify(texts)).slice(0, 12), 16),
  )
}

/** Only other processes lock the file: a turn of this thread is lent by the thread that writes. */
const BUSY_MS = 1_000
const CACHE_KIB = 2 * 1024

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
  // The checkpoint thread moves the log.
  db.pragma('wal_autocheckpoint = 0')
} else db.pragma('query_only = ON')
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

function read({ sql, values }: Statement): SideRow[] {
  const rows: SideRow[] = []
  for (const row of prepare(sql).iterate(...values) as Iterable<SideRow>) {
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? 2 * value.length : 8
    if (bytes > MOST_ANSWER_BYTES) isComplete = false
    else rows.push(row)
    // Checked after the row: even a late answer has one.
    if (!isInTime()) break
  }
  return rows
}

function readAll(statements: Statement[], enough: EnoughRows | undefined): SideRow[][] {
  const found = new Set<string>()
  const all: SideRow[][] = []
  bytes = 0
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

function answer({ statements, isPersonal = true, enough, limitMs }: SideQuestion): SideReply {
  const started = performance.now()
  deadline = started + limitMs
  isComplete = true
  try {
    const all = statements.map(whole)
    if (writes) overwrite(isPersonal)
    const rows = writes ? runAll.immediate(all) : readAll(all, enough)
    return { rows, isComplete, ms: performance.now() - started }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { failure: { message, code: error instanceof Database.SqliteError ? code : undefined } }
  }
}

parentPort?.on('message', (question: SideQuestion | null) => {
  if (question !== null) parentPort?.postMessage(answer(question))
  else {
    db.close()
    parentPort?.close()
  }
})
