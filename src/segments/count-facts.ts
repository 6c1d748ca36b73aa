import { partsOf } from '../objects/candidates.ts'
import type { Reader, SqlValue, Tx } from '../store/store.ts'
import { type CountedOrder, type CustomerFacts, type CustomerFields, factsOf, tagsText } from './facts.ts'

/** Most orders of one customer that are counted, the newest first, and most characters of their JSON. */
const MOST_ORDERS = 10_000
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Customers whose orders are looked up together. */
const GROUP = 100

/** What one transaction may still read: orders, and characters of JSON. */
export interface Budget {
  orders: number
  characters: number
}

export const wholeBudget = (): Budget => ({ orders: MOST_ORDERS, characters: MOST_CHARACTERS })

/**
 * Counts the facts of customers again and stores them; of a customer whom the shop did not push there are none.
 *
 * @param areAll whether the customers are all of a range of ids, in order: then their orders are a range, too, which is found faster
 * @returns how many of the customers are done, from the first one on: fewer than all if the budget is used up
 */
export async function countFacts(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  budget: Budget,
  areAll = false,
): Promise<number> {
  const parts = await newestPartsFirst(tx, workspaceId)
  let done = 0
  let size = GROUP
  while (done < ids.length && budget.orders > 0 && budget.characters > 0) {
    const group = ids.slice(done, done + size)
    const found = await ordersOf(tx, workspaceId, group, parts, areAll)
    // One customer with many orders must not leave out those of the others.
    if (found.isCut && group.length > 1) {
      size = 1
      continue
    }
    budget.orders -= found.count
    budget.characters -= found.characters
    done += await storeFacts(tx, workspaceId, group, found.orders, budget)
  }
  return done
}

async function newestPartsFirst(reader: Reader, workspaceId: string): Promise<number[]> {
  const { text, values } = partsOf('orders', { text: 'customer_id IS NOT NULL', values: [] }, workspaceId)
  const rows = await reader.all<{ part: number }>(
    `${text} SELECT part FROM parts WHERE part IS NOT NULL ORDER BY part DESC`,
    ...values,
  )
  return rows.map(({ part }) => part)
}

interface OrderRow {
  customer_id: string
  status: string | null
  placed_at: number | null
  data: string
}

interface Orders {
  /** By customer. */
  orders: Map<string, CountedOrder[]>
  count: number
  characters: number
  /** Whether there are more. */
  isCut: boolean
}

async function ordersOf(
  reader: Reader,
  workspaceId: string,
  ids: string[],
  parts: number[],
  areAll: boolean,
): Promise<Orders> {
  const buyers = areAll ? 'customer_id >= ? AND customer_id <= ?' : `customer_id IN (${MARKS})`
  const asked = areAll ? [ids[0] ?? null, ids.at(-1) ?? null] : padded(ids)
  const found: Orders = { orders: new Map(), count: 0, characters: 0, isCut: false }
  const isFull = ({ data }: OrderRow) => {
    found.characters += data.length
    found.count++
    found.isCut = found.count >= MOST_ORDERS || found.characters >= MOST_CHARACTERS
    return found.isCut
  }
  for (const part of parts) {
    const rows = await reader.until<OrderRow>(
      isFull,
      `SELECT customer_id, status, placed_at, data FROM orders
       WHERE workspace_id = ? AND part = ? AND ${buyers} AND part IS NOT NULL AND customer_id IS NOT NULL`,
      workspaceId,
      part,
      ...asked,
    )
    for (const row of rows) {
      const orders = found.orders.get(row.customer_id)
      if (orders) orders.push(countedOrder(row))
      else found.orders.set(row.customer_id, [countedOrder(row)])
    }
    if (found.isCut) break
  }
  return found
}

/** A list of constant length makes one statement of all groups. */
const MARKS = Array.from({ length: GROUP }, () => '?').join(', ')

function padded(ids: string[]): SqlValue[] {
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

const COLUMNS = [
  'orders_count',
  'spent',
  'currency',
  'currencies',
  'first_order_at',
  'last_order_at',
  'country',
  'consent',
  'tags',
]
const INSERT = `INSERT INTO customer_facts (workspace_id, customer_id, ${COLUMNS.join(', ')})
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')})`

/** @returns the number of customers that are done; at least one */
async function storeFacts(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  orders: Orders['orders'],
  budget: Budget,
): Promise<number> {
  const all: (CustomerFacts & { id: string })[] = []
  let done = 0
  while (done < ids.length && (done === 0 || budget.characters > 0)) {
    const id = ids[done++] ?? ''
    const customer = await tx.get<{ data: string }>(
      'SELECT data FROM customers WHERE workspace_id = ? AND id = ?',
      workspaceId,
      id,
    )
    if (!customer) continue
    budget.characters -= customer.data.length
    all.push({ id, ...factsOf(JSON.parse(customer.data) as CustomerFields, orders.get(id) ?? []) })
  }
  await removeFacts(tx, workspaceId, ids.slice(0, done))
  await tx.many(
    INSERT,
    all.map(({ id, ...facts }) => [workspaceId, id, ...columnsOf(facts)]),
  )
  const further = all.flatMap(({ id, spent }) => spent.slice(1).map((one) => [workspaceId, id, ...one]))
  if (further.length > 0)
    await tx.many(
      'INSERT INTO customer_spend (workspace_id, customer_id, currency, spent) VALUES (?, ?, ?, ?)',
      further,
    )
  return done
}

function columnsOf({ ordersCount, spent, firstOrderAt, lastOrderAt, country, marketingConsent, tags }: CustomerFacts) {
  const [currency = null, amount = null] = spent[0] ?? []
  const consent = marketingConsent === null ? null : Number(marketingConsent)
  return [
    ordersCount,
    amount,
    currency,
    spent.length,
    firstOrderAt,
    lastOrderAt,
    country,
    consent,
    tagsText(tags),
  ] satisfies SqlValue[]
}

export async function removeFacts(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  for (const table of ['customer_facts', 'customer_spend'])
    await tx.many(
      `DELETE FROM ${table} WHERE workspace_id = ? AND customer_id = ?`,
      ids.map((id) => [workspaceId, id]),
    )
}
