import { nextTurn } from '../lib/gate.ts'
import type { Reader } from '../store/store.ts'
import { type CustomerFields, factsOf } from './facts.ts'
import {
  addRead,
  GROUP,
  isMost,
  MARKS,
  newestPartsFirst,
  type Orders,
  ordersOfOne,
  ordersOfSome,
  padded,
  type ReadAmount,
  readInTurn,
} from './read-orders.ts'
import type { CountedCustomer } from './store-facts.ts'

/*
 * Counting may read megabytes, so it takes many turns of the event loop, and no transaction, for which pushes would wait. The customers of
 * what is pushed meanwhile are noted, and counted again.
 */

/** A group whose orders are more than one turn takes is divided by this number. */
const SMALLER = 10

/**
 * Counts the facts of customers.
 *
 * @param areAll whether the customers are all of a range of ids, in order: then their orders are a range, too, which is found faster
 * @returns the facts of the customers, from the first one on: of fewer than all if they have as many orders as one customer may have
 */
export async function countFacts(
  reader: Reader,
  workspaceId: string,
  ids: string[],
  areAll = false,
): Promise<CountedCustomer[]> {
  const parts = await newestPartsFirst(reader, workspaceId)
  const counted: CountedCustomer[] = []
  const read: ReadAmount = { rows: 0, characters: 0 }
  let size = GROUP
  while (counted.length < ids.length && !isMost(read)) {
    const group = ids.slice(counted.length, counted.length + size)
    const [first] = group
    const orders =
      first !== undefined && group.length === 1
        ? await ordersOfOne(reader, workspaceId, parts, first)
        : await ordersOfSome(reader, workspaceId, parts, { ids: group, areAll })
    if (orders) counted.push(...(await factsFrom(reader, workspaceId, { ids: group, orders, read })))
    else size = Math.ceil(size / SMALLER)
    await nextTurn()
  }
  return counted
}

/** The facts of a group, with what the shop pushed of its customers. What is read is added to `read`. */
async function factsFrom(
  reader: Reader,
  workspaceId: string,
  { ids, orders, read }: { ids: string[]; orders: Orders; read: ReadAmount },
): Promise<CountedCustomer[]> {
  const customers = new Map<string, CustomerFields>()
  addRead(read, orders.read)
  let after = ''
  for (let isCut = true; isCut; ) {
    const page = await readInTurn<{ id: string; data: string }>(reader, workspaceId, {
      text: `SELECT id, data FROM customers WHERE workspace_id = ? AND id IN (${MARKS}) AND id > ? ORDER BY id`,
      values: [workspaceId, ...padded(ids), after],
    })
    for (const { id, data } of page.rows) customers.set(id, JSON.parse(data) as CustomerFields)
    read.characters += page.read.characters
    after = page.rows.at(-1)?.id ?? after
    isCut = page.isCut
    if (isCut) await nextTurn()
  }
  return ids.map((id) => {
    const customer = customers.get(id)
    return { id, facts: customer ? factsOf(customer, orders.byCustomer.get(id) ?? []) : null }
  })
}
