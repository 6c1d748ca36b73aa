import { createHash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { findUpTo } from '../lookup/list.ts'
import type { ShownObject } from '../objects/read.ts'
import { orders } from '../objects/types/order.ts'
import type { Tool, ToolContext } from './tool.ts'

const Proof = v.object({
  number: v.pipe(v.string(), v.maxLength(40)),
  /** The e-mail address of the order, or the postcode, as the settings ask for. */
  match: v.pipe(v.string(), v.maxLength(320)),
})

type Pair = v.InferOutput<typeof Proof>

/** Orders with one number that are compared. */
const MOST = 5

/**
 * The id of the order with this number and e-mail address or postcode; null if there is none, or if there were too many wrong pairs. A
 * wrong number, a wrong address and no such order give the same result after the same work.
 */
export const proveOrder: Tool<Pair, { orderId: string | null; isLimited: boolean }> = {
  name: 'prove_order',
  description: 'Checks whether a guest knows the number and the e-mail address (or postcode) of an order.',
  input: Proof,
  allowed: 'anyone',
  run: async (context, pair) => {
    const { guestOrders } = context.settings
    if (guestOrders === 'off') return { orderId: null, isLimited: false }
    const mayTry = await context.guests.mayTry(pair.number)
    const isEmail = guestOrders === 'number_and_email'
    const orderId = isEmail ? await byEmail(context, pair) : await byPostcode(context, pair)
    return mayTry ? { orderId, isLimited: false } : { orderId: null, isLimited: true }
  },
  // Guesses must not fill a log with addresses.
  logged: ({ number }) => ({ number }),
  objects: ({ orderId }) => (orderId === null ? [] : [`orders/${orderId}`]),
}

/** Found by both at once: an order with the number alone is not read, which would take longer than none. */
async function byEmail({ read, asker: { workspaceId } }: ToolContext, { number, match }: Pair): Promise<string | null> {
  const email = match.trim()
  const page = await findUpTo(read, orders, workspaceId, { filters: { number, email }, limit: MOST })
  return matching(page?.data ?? [], email.toLowerCase(), ({ email }) => [email])
}

async function byPostcode(
  { read, asker: { workspaceId } }: ToolContext,
  { number, match }: Pair,
): Promise<string | null> {
  const page = await findUpTo(read, orders, workspaceId, { filters: { number }, limit: MOST })
  const found = page?.data ?? []
  // Where there is no order, another one is read: that takes about as long.
  const decoy = found.length > 0 ? [] : ((await findUpTo(read, orders, workspaceId, { limit: 1 }))?.data ?? [])
  const postcodes = ({ shippingAddress, billingAddress }: ShownObject) =>
    [shippingAddress, billingAddress].map((address) => (address as { postalCode?: string } | undefined)?.postalCode)
  const id = matching([...found, ...decoy], plainPostcode(match), (order) => postcodes(order).map(plainPostcode))
  return found.some((order) => order.id === id) ? id : null
}

function plainPostcode(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\s-]+/g, '').toLowerCase()
}

/** The first order with the wanted value. Always the same number of comparisons. */
function matching(found: ShownObject[], wanted: string, valuesOf: (order: ShownObject) => unknown[]): string | null {
  const given = digest(wanted)
  let id: string | null = null
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
    if (order && wanted !== '' && isEqual.length > 0 && id === null) id = order.id
  }
  return id
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
