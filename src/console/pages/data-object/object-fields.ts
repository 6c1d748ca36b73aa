import type { Type } from '../data/place.ts'
import { data as t } from '../texts/en/data.ts'

/** What people call an object. */
export function titleOf(type: Type, object: Record<string, unknown>): string {
  const { name, number, subject, title, trackingNumber, email, id } = object
  const found = [name, number, subject, title, trackingNumber, email, id].find((one) => typeof one === 'string' && one)
  return `${t.nouns[type]} ${found}`
}

/** The name of a field as words: `placedAt` is shown with a space and a capital. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3 $2$4')
    .toLowerCase()
    .replace(/\b(id|url|sku)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What has a place of its own on the page, ids of other objects among it. */
const APART: Partial<Record<Type, string[]>> = {
  customers: ['tags'],
  orders: ['customerId'],
  shipments: ['orderId'],
  tickets: ['customerId', 'orderIds'],
  articles: ['body'],
}

interface Sorted {
  plain: Fields
  /** Objects within the object, such as an address. */
  groups: [name: string, fields: Fields][]
  /** Lists of objects, such as the lines of an order. */
  lists: [name: string, entries: Fields[]][]
}

/** Sorts the fields of an object by how they are shown; `custom` is shown by itself. */
export function sortFields(type: Type, object: Fields): Sorted {
  const sorted: Sorted = { plain: {}, groups: [], lists: [] }
  for (const [name, value] of Object.entries(object)) {
    if (name === 'custom' || value === null || APART[type]?.includes(name)) continue
    if (isFields(value)) sorted.groups.push([name, value])
    else if (Array.isArray(value) && value.some(isFields)) sorted.lists.push([name, value.filter(isFields)])
    else sorted.plain[name] = value
  }
  return sorted
}
