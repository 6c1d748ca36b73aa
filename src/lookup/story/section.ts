import type { Address } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'

/** What happens to every parcel, in this order. */
export const stepNames = ['label', 'on_its_way', 'out_for_delivery', 'delivered'] as const

export interface ParcelStep {
  name: (typeof stepNames)[number]
  /** ISO 8601; null if it is not known when. */
  at: string | null
  isDone: boolean
}

/** A fact about an object. Amounts in minor units, times as ISO 8601. */
export type FactRow = { label: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'state'; text: string }
  /** Without a currency the amount is a number of minor units. */
  | { kind: 'money'; amount: number; currency: string | null }
  /** When something happened, or is planned; `until` is the end of a window. */
  | { kind: 'date'; at: string; until: string | null; isPlanned: boolean; text: string | null }
  /** A page of somebody else: only `http` and `https`. */
  | { kind: 'link'; text: string; url: string }
  /** Another object of the shop. */
  | { kind: 'object'; text: string; type: string; id: string }
  | { kind: 'steps'; steps: ParcelStep[] }
  | ({ kind: 'line' } & LineFacts)
  | ({ kind: 'variant' } & VariantFacts)
)

/** A line of an order; `label` is its title. */
export interface LineFacts {
  id: string
  /** Its variant, then its SKU. */
  text: string | null
  quantity: number
  refunded: number
  unitPrice: number
  /** Null if it is too large to be a number. */
  total: number | null
  currency: string | null
  picture: string | null
  productId: string | null
  /** The numbers of the parcels that it is in, from 1, with how many of it. */
  parcels: { number: number; quantity: number }[]
}

/** A variant of a product; `label` is its title. */
export interface VariantFacts {
  id: string
  sku: string | null
  price: number | null
  /** Before a reduction. */
  earlierPrice: number | null
  currency: string | null
  picture: string | null
  /** `in_stock`, `low_stock`, `backorder` or `sold_out`. */
  state: string
  /** Units; null if they are not counted. */
  stock: number | null
  restockAt: string | null
}

/** Facts that belong together. */
export interface Section {
  name: 'about' | 'parcel' | 'lines' | 'bill' | 'customer' | 'address' | 'variants' | 'worth'
  title: string
  rows: FactRow[]
  /** Rows that few readers need: folded, or left out. */
  more?: FactRow[]
}

/** The row of a text; none without one. */
export function textRow(label: string, text: string | undefined | null): FactRow[] {
  return text ? [{ label, kind: 'text', text }] : []
}

export function moneyRow(label: string, amount: number | undefined, currency: string | undefined): FactRow[] {
  return amount === undefined ? [] : [{ label, kind: 'money', amount, currency: currency ?? null }]
}

export function dateRow(
  label: string,
  at: string | undefined | null,
  {
    until,
    isPlanned = false,
    text,
  }: { until?: string | undefined | null; isPlanned?: boolean; text?: string | undefined } = {},
): FactRow[] {
  return at === undefined || at === null
    ? []
    : [{ label, kind: 'date', at, until: until ?? null, isPlanned, text: text ?? null }]
}

/** The address of a page; null for anything else that a shop may have pushed as one. */
export function pageAddress(url: string | undefined | null): string | null {
  return url && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : null
}

export function linkRow(label: string, url: string | undefined | null): FactRow[] {
  const address = pageAddress(url)
  return address === null ? [] : [{ label, kind: 'link', text: address, url: address }]
}

/** The known parts, joined with commas. */
export function joined(...parts: (string | undefined | null)[]): string {
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(', ')
}

export function addressLine(address: Stored<Partial<Address>> | undefined): string {
  const { name, company, line1, line2, postalCode, city, region, country } = address ?? {}
  return joined(name, company, line1, line2, [postalCode, city].filter(Boolean).join(' '), region, country)
}

/** The sections that have a row. */
export function withRows(...sections: Section[]): Section[] {
  return sections.filter(({ rows }) => rows.length > 0)
}
