/*
 * Cards beside the text of a message: what the text says, to look at. They are stored with the message as JSON, and deleted with it. The
 * card of a refund has the state that the refund has now, which is not stored with the message.
 */

export const cardTypes = ['order', 'products', 'refund'] as const
export const orderSteps = ['placed', 'shipped', 'delivered'] as const
export const cardAvailabilities = ['in_stock', 'low', 'out', 'backorder', 'unknown'] as const

/** Most cards of one message. */
export const MOST_CARDS = 3
/** Most products, parcels, and titles on one card. */
export const MOST_PRODUCTS = 6
export const MOST_PARCELS = 5
export const MOST_TITLES = 8
/** Most options of a product on a card. */
export const MOST_OPTIONS = 12

/** Times are ISO-8601 in UTC; null if they are not known, or not for guests. */
export interface OrderCard {
  number: string
  status: string | null
  steps: { step: (typeof orderSteps)[number]; isDone: boolean; at: string | null }[]
  titles: string[]
  parcels: {
    status: string | null
    carrier: string | null
    expectedAt: string | null
    expectedUntil: string | null
    deliveredAt: string | null
    url: string | null
  }[]
}

export interface ProductCard {
  id: string
  title: string
  /** An address of a listed host, or a path of this server; null for a tile. */
  picture: string | null
  /** The lowest price, in minor units. */
  price: number | null
  currency: string | null
  hasOtherPrices: boolean
  availability: (typeof cardAvailabilities)[number]
  url: string | null
  options: string[]
}

export interface RefundCard {
  actionId: string
  orderNumber: string
  /** In minor units. */
  amount: number
  currency: string
  lines: { title: string; quantity: number }[]
  /** Not stored. */
  status?: string | null
}

export type Card =
  | { type: 'order'; order: OrderCard }
  | { type: 'products'; products: ProductCard[] }
  | { type: 'refund'; refund: RefundCard }

/** The refund on the cards of a message; null without one. */
export function refundOf(cards: Card[]): string | null {
  return cards.find((card) => card.type === 'refund')?.refund.actionId ?? null
}

/** Stored cards as they are shown. @param refundStatus of the refund of the message now; null if it has none */
export function shownCards(stored: string, refundStatus: string | null): Card[] {
  const cards = JSON.parse(stored) as Card[]
  return cards.map((card) =>
    card.type === 'refund' ? { ...card, refund: { ...card.refund, status: refundStatus } } : card,
  )
}
