// Written by scripts/write-client-types.ts from the types of object that the server takes: change those, then run
// npm run write:client-types.

export interface Customer {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
  /** Full name. At most 2000 characters. */
  name?: string | null | undefined
  /** At most 2000 characters. */
  firstName?: string | null | undefined
  /** At most 2000 characters. */
  lastName?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
  /** Language as a BCP 47 tag, such as `de-AT`. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  locale?: string | null | undefined
  /** IANA time zone, such as `Europe/Vienna`. At most 2000 characters. */
  timezone?: string | null | undefined
  /** When the customer signed up. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt?: string | number | null | undefined
  /** At most 100000 characters. */
  note?: string | null | undefined
  /** Replaces all tags that were pushed before. Tags added by agents are kept. At most 250 entries. */
  tags?: string[] | null | undefined
  /** Lifetime spend according to your system, in minor units of `totalSpentCurrency`. A whole number from 0. */
  totalSpent?: number | null | undefined
  /** ISO 4217 code of `totalSpent`, required with it. Matches `^[A-Z]{3}$`. */
  totalSpentCurrency?: string | null | undefined
  /** Lifetime number of orders according to your system. A whole number from 0. */
  ordersCount?: number | null | undefined
  marketingConsent?: boolean | null | undefined
  /** At most 50 entries. */
  addresses?: Address[] | null | undefined
}

export interface Product {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** Name of the product in the URLs of your shop. At most 2000 characters. */
  handle?: string | null | undefined
  /** At most 100000 characters. */
  description?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** At most 2000 characters. */
  vendor?: string | null | undefined
  /** At most 2000 characters. */
  category?: string | null | undefined
  status?: 'active' | 'draft' | 'archived' | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** ISO 4217 code of the prices. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** At most 2000 entries. */
  variants?: Variant[] | null | undefined
}

export interface Order {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** Order number that the customer sees, such as `#1001`. At most 2000 characters. */
  number?: string | null | undefined
  /** Your id of the customer. A signed-in customer finds the order in the chat if the `sub` of the identity token is the same id. At most 255 characters, not `.` or `..`. */
  customerId?: string | null | undefined
  /** E-mail address the order was placed with. An e-mail address. */
  email?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
  status?:
    | 'pending'
    | 'processing'
    | 'partially_shipped'
    | 'shipped'
    | 'delivered'
    | 'cancelled'
    | 'refunded'
    | 'returned'
    | null
    | undefined
  paymentStatus?:
    | 'pending'
    | 'authorized'
    | 'paid'
    | 'partially_paid'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | null
    | undefined
  /** ISO 4217 code of every amount in the order. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  /** What the customer paid, in minor units. A whole number from 0. */
  total?: number | null | undefined
  /** In minor units. A whole number from 0. */
  subtotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  discountTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  shippingTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  taxTotal?: number | null | undefined
  /** In minor units. A whole number from 0. */
  refundedTotal?: number | null | undefined
  /** When the customer ordered. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  placedAt?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  cancelledAt?: string | number | null | undefined
  /** At most 2000 characters. */
  cancelReason?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  deliveredAt?: string | number | null | undefined
  /** End of the return period of this order. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  returnableUntil?: string | number | null | undefined
  /** Name shown to people, such as `Visa`. Never send card numbers or other credentials. At most 2000 characters. */
  paymentMethod?: string | null | undefined
  /** Name shown to people, such as `Express`. At most 2000 characters. */
  shippingMethod?: string | null | undefined
  /** At most 1000 entries. */
  discountCodes?: string[] | null | undefined
  shippingAddress?: Address | null | undefined
  billingAddress?: Address | null | undefined
  /** Page that shows the customer the status of the order. An http or https URL. */
  statusUrl?: string | null | undefined
  /** At most 100000 characters. */
  note?: string | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** At most 1000 entries. */
  items?: LineItem[] | null | undefined
}

export interface Shipment {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** Your id of the order. The order may be pushed later. At most 255 characters, not `.` or `..`. */
  orderId?: string | null | undefined
  status?:
    | 'label_created'
    | 'in_transit'
    | 'out_for_delivery'
    | 'delivered'
    | 'delayed'
    | 'exception'
    | 'lost'
    | 'returned_to_sender'
    | null
    | undefined
  /** At most 2000 characters. */
  carrier?: string | null | undefined
  /** The carrier's service, such as `Parcel Connect`. At most 2000 characters. */
  service?: string | null | undefined
  /** At most 2000 characters. */
  trackingNumber?: string | null | undefined
  /** An http or https URL. */
  trackingUrl?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  shippedAt?: string | number | null | undefined
  /** Expected delivery, or the start of the window. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  estimatedDeliveryAt?: string | number | null | undefined
  /** End of the expected delivery window. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  estimatedDeliveryUntil?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  deliveredAt?: string | number | null | undefined
  destination?: Address | null | undefined
  /** At most 1000 entries. */
  items?: ShippedItem[] | null | undefined
  /** At most 500 entries. */
  events?: TrackingEvent[] | null | undefined
}

export interface Ticket {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  number?: string | null | undefined
  /** At most 2000 characters. */
  subject?: string | null | undefined
  status?: 'open' | 'pending' | 'solved' | 'closed' | null | undefined
  channel?: 'email' | 'chat' | 'phone' | 'sms' | 'social' | 'web' | 'other' | null | undefined
  /** At most 255 characters, not `.` or `..`. */
  customerId?: string | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
  /** At most 2000 characters. */
  customerName?: string | null | undefined
  /** At most 1000 entries. */
  orderIds?: string[] | null | undefined
  /** At most 2000 characters. */
  assignee?: string | null | undefined
  priority?: 'low' | 'normal' | 'high' | 'urgent' | null | undefined
  /** At most 2000 characters. */
  language?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** At most 250 entries. */
  tags?: string[] | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt?: string | number | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  closedAt?: string | number | null | undefined
  /** Rating by the customer. A whole number from 1 to 5. */
  rating?: number | null | undefined
  /** At most 2000 entries. */
  messages?: Message[] | null | undefined
}

export interface Article {
  /** Your own id of the object. Pushing the same id again updates it. At most 255 characters, not `.` or `..`. */
  id: string
  /** When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  updatedAt: string | number
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** Plain text or Markdown, at most 64 KiB in UTF-8. At most 65536 characters. */
  body?: string | null | undefined
  /** Language as a BCP 47 tag, such as `de-AT`. Matches `^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`. */
  language?: string | null | undefined
  topic?: 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other' | null | undefined
  /** The page of the article in your shop. An http or https URL. */
  url?: string | null | undefined
  /** Whether the assistant also hands over to people after it has shown the page. Left out: it does not. */
  callPerson?: boolean | null | undefined
  /** Customers never see a `draft`. An article without a status counts as `published`. */
  status?: 'published' | 'draft' | null | undefined
}

export interface UpsertResult {
  /** The id that was pushed. At most 255 characters. */
  id: string
  /** `stale`: the stored copy is as new or newer, so nothing was changed. */
  status: 'created' | 'updated' | 'stale'
  /** Fields that were not stored, such as `colour` or `items[].colour`: unknown ones, and empty strings in e-mail, URL, time and country fields. Absent if there are none. At most 100 entries. */
  ignored?: string[] | undefined
}

export interface Backfill {
  /** At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  label: string | null
  /** `open`: accepts batches. `closed`: accepts no more batches. `done`: all received objects are processed. `failed`: processing has ended and at least one batch failed. */
  status: 'open' | 'closed' | 'done' | 'failed'
  /** From 0 to 1: objects processed of those received so far. */
  progress: number
  /** A whole number from 0. */
  received: number
  /** A whole number from 0. */
  processed: number
  results: UpsertCounts
  batches: BatchCounts
  /** When the backfill was opened. ISO-8601 in UTC. */
  createdAt: string
  /** When the backfill was closed. ISO-8601 in UTC. */
  closedAt: string | null
  /** When the backfill became `done` or `failed`. ISO-8601 in UTC. */
  finishedAt: string | null
  erasure: BackfillErasure | null
}

export interface Address {
  /** At most 2000 characters. */
  name?: string | null | undefined
  /** At most 2000 characters. */
  company?: string | null | undefined
  /** At most 2000 characters. */
  line1?: string | null | undefined
  /** At most 2000 characters. */
  line2?: string | null | undefined
  /** At most 2000 characters. */
  city?: string | null | undefined
  /** State, province or county. At most 2000 characters. */
  region?: string | null | undefined
  /** At most 2000 characters. */
  postalCode?: string | null | undefined
  /** ISO 3166-1 alpha-2 code. Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /** At most 2000 characters. */
  phone?: string | null | undefined
}

export interface Variant {
  /** Your own id of the variant. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title?: string | null | undefined
  /** At most 2000 characters. */
  sku?: string | null | undefined
  /** At most 2000 characters. */
  barcode?: string | null | undefined
  /** In minor units. A whole number from 0. */
  price?: number | null | undefined
  /** Price before a reduction, in minor units. A whole number from 0. */
  compareAtPrice?: number | null | undefined
  /** ISO 4217 code. Default: the currency of the product. Matches `^[A-Z]{3}$`. */
  currency?: string | null | undefined
  inStock?: boolean | null | undefined
  /** Units in stock; negative when oversold, null when not tracked. */
  stock?: number | null | undefined
  allowBackorder?: boolean | null | undefined
  /** When the variant is expected back in stock. ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  restockAt?: string | number | null | undefined
  /** A whole number from 0. */
  weightGrams?: number | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** Option names and values, such as `{"Size": "M"}`. */
  options?: Record<string, string> | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface LineItem {
  /** Your own id of the line, unique within its order. At most 255 characters. */
  id: string
  /** At most 2000 characters. */
  title: string
  /** Units bought. A whole number from 1. */
  quantity: number
  /** In minor units. A whole number from 0. */
  unitPrice: number
  /** At most 255 characters, not `.` or `..`. */
  productId?: string | null | undefined
  /** At most 255 characters. */
  variantId?: string | null | undefined
  /** At most 2000 characters. */
  sku?: string | null | undefined
  /** At most 2000 characters. */
  variantTitle?: string | null | undefined
  /** An http or https URL. */
  url?: string | null | undefined
  /** An http or https URL. */
  imageUrl?: string | null | undefined
  /** In minor units. A whole number from 0. */
  total?: number | null | undefined
  /** In minor units. A whole number from 0. */
  discount?: number | null | undefined
  /** In minor units. A whole number from 0. */
  tax?: number | null | undefined
  refundable?: boolean | null | undefined
  /** A whole number from 0. */
  fulfilledQuantity?: number | null | undefined
  /** A whole number from 0. */
  refundedQuantity?: number | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface ShippedItem {
  /** The order line's `id`. At most 255 characters. */
  itemId: string
  /** Units in this shipment. A whole number from 1. */
  quantity: number
}

export interface TrackingEvent {
  /** At most 255 characters. */
  id?: string | null | undefined
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  occurredAt: string | number
  status?:
    | 'label_created'
    | 'in_transit'
    | 'out_for_delivery'
    | 'delivered'
    | 'delayed'
    | 'exception'
    | 'lost'
    | 'returned_to_sender'
    | null
    | undefined
  /** The status in the carrier's own words. At most 2000 characters. */
  rawStatus?: string | null | undefined
  /** At most 2000 characters. */
  description?: string | null | undefined
  /** At most 2000 characters. */
  location?: string | null | undefined
  /** At most 2000 characters. */
  city?: string | null | undefined
  /** At most 2000 characters. */
  region?: string | null | undefined
  /** Matches `^[A-Z]{2}$`. */
  country?: string | null | undefined
  /** At most 2000 characters. */
  postalCode?: string | null | undefined
  /** Your own fields, stored unchanged and hidden from the assistant by default. At most 32 KiB of JSON, with at most 32 levels. */
  custom?: Record<string, unknown> | null | undefined
}

export interface Message {
  /** At most 255 characters. */
  id: string
  /** ISO-8601 with a time zone, or epoch milliseconds; responses always have ISO-8601 in UTC. */
  createdAt: string | number
  author: Author
  /** At most 100000 characters. */
  body: string
  /** Whether the message is an internal note for agents. Default: false. */
  internal?: boolean | null | undefined
  /** At most 50 entries. */
  attachments?: Attachment[] | null | undefined
}

export interface UpsertCounts {
  /** A whole number from 0. */
  created: number
  /** A whole number from 0. */
  updated: number
  /** A whole number from 0. */
  stale: number
}

export interface BatchCounts {
  /** A whole number from 0. */
  pending: number
  /** A whole number from 0. */
  processing: number
  /** A whole number from 0. */
  done: number
  /** A whole number from 0. */
  failed: number
}

export interface BackfillErasure {
  /** Objects erased so far. A whole number from 0. */
  erased: number
  /** ISO-8601 in UTC. */
  startedAt: string
  /** ISO-8601 in UTC. */
  endedAt: string | null
}

export interface Author {
  type: 'customer' | 'agent' | 'bot' | 'system'
  /** At most 2000 characters. */
  name?: string | null | undefined
  /** An e-mail address. */
  email?: string | null | undefined
}

export interface Attachment {
  /** At most 2000 characters. */
  name: string
  /** An http or https URL. */
  url: string
  /** At most 2000 characters. */
  contentType?: string | null | undefined
  /** In bytes. A whole number from 0. */
  size?: number | null | undefined
}

/** What a list of customers can be narrowed down by; several are joined by AND. */
export interface CustomerFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** The e-mail address of the customer, in upper or lower case. At most 2000 characters. */
  email?: string | undefined
  /** The telephone number: digits, optionally after `+` or `00`. Other characters are ignored. At most 2000 characters. */
  phone?: string | undefined
  /** A tag of the customer, pushed or added by an agent. At most 2000 characters. */
  tag?: string | undefined
  /** The id of a segment: customers that fit its rule now. At most 2000 characters. */
  segment?: string | undefined
}

/** What a list of products can be narrowed down by; several are joined by AND. */
export interface ProductFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** The SKU of one of the variants. At most 2000 characters. */
  sku?: string | undefined
  /** The status of the product. */
  status?: 'active' | 'draft' | 'archived' | undefined
}

/** What a list of orders can be narrowed down by; several are joined by AND. */
export interface OrderFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** Your id of the customer. At most 2000 characters. */
  customerId?: string | undefined
  /** The e-mail address the order was placed with, in upper or lower case. At most 2000 characters. */
  email?: string | undefined
  /** The order number, with or without `#` and spaces. At most 2000 characters. */
  number?: string | undefined
  /** The status of the order. */
  status?:
    | 'pending'
    | 'processing'
    | 'partially_shipped'
    | 'shipped'
    | 'delivered'
    | 'cancelled'
    | 'refunded'
    | 'returned'
    | undefined
  /** Only orders that were placed at this time or later: ISO-8601 with a time zone, or epoch milliseconds. */
  placedSince?: string | number | undefined
}

/** What a list of shipments can be narrowed down by; several are joined by AND. */
export interface ShipmentFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** Your id of the order. At most 2000 characters. */
  orderId?: string | undefined
  /** The tracking number, with or without spaces. At most 2000 characters. */
  trackingNumber?: string | undefined
  /** The status of the shipment. */
  status?:
    | 'label_created'
    | 'in_transit'
    | 'out_for_delivery'
    | 'delivered'
    | 'delayed'
    | 'exception'
    | 'lost'
    | 'returned_to_sender'
    | undefined
}

/** What a list of tickets can be narrowed down by; several are joined by AND. */
export interface TicketFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** Your id of the customer. At most 2000 characters. */
  customerId?: string | undefined
  /** The e-mail address of the customer, in upper or lower case. At most 2000 characters. */
  email?: string | undefined
  /** The status of the ticket. */
  status?: 'open' | 'pending' | 'solved' | 'closed' | undefined
}

/** What a list of articles can be narrowed down by; several are joined by AND. */
export interface ArticleFilters {
  /** Only objects whose `updatedAt` is this time or later. ISO-8601 with a time zone, or epoch milliseconds. */
  updatedSince?: string | number | undefined
  /** The topic of the article. */
  topic?: 'returns' | 'shipping' | 'payment' | 'warranty' | 'contact' | 'other' | undefined
  /** The status of the article. */
  status?: 'published' | 'draft' | undefined
}
