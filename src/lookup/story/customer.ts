import type { Customer } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import { addressLine, dateRow, joined, moneyRow, type Section, textRow, withRows } from './section.ts'

export type StoredCustomer = Stored<Customer>
type NameFields = { [Field in 'name' | 'firstName' | 'lastName']?: string | null | undefined }

/** The name of a customer, by its fields; empty if the shop has pushed none. */
export function customerName({ name, firstName, lastName }: NameFields): string {
  return name ?? [firstName, lastName].filter(Boolean).join(' ')
}

/** Who a customer is, and what they are worth to the shop. */
export function customerSections(shown: ShownObject): Section[] {
  const customer = shown as StoredCustomer
  const { email, phone, locale, timezone, addresses = [], ordersCount } = customer
  return withRows(
    {
      name: 'about',
      title: 'Customer',
      rows: [
        { label: 'ID', kind: 'text', text: customer.id },
        ...textRow('E-mail', email),
        ...textRow('Phone', phone),
        ...textRow('Language', joined(locale, timezone)),
        ...addresses.flatMap((address) => textRow('Address', addressLine(address))),
        ...textRow('Note', customer.note),
        ...dateRow('Updated', customer.updatedAt),
      ],
    },
    {
      name: 'worth',
      title: 'Worth',
      rows: [
        ...moneyRow('Total spent', customer.totalSpent, customer.totalSpentCurrency),
        ...(ordersCount === undefined ? [] : textRow('Orders', String(ordersCount))),
        ...dateRow('Signed up', customer.createdAt),
      ],
    },
  )
}
