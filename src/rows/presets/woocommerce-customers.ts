import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { count, country, digits, email, money, text, time } from './readers.ts'
import { named } from './woocommerce-fields.ts'

/** The table of customers that WooCommerce's analytics export. */
export const woocommerceCustomerReport: TablePreset = {
  name: 'woocommerce-customer-report',
  label: 'WooCommerce customers (analytics)',
  type: 'customers',
  needs: [['Name'], ['Username'], ['Last active'], ['Email'], ['Orders'], ['Total spend']],
  key: ['Email'],
  ages: [time('Last active'), time('Sign up'), time('Date registered')],
  fields: {
    id: email('Email'),
    email: email('Email'),
    name: text('Name'),
    createdAt: time('Sign up', 'Date registered'),
    ordersCount: count('Orders'),
    totalSpent: money('Total spend'),
  },
  finish: (object, _, context) => {
    if (object.totalSpent !== undefined) put(object, 'totalSpentCurrency', context.currency)
  },
  lists: {
    addresses: {
      has: (cell) => cell('City') !== '' || cell('Country / Region', 'Country') !== '',
      fields: {
        city: text('City'),
        region: text('Region'),
        postalCode: digits('Postal code'),
        country: country('Country / Region', 'Country'),
      },
    },
  },
  notes: () => [
    'The file has no ids, so the e-mail address is the id. If you connect the shop later, these customers come again under other ids.',
  ],
}

/** Customers of WooCommerce as a table with the names of the REST API. */
export const woocommerceCustomers: TablePreset = {
  name: 'woocommerce-customers',
  label: 'WooCommerce customers',
  type: 'customers',
  needs: [['id', 'customer_id'], ['email', 'user_email'], ['first_name'], ['last_name'], named('billing', 'address_1')],
  key: ['id', 'customer_id'],
  ages: [time('date_modified'), time('date_created'), time('user_registered')],
  fields: {
    id: digits('id', 'customer_id'),
    email: email('email', 'user_email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: digits(...named('billing', 'phone')),
    createdAt: time('date_created', 'user_registered'),
  },
  finish: (object) => {
    const name = `${object.firstName ?? ''} ${object.lastName ?? ''}`.trim()
    if (name !== '') object.name = name
  },
  lists: {
    addresses: {
      has: (cell) => cell(...named('billing', 'address_1')) !== '' || cell(...named('billing', 'city')) !== '',
      fields: {
        company: text(...named('billing', 'company')),
        line1: text(...named('billing', 'address_1')),
        line2: text(...named('billing', 'address_2')),
        city: text(...named('billing', 'city')),
        region: text(...named('billing', 'state')),
        postalCode: digits(...named('billing', 'postcode')),
        country: country(...named('billing', 'country')),
        phone: digits(...named('billing', 'phone')),
      },
    },
  },
}
