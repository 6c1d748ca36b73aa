import { columnsByHeading } from '../headings.ts'
import type { JsonObject } from '../json-object.ts'
import type { JsonPreset, TablePreset } from './preset.ts'
import { shopifyCustomers } from './shopify-customers.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { shopifyOrdersJson } from './shopify-orders-json.ts'
import { shopifyProducts } from './shopify-products.ts'
import { missingColumns } from './table-mapping.ts'
import { woocommerceCustomerReport, woocommerceCustomers } from './woocommerce-customers.ts'
import { woocommerceCustomersJson, woocommerceOrdersJson, woocommerceProductsJson } from './woocommerce-json.ts'
import { woocommerceOrderReport, woocommerceOrders } from './woocommerce-orders.ts'
import { woocommerceProducts } from './woocommerce-products.ts'

/** The formats of tables. Of two that fit, the first one is meant. */
export const tablePresets: TablePreset[] = [
  shopifyOrders,
  shopifyProducts,
  shopifyCustomers,
  woocommerceProducts,
  woocommerceOrders,
  woocommerceOrderReport,
  woocommerceCustomers,
  woocommerceCustomerReport,
]

/** The formats of JSON files. */
export const jsonPresets: JsonPreset[] = [
  shopifyOrdersJson,
  woocommerceOrdersJson,
  woocommerceProductsJson,
  woocommerceCustomersJson,
]

/** How formats are named in commands; `none` is our own. */
export const formatNames = ['none', ...[...tablePresets, ...jsonPresets].map(({ name }) => name)]

/** The format with these columns; undefined for our own, and for a format that is not in the list. */
export function presetOfTable(headings: string[]): TablePreset | undefined {
  const columns = columnsByHeading(headings)
  if (columns.has('id') && columns.has('updatedat')) return undefined
  return tablePresets.find((preset) => missingColumns(preset, headings).length === 0)
}

export function presetOfJson(first: JsonObject, list: string): JsonPreset | undefined {
  return jsonPresets.find((preset) => preset.fits(first, list))
}

/** A format that a table nearly has. */
export interface NearPreset {
  preset: TablePreset
  missing: string[]
}

const MOST_NEAR = 2

/** The formats that a table has at least half of the columns of, the nearest first. */
export function nearPresets(headings: string[]): NearPreset[] {
  return tablePresets
    .map((preset) => ({ preset, missing: missingColumns(preset, headings) }))
    .filter(({ preset, missing }) => missing.length * 2 <= preset.needs.length)
    .toSorted(
      (one, other) => one.missing.length / one.preset.needs.length - other.missing.length / other.preset.needs.length,
    )
    .slice(0, MOST_NEAR)
}
