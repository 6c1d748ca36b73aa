import type * as v from 'valibot'
import { Customer } from './schemas/customer.ts'
import { Order } from './schemas/order.ts'
import { Product } from './schemas/product.ts'
import { Shipment } from './schemas/shipment.ts'
import { MAX_MESSAGES, Ticket } from './schemas/ticket.ts'

/** A pushed object after validation: times as epoch milliseconds, each `custom` as its JSON text, null where a field is to be cleared. */
export type PushedObject = { id: string; updatedAt: number } & Record<string, unknown>

const MIB = 1024 * 1024
/** Most bytes of one object, as the JSON that is stored: what one page of a list, one transaction and one message between threads can carry. */
const MAX_OBJECT_BYTES = 4 * MIB

/** One kind of object that a shop pushes: its name in addresses and tables, and all that sets it apart from the others. */
export interface Resource {
  name: 'customers' | 'products' | 'orders' | 'shipments' | 'tickets'
  /** One such object, in words. */
  noun: string
  schema: v.GenericSchema<unknown, PushedObject>
  /** Columns beside `data` that objects are found by, and the field that each repeats. */
  columns: Record<string, string>
  /** Most objects in one synchronous call (API reference, Limits). */
  maxPerCall: number
  /** Most objects in one bulk call; null where there is none. */
  maxPerBatch: number | null
  /** Most bytes of one pushed object, as the JSON that is stored. */
  maxBytes: number
  /** A second limit of one call, on the entries of a nested array in all its objects together. */
  maxNested?: { field: string; max: number }
}

export const customers: Resource = {
  name: 'customers',
  noun: 'customer',
  schema: Customer,
  columns: {},
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
}

export const products: Resource = {
  name: 'products',
  noun: 'product',
  schema: Product,
  columns: {},
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
}

export const orders: Resource = {
  name: 'orders',
  noun: 'order',
  schema: Order,
  columns: { customer_id: 'customerId' },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
}

export const shipments: Resource = {
  name: 'shipments',
  noun: 'shipment',
  schema: Shipment,
  columns: { order_id: 'orderId' },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
}

export const tickets: Resource = {
  name: 'tickets',
  noun: 'ticket',
  schema: Ticket,
  columns: { customer_id: 'customerId' },
  maxPerCall: 50,
  maxPerBatch: null,
  // A ticket comes with its whole thread.
  maxBytes: 2 * MAX_OBJECT_BYTES,
  maxNested: { field: 'messages', max: MAX_MESSAGES },
}

export const resources: Resource[] = [customers, products, orders, shipments, tickets]
