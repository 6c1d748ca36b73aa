import { gzipSync } from 'node:zlib'
import type { SampleOrder } from '../../src/sample-shop/orders.ts'
import { sampleShop } from '../../src/sample-shop/shop.ts'

/** The sample shop as files, in every form that `storewire import` reads. */
export interface SampleFile {
  name: string
  /** Unpacked. */
  text: string
}

export function sampleFiles(): SampleFile[] {
  const { customers, products, orders, shipments, tickets, articles } = sampleShop()
  return [
    { name: 'customers.ndjson', text: ndjson(customers) },
    { name: 'products.json', text: jsonArray(products) },
    { name: 'orders.csv', text: csv(orders) },
    { name: 'shipments.ndjson.gz', text: ndjson(shipments) },
    { name: 'tickets.json', text: jsonArray(tickets) },
    { name: 'articles.json', text: jsonArray(articles) },
  ]
}

export function bytesOf({ name, text }: SampleFile): Buffer {
  return name.endsWith('.gz') ? gzipSync(text, { level: 9 }) : Buffer.from(text)
}

const ndjson = (objects: object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('')
const jsonArray = (objects: object[]) => `[\n${objects.map((object) => JSON.stringify(object)).join(',\n')}\n]\n`

/** One line for each line item; the first one also has the order's own fields. */
function csv(orders: SampleOrder[]): string {
  const lines = orders.flatMap(({ items, ...order }) =>
    items.map((item, index) => ({
      ...flat(index === 0 ? order : { id: order.id }),
      ...flat({ items: item }),
    })),
  )
  const isOfItem = (column: string) => Number(column.startsWith('items.'))
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))].sort(
    (one, other) => isOfItem(one) - isOfItem(other),
  )
  const rows = lines.map((line) => columns.map((column) => cell(line[column] ?? '')).join(','))
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

/** Nested fields under dotted names, lists of texts with commas. */
function flat(object: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[prefix + name, Array.isArray(value) ? value.join(', ') : String(value)]],
    ),
  )
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
