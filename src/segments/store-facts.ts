import type { SqlValue, Tx } from '../store/store.ts'
import { type CustomerFacts, tagsText } from './facts.ts'

/** A customer's facts; null if the shop did not push the customer. */
export interface CountedCustomer {
  id: string
  facts: CustomerFacts | null
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
const IS_STORED = 'WHERE EXISTS (SELECT 1 FROM customers WHERE workspace_id = ? AND id = ?)'
const INSERT_FACTS = `INSERT INTO customer_facts (workspace_id, customer_id, ${COLUMNS.join(', ')})
  SELECT ?, ?, ${COLUMNS.map(() => '?').join(', ')} ${IS_STORED}`
const INSERT_SPEND = `INSERT INTO customer_spend (workspace_id, customer_id, currency, spent) SELECT ?, ?, ?, ? ${IS_STORED}`

/** Stores the facts of customers in place of earlier ones. A customer who was erased since they were counted has none. */
export async function storeFacts(tx: Tx, workspaceId: string, counted: CountedCustomer[]): Promise<void> {
  await removeFacts(
    tx,
    workspaceId,
    counted.map(({ id }) => id),
  )
  const pushed = counted.flatMap(({ id, facts }) => (facts ? [{ id, facts }] : []))
  await tx.many(
    INSERT_FACTS,
    pushed.map(({ id, facts }) => [workspaceId, id, ...columnsOf(facts), workspaceId, id]),
  )
  const further = pushed.flatMap(({ id, facts }) =>
    facts.spent.slice(1).map((one) => [workspaceId, id, ...one, workspaceId, id]),
  )
  if (further.length > 0) await tx.many(INSERT_SPEND, further)
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
