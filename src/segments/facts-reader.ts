import { movePlace, nextUnread, startReading, type Unread } from '../changes/places.ts'
import type { Change, StoredReader } from '../changes/readers.ts'
import type { OrdersChange } from '../objects/object-change.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import type { Store, Tx } from '../store/store.ts'
import { countFacts } from './count-facts.ts'
import { askForCount, isKept, leftToCount, restart } from './count-job.ts'
import { storeFacts } from './store-facts.ts'

/*
 * Facts are kept for workspaces that have had a segment; other workspaces pay nothing for them. A push only reports its objects. This reader
 * counts the facts of their customers, which costs more than the push.
 */

/** The customers of many pushes are counted at once. */
const COLLECT_MS = 500
/** Customers of one count: they have to be looked up one by one, in each part of the orders. */
const STEP = 100

const FACTS: Omit<StoredReader, 'start'> = {
  name: 'facts',
  kinds: [customers.name, orders.name],
  isWanted: isKept,
}

/** Counts the facts of customers who were pushed, or whose orders were. */
export const factsReader: StoredReader = {
  ...FACTS,
  start: ({ store }) => ({
    collectMs: COLLECT_MS,
    limits: { mostIds: STEP },
    isReady: async (reader, workspaceId) => (await leftToCount(reader, workspaceId)) === 'nothing',
    do: async ({ workspaceId, changes }, signal) => {
      const last = changes.at(-1)?.number ?? 0
      while (await countNext(store, store.writeInBackground, workspaceId, last)) signal.throwIfAborted()
    },
    rebuild: restart,
  }),
}

/** Begins to keep the facts of a workspace, from all that is stored. Does nothing if they are kept. */
export async function startKeeping(tx: Tx, workspaceId: string, now: number): Promise<void> {
  if (!(await askForCount(tx, workspaceId, now))) return
  await startReading(tx, FACTS, workspaceId)
}

/** A write in the foreground or the background. */
type WriteFacts = (work: (tx: Tx) => Promise<void>) => Promise<void>

/**
 * Counts the next customers of changes up to a number, and moves the place of the reader behind them. Nothing is written if somebody else
 * has moved it meanwhile: they have read later and may know more.
 *
 * @returns false if none is left
 */
async function countNext(store: Store, write: WriteFacts, workspaceId: string, upTo: number): Promise<boolean> {
  const unread = await nextUnread(store.read, FACTS, workspaceId, { mostIds: STEP })
  if (!unread?.changes[0] || unread.changes[0].number > upTo) return false
  const ids = [...new Set(unread.changes.flatMap((change, index) => left(change, index, unread)))].slice(0, STEP)
  const counted = await countFacts(store.read, workspaceId, ids)
  const { sql, values } = movePlace(FACTS.name, workspaceId, unread.place, placeBehind(unread, counted))
  await write(async (tx) => {
    if ((await tx.run(sql, ...values)).changes > 0) await storeFacts(tx, workspaceId, counted)
  })
  return true
}

/** The customers whom a change concerns. */
function concerned({ kind, ids, data }: Change): string[] {
  return kind === orders.name ? ((data as OrdersChange | null)?.buyers ?? []) : ids
}

/** The customers of a change that are not counted yet. */
function left(change: Change, index: number, { place }: Pick<Unread, 'place'>): string[] {
  return concerned(change).slice(index === 0 ? place.done : 0)
}

/** The place behind the customers who were counted. */
function placeBehind(unread: Unread, counted: { id: string }[]): { number: number; done: number } {
  const isCounted = new Set(counted.map(({ id }) => id))
  for (const [index, change] of unread.changes.entries()) {
    const its = left(change, index, unread)
    const done = its.findIndex((id) => !isCounted.has(id))
    if (done >= 0) return { number: change.number - 1, done: (index === 0 ? unread.place.done : 0) + done }
  }
  return { number: unread.changes.at(-1)?.number ?? unread.place.number, done: 0 }
}

/** Counts that somebody waits for. */
const MOST_TURNS = 10

/**
 * Counts what was pushed until now, so that the caller sees it, but not all that was stored before the first segment.
 *
 * @returns whether everything is counted
 */
export async function countNow(store: Store, workspaceId: string): Promise<boolean> {
  if (!(await isKept(store.read, workspaceId))) return true
  if ((await leftToCount(store.read, workspaceId)) !== 'nothing') return false
  for (let turn = 0; turn < MOST_TURNS; turn++)
    if (!(await countNext(store, store.write, workspaceId, Number.POSITIVE_INFINITY))) return true
  return (await nextUnread(store.read, FACTS, workspaceId)) === undefined
}
