import { DAY_MS } from '../lib/time.ts'

/** One parcel of an order. Times in epoch milliseconds. */
export interface Parcel {
  status: string | null
  expectedAt: number | null
  expectedUntil: number | null
  deliveredAt: number | null
  /** Ids of the order's lines in the parcel; empty if the shop has not pushed them. */
  itemIds: string[]
}

/** How far an order is. Times in epoch milliseconds. */
export interface OrderProgress {
  status: string | null
  /** As pushed with the order, not with its parcels. */
  deliveredAt: number | null
  /** The shop's time of the order's newest version. */
  updatedAt: number
  parcels: Parcel[]
}

const ARRIVED_ORDERS: ReadonlySet<string | null> = new Set(['delivered', 'returned'])
const ENDED_PARCELS: ReadonlySet<string | null> = new Set(['delivered', 'lost', 'exception', 'returned_to_sender'])

/**
 * Whether the assistant may offer a refund by how far the order is: the order was delivered or returned; a parcel was delivered, lost or
 * sent back, has a problem, or is overdue; or the order was shipped without a parcel, and that is long ago. If the parcels say what is in
 * them, only those with one of the lines count.
 *
 * @param itemIds ids of the lines to refund; none for the whole order
 * @param assumeDeliveredAfterDays for shipped orders without parcels; null: such an order never counts as delivered
 */
export function isRefundDue(
  { status, deliveredAt, updatedAt, parcels }: OrderProgress,
  itemIds: string[],
  assumeDeliveredAfterDays: number | null,
  now: number,
): boolean {
  if (ARRIVED_ORDERS.has(status) || isOver(deliveredAt, now)) return true
  if (parcels.length === 0)
    // Nobody stores when the order was shipped. It was before its newest version, so a change can only make the wait longer.
    return (
      status === 'shipped' && assumeDeliveredAfterDays !== null && now > updatedAt + assumeDeliveredAfterDays * DAY_MS
    )
  const wanted = new Set(itemIds)
  const holdsOne = ({ itemIds }: Parcel) =>
    wanted.size === 0 || itemIds.length === 0 || itemIds.some((id) => wanted.has(id))
  return parcels
    .filter(holdsOne)
    .some((parcel) => ENDED_PARCELS.has(parcel.status) || isOver(parcel.deliveredAt, now) || isOverdue(parcel, now))
}

function isOver(at: number | null, now: number): boolean {
  return at !== null && at <= now
}

/**
 * Whether a parcel that was not delivered should have been: from the end of the last expected day on (UTC), since customers are shown the
 * day, and many shops only know the day.
 */
export function isOverdue(
  { status, expectedAt, expectedUntil }: Pick<Parcel, 'status' | 'expectedAt' | 'expectedUntil'>,
  now: number,
): boolean {
  const last = expectedUntil ?? expectedAt
  return status !== 'delivered' && last !== null && now >= (Math.floor(last / DAY_MS) + 1) * DAY_MS
}
