import { columnsByHeading, plainHeading } from '../headings.ts'
import { medusaProducts } from './medusa.ts'
import type { TablePreset } from './preset.ts'
import { prestashopCustomers, prestashopOrders, prestashopProducts } from './prestashop.ts'
import { shopifyCustomers } from './shopify-customers.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { shopifyProducts } from './shopify-products.ts'
import { shopwareCustomers, shopwareProducts } from './shopware.ts'
import { missingColumns } from './table-mapping.ts'
import { woocommerceCustomerReport, woocommerceCustomers } from './woocommerce-customers.ts'
import { woocommerceOrderReport, woocommerceOrders } from './woocommerce-orders.ts'
import { woocommerceProducts } from './woocommerce-products.ts'

/** The formats of tables. Of two that fit, the first one is meant. */
export const tablePresets: TablePreset[] = [
  shopwareProducts,
  shopwareCustomers,
  prestashopProducts,
  prestashopOrders,
  prestashopCustomers,
  medusaProducts,
  shopifyOrders,
  shopifyProducts,
  shopifyCustomers,
  woocommerceProducts,
  woocommerceOrders,
  woocommerceOrderReport,
  woocommerceCustomers,
  woocommerceCustomerReport,
]

/** The format with these columns; undefined for our own, and for a format that is not in the list. */
export function presetOfTable(headings: string[]): TablePreset | undefined {
  const columns = columnsByHeading(headings)
  if (columns.has('id') && columns.has('updatedat')) return undefined
  return tablePresets.find((preset) => missingColumns(preset, headings).length === 0)
}

/** Columns of the tables that help desks export: of each ticket they have one row, and nothing of what was written. */
const TICKET_TABLES = [
  ['Ticket ID', 'Subject', 'Status'],
  ['Id', 'Subject', 'Requester', 'Status'],
  ['Ticket id', 'Ticket subject', 'Ticket status'],
  ['Conversation ID', 'Subject', 'Status'],
  ['Number', 'Subject', 'Mailbox', 'Status'],
]

/** Whether a table is the report of a help desk, which can't be imported: it has no messages. */
export function isTicketReport(headings: string[]): boolean {
  const columns = columnsByHeading(headings)
  if (columns.has('updatedat') || headings.some((heading) => plainHeading(heading).startsWith('messages.')))
    return false
  return TICKET_TABLES.some((names) => names.every((name) => columns.has(plainHeading(name))))
}

/** What people read who have such a table. */
export const TICKET_REPORT =
  'it is a table of tickets without what was written in them: export the tickets as JSON, with their messages'

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
