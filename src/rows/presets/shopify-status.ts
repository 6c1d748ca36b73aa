/** What decides about the status of an order of Shopify. */
interface ShopifyFacts {
  isCancelled: boolean
  /** Shopify's word in small letters. */
  payment: string
  fulfillment: string
  /** All of its parcels have arrived. */
  isDelivered: boolean
}

/** The first that fits. */
export function shopifyStatus({ isCancelled, payment, fulfillment, isDelivered }: ShopifyFacts): string {
  if (isCancelled) return 'cancelled'
  if (payment === 'refunded') return 'refunded'
  if (isDelivered) return 'delivered'
  if (fulfillment === 'fulfilled') return 'shipped'
  if (fulfillment === 'partial') return 'partially_shipped'
  if (fulfillment === 'restocked') return 'returned'
  return payment === 'paid' || payment === 'authorized' ? 'processing' : 'pending'
}

const PAYMENTS = new Set([
  'pending',
  'authorized',
  'paid',
  'partially_paid',
  'partially_refunded',
  'refunded',
  'voided',
])

/** Shopify's words are ours, except `expired`. */
export function paymentStatusOf(word: string): string | undefined {
  const plain = word.toLowerCase().replace(/\s/g, '_')
  if (plain === 'expired') return 'voided'
  return PAYMENTS.has(plain) ? plain : undefined
}
