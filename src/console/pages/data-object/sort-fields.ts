import type { Type } from '../data/place.ts'

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
