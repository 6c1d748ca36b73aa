import { nextTurn } from '../lib/gate.ts'
import { partsOf } from '../objects/find/candidates.ts'
import { inReadingTurn } from '../objects/find/read.ts'
import type { Reader, Sql, SqlValue } from '../store/store.ts'
import type { CountedOrder } from './facts.ts'

/*
 * Reads what is counted, in turns of the event loop: customers may have megabytes of orders.
 */

/** Customers whose orders are looked up together. */
export const GROUP = 100
const MOST_ORDERS = 10_000
const MOST_CHARACTERS = 16 * 1024 * 1024
const TURN_ROWS = 2_000
const TURN_CHARACTERS = 1024 * 1024
/** Parts of the orders that are looked up in one turn. */
const TURN_PARTS = 20

/** Stored rows, and characters of their JSON. */
export interface ReadAmount {
  rows: number
  characters: number
}

/** Whether these are the most orders of one customer that are counted, the newest first. */
export function isMost({ rows, characters }: ReadAmount): boolean {
  return rows >= MOST_ORDERS || characters >= MOST_CHARACTERS
}

/** Adds what was read to a sum. */
export function addRead(sum: ReadAmount, { rows, characters }: ReadAmount): void {
  sum.rows += rows
  sum.characters += characters
}

interface Page<Row> {
  rows: Row[]
  read: ReadAmount
  isCut: boolean
}

/** Reads rows up to what one turn of the event loop takes. `isCut` is true if there may be more. */
export function readInTurn<Row extends { data: string }>(
  reader: Reader,
  workspaceId: string,
  { text, values }: Sql,
): Promise<Page<Row>> {
  return inReadingTurn(workspaceId, async () => {
    const read: ReadAmount = { rows: 0, characters: 0 }
    const isFull = () => read.rows >= TURN_ROWS || read.characters >= TURN_CHARACTERS
    const rows = await reader.until<Row>(
      ({ data }) => {
        read.rows++
        read.characters += data.length
        return isFull()
      },
      text,
      ...values,
    )
    return { value: { rows, read, isCut: isFull() }, bytes: read.characters }
  })
}

interface OrderRow {
  place: number
  customer_id: string
  status: string | null
  placed_at: number | null
  data: string
}

/** Orders by customer, and what was read. */
export interface Orders {
  byCustomer: Map<string, CountedOrder[]>
  read: ReadAmount
}

/** `buyers` is a condition, which may be followed by an order. */
function ordersWhere(workspaceId: string, part: number, buyers: Sql): Sql {
  return {
    text: `SELECT rowid AS place, customer_id, status, placed_at, data FROM orders
      WHERE workspace_id = ? AND part = ? AND part IS NOT NULL AND customer_id IS NOT NULL AND ${buyers.text}`,
    values: [workspaceId, part, ...buyers.values],
  }
}

/** The orders of one customer, the newest parts first; not more than {@link isMost}. */
export async function ordersOfOne(reader: Reader, workspaceId: string, parts: number[], id: string): Promise<Orders> {
  const orders: CountedOrder[] = []
  const read: ReadAmount = { rows: 0, characters: 0 }
  for (const part of parts) {
    let after: number | undefined = 0
    while (after !== undefined && !isMost(read)) {
      const buyer: Sql = { text: 'customer_id = ? AND rowid > ? ORDER BY rowid', values: [id, after] }
      const page: Page<OrderRow> = await readInTurn(reader, workspaceId, ordersWhere(workspaceId, part, buyer))
      orders.push(...page.rows.map(countedOrder))
      addRead(read, page.read)
      after = page.isCut ? page.rows.at(-1)?.place : undefined
      await nextTurn()
    }
  }
  return { byCustomer: new Map([[id, orders]]), read }
}

/**
 * The orders of up to {@link GROUP} customers; undefined if one turn does not take those of a part.
 *
 * @param areAll whether the customers are all of a range of ids, in order: then their orders are a range, too, which is found faster
 */
export async function ordersOfSome(
  reader: Reader,
  workspaceId: string,
  parts: number[],
  { ids, areAll }: { ids: string[]; areAll: boolean },
): Promise<Orders | undefined> {
  const buyers = areAll
    ? { text: 'customer_id >= ? AND customer_id <= ?', values: [ids[0] ?? null, ids.at(-1) ?? null] }
    : { text: `customer_id IN (${MARKS})`, values: padded(ids) }
  const found: Orders = { byCustomer: new Map(), read: { rows: 0, characters: 0 } }
  for (const [index, part] of parts.entries()) {
    const page = await readInTurn<OrderRow>(reader, workspaceId, ordersWhere(workspaceId, part, buyers))
    if (page.isCut) return undefined
    addRead(found.read, page.read)
    for (const row of page.rows) {
      const orders = found.byCustomer.get(row.customer_id)
      if (orders) orders.push(countedOrder(row))
      else found.byCustomer.set(row.customer_id, [countedOrder(row)])
    }
    if ((index + 1) % TURN_PARTS === 0) await nextTurn()
  }
  return found
}

/** The parts of a workspace's orders. */
export async function newestPartsFirst(reader: Reader, workspaceId: string): Promise<number[]> {
  const { text, values } = partsOf('orders', { text: 'customer_id IS NOT NULL', values: [] }, workspaceId)
  const rows = await reader.all<{ part: number }>(
    `${text} SELECT part FROM parts WHERE part IS NOT NULL ORDER BY part DESC`,
    ...values,
  )
  return rows.map(({ part }) => part)
}

/** The SQL of a list of ids: its constant length makes one statement of all groups. */
export const MARKS = Array.from({ length: GROUP }, () => '?').join(', ')

/** The values of {@link MARKS}. */
export function padded(ids: string[]): SqlValue[] {
  return Array.from({ length: GROUP }, (_, index) => ids[index] ?? null)
}

function countedOrder({ status, placed_at: placedAt, data }: OrderRow): CountedOrder {
  const { cancelledAt, currency, total, refundedTotal } = JSON.parse(data) as Omit<CountedOrder, 'status' | 'placedAt'>
  return {
    status,
    placedAt,
    ...(cancelledAt === undefined ? {} : { cancelledAt }),
    ...(currency === undefined ? {} : { currency }),
    ...(total === undefined ? {} : { total }),
    ...(refundedTotal === undefined ? {} : { refundedTotal }),
  }
}
