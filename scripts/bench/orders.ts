/** The id of the order number `index`. */
export function benchId(index: number): string {
  return `order-${index}-${((index * 2_654_435_761) >>> 0).toString(36)}`
}

/** The orders that benchmarks push: about 1 KB as JSON, three items each, fresh ids. */
export function benchOrder(index: number): object {
  const id = benchId(index)
  return {
    id,
    updatedAt: '2026-03-01T09:30:00.000Z',
    number: `#${100_000 + index}`,
    customerId: `customer-${index % 5_000}`,
    email: `customer-${index % 5_000}@example.com`,
    status: 'shipped',
    paymentStatus: 'paid',
    currency: 'EUR',
    total: 12_345,
    subtotal: 11_850,
    shippingTotal: 495,
    placedAt: '2026-02-27T18:04:11.000Z',
    shippingAddress: { name: 'Ada Lovelace', line1: 'Torstraße 1', city: 'Berlin', postalCode: '10119', country: 'DE' },
    tags: ['web', 'gift'],
    items: [1, 2, 3].map((line) => ({
      id: `${id}-${line}`,
      title: `A product with a title of usual length, number ${line}`,
      quantity: line,
      unitPrice: 3_950,
      sku: `SKU-${index % 700}-${line}`,
      productId: `product-${index % 700}`,
      variantId: `variant-${index % 700}-${line}`,
      imageUrl: `https://shop.example.com/images/${index % 700}-${line}.jpg`,
    })),
  }
}

/** Bodies of `perCall` orders each, `total` orders together, the first one numbered `from`. */
export function benchBodies(total: number, perCall: number, from = 0): string[] {
  return Array.from({ length: Math.ceil(total / perCall) }, (_, call) => {
    const data = Array.from({ length: perCall }, (_, index) => benchOrder(from + call * perCall + index))
    return JSON.stringify({ data })
  })
}
