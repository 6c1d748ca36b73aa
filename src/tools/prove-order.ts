import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { findUpTo } from '../lookup/list.ts'
import { find, frontOf } from '../objects/find/by-filter.ts'
import { conditionsOf } from '../objects/find/filter.ts'
import type { ShownObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { mayBeNumber } from './order-number.ts'
import type { Tool, ToolContext } from './tool.ts'

const Proof = v.object({
  number: v.pipe(v.string(), v.maxLength(40)),
  /** The e-mail address of the order, or the postcode, as the settings ask for. */
  match: v.pipe(v.string(), v.maxLength(320)),
})

type Pair = v.InferOutput<typeof Proof>

/** Orders with one number that are compared. */
const MOST = 5
/** Orders of one e-mail address whose numbers are compared with one that is written in another way, the newest change first. */
const MOST_OF_EMAIL = 20

/**
 * The ids of the orders with this number and e-mail address or postcode: two if a shop has given two of them one number; none if there is
 * none, or if there were too many wrong pairs. A wrong number, a wrong address and no such order give the same result after the same work.
 */
export const proveOrder: Tool<Pair, { orderIds: string[]; isLimited: boolean }> = {
  name: 'prove_order',
  description: 'Checks whether a guest knows the number and the e-mail address (or postcode) of an order.',
  input: Proof,
  allowed: 'anyone',
  run: async (context, pair) => {
    const { guestOrders } = context.settings
    if (guestOrders === 'off') return { orderIds: [], isLimited: false }
    const mayTry = await context.guests.mayTry(pair.number)
    const isEmail = guestOrders === 'number_and_email'
    const orderIds = isEmail ? await byEmail(context, pair) : await byPostcode(context, pair)
    return mayTry ? { orderIds, isLimited: false } : { orderIds: [], isLimited: true }
  },
  // Guesses must not fill a log with addresses.
  logged: ({ number }) => ({ number }),
  objects: ({ orderIds }) => orderIds.map((id) => `orders/${id}`),
}

/** Found by both at once: an order with the number alone is not read, which would take longer than none. */
async function byEmail(context: ToolContext, { number, match }: Pair): Promise<string[]> {
  const {
    read,
    asker: { workspaceId },
  } = context
  const email = match.trim()
  const page = await findUpTo(read, orders, workspaceId, { filters: { number, email }, limit: MOST })
  const found = (page?.data ?? []).sort((one, other) => timeOf(other) - timeOf(one))
  const exact = matching(found, email.toLowerCase(), ({ email }) => [email])
  const like = await likeNumber(context, number, email)
  return exact.length > 0 ? exact : like
}

function timeOf({ placedAt, updatedAt }: ShownObject): number {
  return Date.parse(typeof placedAt === 'string' ? placedAt : updatedAt)
}

interface Numbered {
  id: string
  number: string | null
}

/** The orders of an e-mail address whose number may be the written one, if they have one number. Always reads as many rows. */
async function likeNumber(
  { read, asker: { workspaceId } }: ToolContext,
  written: string,
  email: string,
): Promise<string[]> {
  const conditions = conditionsOf(orders, { email })
  const { places } = await find(read, orders, {
    ...{ workspaceId, conditions, since: Number.MIN_SAFE_INTEGER, most: MOST_OF_EMAIL },
    ...{ sort: 'newest', after: frontOf('newest') },
  })
  const ids = Array.from({ length: MOST_OF_EMAIL }, (_, index) => places[index]?.id ?? '')
  const own = await read.all<Numbered>(
    `SELECT id, number FROM orders WHERE workspace_id = ? AND id IN (${ids.map(() => '?').join(', ')})`,
    workspaceId,
    ...ids,
  )
  // Instead of the orders that an address does not have, others are read: whether it has any is nobody's business.
  const others = await read.all<Numbered>(
    'SELECT id, number FROM orders WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?',
    workspaceId,
    MOST_OF_EMAIL - own.length,
  )
  const named = new Set(own)
  const found = [...own, ...others].filter(({ number }) => mayBeNumber(written, number ?? ''))
  const like = found.filter((order) => named.has(order))
  return new Set(like.map(({ number }) => number)).size === 1 ? like.map(({ id }) => id).slice(0, MOST) : []
}

async function byPostcode({ read, asker: { workspaceId } }: ToolContext, { number, match }: Pair): Promise<string[]> {
  const page = await findUpTo(read, orders, workspaceId, { filters: { number }, limit: MOST })
  const found = page?.data ?? []
  // Where there is no order, another one is read: that takes about as long.
  const decoy = found.length > 0 ? [] : ((await findUpTo(read, orders, workspaceId, { limit: 1 }))?.data ?? [])
  const postcodes = ({ shippingAddress, billingAddress }: ShownObject) =>
    [shippingAddress, billingAddress].map((address) => (address as { postalCode?: string } | undefined)?.postalCode)
  const ids = matching([...found, ...decoy], plainPostcode(match), (order) => postcodes(order).map(plainPostcode))
  return ids.filter((id) => found.some((order) => order.id === id))
}

function plainPostcode(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\s-]+/g, '').toLowerCase()
}

/** The orders with the wanted value. Always the same number of comparisons. */
function matching(found: ShownObject[], wanted: string, valuesOf: (order: ShownObject) => unknown[]): string[] {
  const given = digest(wanted)
  const ids: string[] = []
  for (let index = 0; index < MOST; index++) {
    const order = found[index]
    const values = order ? valuesOf(order) : ['', '']
    const isEqual = values.filter((value) =>
      timingSafeEqual(
        given,
        digest(
          String(value ?? '')
            .trim()
            .toLowerCase(),
        ),
      ),
    )
    if (order && wanted !== '' && isEqual.length > 0) ids.push(order.id)
  }
  return ids
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
