import { foreign } from './foreign.tsx'

/** An order as people call it: by its number, or by its id where it has none. */
export function orderName({
  orderNumber,
  orderId,
}: {
  orderNumber?: string | null | undefined
  orderId: string
}): string {
  return foreign(orderNumber || orderId)
}
