import type { JsonObject } from '../json-object.ts'
import type { JsonPreset } from './preset.ts'
import { shopifyOrdersJson } from './shopify-orders-json.ts'
import { freshdeskTickets, gorgiasTickets, helpscoutTickets, zendeskTickets } from './tickets.ts'
import { woocommerceCustomersJson, woocommerceOrdersJson, woocommerceProductsJson } from './woocommerce-json.ts'

/** The formats of JSON files. */
export const jsonPresets: JsonPreset[] = [
  zendeskTickets,
  gorgiasTickets,
  freshdeskTickets,
  helpscoutTickets,
  shopifyOrdersJson,
  woocommerceOrdersJson,
  woocommerceProductsJson,
  woocommerceCustomersJson,
]

/** The format of the first object of a file; undefined for our own, and for a format that is not in the list. */
export function presetOfJson(first: JsonObject, list: string): JsonPreset | undefined {
  return jsonPresets.find((preset) => preset.fits(first, list))
}
