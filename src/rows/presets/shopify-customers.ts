import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { count, country, digits, email, list, money, text, yesNo } from './readers.ts'

const LINES = ['Default Address Address1', 'Address1']

/** Customers of Shopify: one row a customer, with an apostrophe before ids and postal codes. */
export const shopifyCustomers: TablePreset = {
  name: 'shopify-customers',
  label: 'Shopify customers',
  type: 'customers',
  needs: [
    ['First Name'],
    ['Last Name'],
    ['Email'],
    LINES,
    ['Accepts Email Marketing', 'Accepts Marketing'],
    ['Total Spent'],
  ],
  key: ['Customer ID', 'Email'],
  ages: [],
  fields: {
    id: digits('Customer ID', 'Email'),
    email: email('Email'),
    firstName: text('First Name'),
    lastName: text('Last Name'),
    phone: digits('Phone', 'Default Address Phone'),
    marketingConsent: yesNo('Accepts Email Marketing', 'Accepts Marketing'),
    totalSpent: money('Total Spent'),
    ordersCount: count('Total Orders'),
    note: text('Note'),
    tags: list('Tags'),
  },
  finish: (object, _, context) => {
    const name = [object.firstName, object.lastName].filter((part) => part !== undefined).join(' ')
    if (name !== '') object.name = name
    if (object.totalSpent !== undefined) put(object, 'totalSpentCurrency', context.currency)
  },
  lists: {
    addresses: {
      has: (cell) => cell(...LINES) !== '' || cell('Default Address City', 'City') !== '',
      fields: {
        company: text('Default Address Company', 'Company'),
        line1: text(...LINES),
        line2: text('Default Address Address2', 'Address2'),
        city: text('Default Address City', 'City'),
        region: text('Default Address Province Code', 'Province', 'Province Code'),
        postalCode: digits('Default Address Zip', 'Zip'),
        country: country('Default Address Country Code', 'Country Code', 'Country'),
        phone: digits('Default Address Phone'),
      },
      each: (address, _, { object }) => put(address, 'name', object.name),
    },
  },
  notes: (has) =>
    has('Customer ID')
      ? []
      : [
          'The file has no ids, so the e-mail address is the id. If you connect the shop later, these customers come again under other ids.',
        ],
}
