import { DAY_MS, HOUR_MS } from '../lib/time.ts'
import type { SampleAddress, SampleCustomer } from './customers.ts'
import type { SampleProduct } from './products.ts'
import { iso, NOW, OPENING, type Random } from './repeatable.ts'

export interface SampleItem {
  id: string
  title: string
  quantity: number
  unitPrice: number
  productId: string
  variantId: string
  sku: string
  variantTitle: string
  imageUrl: string
  total: number
}

/** Amounts in cents, tax included: `total` is `subtotal` without the discount and with shipping. */
export interface SampleOrder {
  id: string
  updatedAt: string
  number: string
  customerId: string
  email: string
  status: string
  paymentStatus: string
  currency: 'EUR'
  subtotal: number
  discountTotal: number
  shippingTotal: number
  taxTotal: number
  total: number
  refundedTotal: number
  placedAt: string
  cancelledAt?: string
  cancelReason?: string
  deliveredAt?: string
  paymentMethod: string
  shippingMethod: string
  discountCodes: string[]
  shippingAddress: SampleAddress
  items: SampleItem[]
}

const COUNT = 500
/** The newest are not shipped yet. */
export const UNSHIPPED = 20
const CANCELLED = 38
/** The autumn sale of the last days. */
const RUSH = 60
const FREE_SHIPPING_FROM = 10_000
const SHIPPING = { Standard: 490, Express: 990 } as const
const VAT_PERCENT = 20

/** 500 orders, oldest first, with growing numbers: 20 new, 38 cancelled, all others to be shipped. */
export function sampleOrders(random: Random, customers: SampleCustomer[], products: SampleProduct[]): SampleOrder[] {
  const rush = NOW - 4 * DAY_MS
  const moment = () => random.int(OPENING, rush)
  const times = [
    ...Array.from({ length: COUNT - RUSH }, () => Math.max(moment(), moment())),
    ...Array.from({ length: RUSH }, () => random.int(rush, NOW - 2 * HOUR_MS)),
  ].sort((one, other) => one - other)
  const cancelled = new Set<number>()
  while (cancelled.size < CANCELLED) cancelled.add(random.int(0, COUNT - UNSHIPPED - 1))
  return times.map((time, index) => {
    const order = newOrder(random, index + 1, Math.floor(time / 1_000) * 1_000, random.pick(customers), products)
    if (index >= COUNT - UNSHIPPED)
      return { ...order, ...(random.chance(0.3) ? { status: 'pending', paymentStatus: 'pending' } : {}) }
    return cancelled.has(index) ? cancel(random, order) : order
  })
}

function newOrder(
  random: Random,
  number: number,
  placedAt: number,
  customer: SampleCustomer,
  products: SampleProduct[],
): SampleOrder {
  const items = sampleItems(random, products)
  const subtotal = items.reduce((sum, { total }) => sum + total, 0)
  const discountCodes = random.chance(0.12) ? ['WOOL10'] : []
  const discountTotal = discountCodes.length > 0 ? Math.round(subtotal / 10) : 0
  const shippingMethod = random.chance(0.2) ? 'Express' : 'Standard'
  const isFree = shippingMethod === 'Standard' && subtotal - discountTotal >= FREE_SHIPPING_FROM
  const shippingTotal = isFree ? 0 : SHIPPING[shippingMethod]
  const total = subtotal - discountTotal + shippingTotal
  const [shippingAddress] = customer.addresses
  if (!shippingAddress) throw new TypeError('A customer has an address')
  return {
    id: `order-${1000 + number}`,
    updatedAt: iso(placedAt),
    number: `#${1000 + number}`,
    customerId: customer.id,
    email: customer.email,
    status: 'processing',
    paymentStatus: 'paid',
    currency: 'EUR',
    subtotal,
    discountTotal,
    shippingTotal,
    taxTotal: Math.round((total * VAT_PERCENT) / (100 + VAT_PERCENT)),
    total,
    refundedTotal: 0,
    placedAt: iso(placedAt),
    paymentMethod: random.pick(['Visa', 'Mastercard', 'PayPal', 'Klarna', 'EPS']),
    shippingMethod,
    discountCodes,
    shippingAddress,
    items,
  }
}

function sampleItems(random: Random, products: SampleProduct[]): SampleItem[] {
  const variants = new Map<string, SampleItem>()
  const count = random.pick([1, 1, 1, 2, 2, 3, 4])
  while (variants.size < count) {
    const product = random.pick(products)
    const variant = random.pick(product.variants)
    const quantity = random.chance(0.85) ? 1 : random.int(2, 3)
    variants.set(variant.id, {
      id: `line-${variants.size + 1}`,
      title: product.title,
      quantity,
      unitPrice: variant.price,
      productId: product.id,
      variantId: variant.id,
      sku: variant.sku,
      variantTitle: variant.title,
      imageUrl: variant.imageUrl,
      total: quantity * variant.price,
    })
  }
  return [...variants.values()].map((item, index) => ({ ...item, id: `line-${index + 1}` }))
}

function cancel(random: Random, order: SampleOrder): SampleOrder {
  const cancelledAt = iso(Date.parse(order.placedAt) + random.int(1, 20) * HOUR_MS)
  return {
    ...order,
    updatedAt: cancelledAt,
    status: 'cancelled',
    paymentStatus: 'refunded',
    refundedTotal: order.total,
    cancelledAt,
    cancelReason: random.pick(['Customer changed their mind', 'Out of stock', 'Ordered twice']),
  }
}
