const STATUSES: Record<string, string> = {
  ...{ pending: 'pending', 'on-hold': 'pending', 'checkout-draft': 'pending', processing: 'processing' },
  ...{ completed: 'shipped', cancelled: 'cancelled', failed: 'cancelled', trash: 'cancelled', refunded: 'refunded' },
}

/** The status of an order of WooCommerce, also with the `wc-` of its database. A word of a plugin is an order that is worked on. */
export function woocommerceStatus(word: string): string {
  const plain = word.toLowerCase().replace(/^wc-/, '').replace(/\s/g, '-')
  return STATUSES[plain] ?? 'processing'
}

/** @param isPaid whether the order has a date at which it was paid */
export function woocommercePayment(isPaid: boolean, refunded: number, total: number): string {
  if (refunded > 0) return refunded >= total ? 'refunded' : 'partially_refunded'
  return isPaid ? 'paid' : 'pending'
}
