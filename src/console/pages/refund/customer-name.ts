import type { RefundView } from '../api-types.ts'
import { foreign } from '../parts/foreign.tsx'
import { en } from '../texts/en.ts'

const MOST = 20

/** The customer on a button: a name of a thousand letters would hide what the button does. */
export function customerName({ customerName, customerId }: Pick<RefundView, 'customerName' | 'customerId'>): string {
  const name = foreign(customerName || customerId || en.refund.nobody)
  return name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name
}
