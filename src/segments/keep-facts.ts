import type { Changed, Erased, Upserted } from '../http/hooks.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { columnsOf } from '../objects/filter-values.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import { countFacts } from './count-facts.ts'
import { removeFacts, storeFacts } from './store-facts.ts'

/*
 * Facts are kept for workspaces that have had a segment; other workspaces pay nothing for them. A push only notes which customers it
 * concerns. A job counts their facts, which costs more than the push.
 */

/** The kind of job that counts facts. Its subject is the workspace. */
const FACTS_JOB = 'count-facts'

/** A job counts the customers of many pushes at once. */
const DELAY_MS = 500
/** Customers of one note. */
const NOTED = 100
/** Customers of one count: those of notes have to be looked up one by one, in each part of the orders. */
const STEP_NOTED = 100
const STEP_STORED = 500
/** Most notes of one count; mostly each has one customer. */
const STEP_NOTES = 100

/** Begins to keep the facts of a workspace, from all that is stored. Does nothing if they are kept. */
export async function startKeeping(tx: Tx, workspaceId: string, now: number): Promise<void> {
  const { changes } = await tx.run(
    `INSERT INTO fact_counts (workspace_id, counted_to) VALUES (?, '') ON CONFLICT (workspace_id) DO NOTHING`,
    workspaceId,
  )
  if (changes > 0) await enqueue(tx, { kind: FACTS_JOB, subject: workspaceId }, now)
}

/** Notes the customers of pushed customers and orders. */
export function noteUpserted(tx: Tx, upserted: Upserted, now: number): Promise<void> | undefined {
  return upserted.changed.length > 0 && isCounted(upserted.resource) ? noteIfKept(tx, upserted, now) : undefined
}

async function noteIfKept(tx: Tx, { resource, workspaceId, changed }: Upserted, now: number): Promise<void> {
  if (!(await keptOf(tx, workspaceId))) return
  await note(tx, workspaceId, resource === customers.name ? changed.map(({ id }) => id) : changed.flatMap(buyers), now)
}

/** Removes the facts of an erased customer, and notes the customer of an erased order. */
export async function noteErased(tx: Tx, { resource, workspaceId, id, before }: Erased, now: number): Promise<void> {
  if (!isCounted(resource) || !(await keptOf(tx, workspaceId))) return
  if (resource === customers.name) await removeFacts(tx, workspaceId, [id])
  else if (before) await note(tx, workspaceId, buyers({ before, after: before }), now)
}

function isCounted(resource: string): boolean {
  return resource === customers.name || resource === orders.name
}

const BUYER = columnsOf(orders).findIndex(({ name }) => name === 'customerId')

/** The customers of an order, before and after a change. */
function buyers({ before, after }: Pick<Changed, 'before' | 'after'>): string[] {
  return [before?.columns[BUYER], after.columns[BUYER]].filter((id) => typeof id === 'string')
}

/** A row if the facts of the workspace are kept. */
function keptOf(reader: Pick<Reader, 'get'>, workspaceId: string): Promise<unknown> {
  return reader.get('SELECT 1 FROM fact_counts WHERE workspace_id = ?', workspaceId)
}

async function note(tx: Tx, workspaceId: string, customerIds: string[], now: number): Promise<void> {
  const ids = [...new Set(customerIds)]
  if (ids.length === 0) return
  for (let start = 0; start < ids.length; start += NOTED)
    await tx.run(
      'INSERT INTO fact_notes (workspace_id, customers) VALUES (?, ?)',
      workspaceId,
      JSON.stringify(ids.slice(start, start + NOTED)),
    )
  const job = await tx.get(`SELECT 1 FROM jobs WHERE subject = ? AND kind = ? LIMIT 1`, workspaceId, FACTS_JOB)
  if (!job) await enqueue(tx, { kind: FACTS_JOB, subject: workspaceId, dueAt: now + DELAY_MS }, now)
}

/** What is left to count. `notes`: customers of pushes. `stored`: all customers, after the first segment was made. */
export type Left = 'nothing' | 'notes' | 'stored' | 'filters'

/** `filters`: after an update, orders are not found by customer before the index of filters is filled. */
async function leftToCount(reader: Reader, workspaceId: string): Promise<Left> {
  const state = await reader.get<{ counted_to: string | null }>(
    'SELECT counted_to FROM fact_counts WHERE workspace_id = ?',
    workspaceId,
  )
  if (!state) return 'nothing'
  if (await reader.get('SELECT 1 FROM filter_fills WHERE resource = ?', orders.name)) return 'filters'
  if (state.counted_to !== null) return 'stored'
  return (await reader.get('SELECT 1 FROM fact_notes WHERE workspace_id = ? LIMIT 1', workspaceId))
    ? 'notes'
    : 'nothing'
}

/** A row of notes, and the customers in it. */
interface Note {
  number: number
  customers: string
}

/** A write in the foreground or the background. */
type WriteFacts = (work: (tx: Tx) => Promise<void>) => Promise<void>

/** Counts the facts of the next customers: those of notes first, then stored ones in the order of their ids. */
async function countSome(store: Store, write: WriteFacts, workspaceId: string): Promise<void> {
  const notes = await store.read.all<Note>(
    'SELECT number, customers FROM fact_notes WHERE workspace_id = ? ORDER BY number LIMIT ?',
    workspaceId,
    STEP_NOTES,
  )
  if (notes.length === 0) return countStored(store, write, workspaceId)
  const taken: Note[] = []
  const ids = new Set<string>()
  for (const note of notes) {
    if (ids.size >= STEP_NOTED) break
    taken.push(note)
    for (const id of idsIn(note)) ids.add(id)
  }
  const counted = await countFacts(store.read, workspaceId, [...ids])
  await write(async (tx) => {
    // Another count of them has read later and may know more.
    if (!(await areSame(tx, taken))) return
    await storeFacts(tx, workspaceId, counted)
    await takeOut(tx, taken, new Set(counted.map(({ id }) => id)))
  })
}

const idsIn = ({ customers }: Note) => JSON.parse(customers) as string[]

/** Whether nobody else has counted customers of these notes. */
async function areSame(tx: Tx, notes: Note[]): Promise<boolean> {
  for (const { number, customers: noted } of notes) {
    const now = await tx.get<Note>('SELECT customers FROM fact_notes WHERE number = ?', number)
    if (now?.customers !== noted) return false
  }
  return true
}

/** Takes customers out of notes. */
async function takeOut(tx: Tx, notes: Note[], done: ReadonlySet<string>): Promise<void> {
  for (const note of notes) {
    const rest = idsIn(note).filter((id) => !done.has(id))
    if (rest.length === 0) await tx.run('DELETE FROM fact_notes WHERE number = ?', note.number)
    else await tx.run('UPDATE fact_notes SET customers = ? WHERE number = ?', JSON.stringify(rest), note.number)
  }
}

async function countStored(store: Store, write: WriteFacts, workspaceId: string): Promise<void> {
  const rows = await store.read.all<{ id: string }>(
    `SELECT id FROM customers WHERE workspace_id = ?
       AND id > (SELECT counted_to FROM fact_counts WHERE workspace_id = ?) ORDER BY id LIMIT ?`,
    workspaceId,
    workspaceId,
    STEP_STORED,
  )
  const ids = rows.map(({ id }) => id)
  const counted = await countFacts(store.read, workspaceId, ids, true)
  await write(async (tx) => {
    await storeFacts(tx, workspaceId, counted)
    const reached = counted.at(-1)?.id ?? null
    await tx.run('UPDATE fact_counts SET counted_to = ? WHERE workspace_id = ?', reached, workspaceId)
  })
}

const RETRY_MS = 5_000

/**
 * Counts the facts of a workspace's customers, and stores those of some in each transaction, together with the progress. So an
 * interrupted run continues, and a second run finds nothing to do. It never gives up: without it, segments would be wrong from then on.
 */
export function factsJobHandler(store: Store): JobHandler {
  return {
    kind: FACTS_JOB,
    concurrency: 1,
    perLane: null,
    run: async ({ subject: workspaceId }, end, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const left = await leftToCount(store.read, workspaceId)
        if (left === 'filters')
          return end(async () => ({ waitMs: RETRY_MS, reason: 'Filters are still being indexed.' }))
        if (left === 'nothing') break
        await countSome(store, store.writeInBackground, workspaceId)
      }
      // A push adds no job while there is this one.
      await end(async (tx) =>
        (await leftToCount(tx, workspaceId)) === 'nothing' ? undefined : { waitMs: 0, reason: null },
      )
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'facts_job', 'Segments need this job. Let the job finish.')
    },
    revive: async () => {},
  }
}

/** Counts that a reader waits for. */
const MOST_TURNS = 10

/**
 * Counts what pushes have noted until now, so that a reader sees them, but not all that was stored before the first segment.
 *
 * @returns whether everything is counted
 */
export async function countNow(store: Store, workspaceId: string): Promise<boolean> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const left = await leftToCount(store.read, workspaceId)
    if (left !== 'notes') return left === 'nothing'
    await countSome(store, store.write, workspaceId)
  }
  return (await leftToCount(store.read, workspaceId)) === 'nothing'
}
