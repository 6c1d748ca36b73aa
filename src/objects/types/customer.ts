import { currency, email, flag, int, locale, longText, money, text, time } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { agentTags } from '../agent-tags.ts'
import { emailFilter, exactFilter, phoneFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { Address, identity, tags } from './shared-fields.ts'

export const Customer = object(
  'Customer',
  {
    ...identity,
    email: optional(email()),
    name: optional(text('Full name.')),
    firstName: optional(text()),
    lastName: optional(text()),
    phone: optional(text()),
    locale: optional(locale('Language as a BCP 47 tag, such as `de-AT`.')),
    timezone: optional(text('IANA time zone, such as `Europe/Vienna`.')),
    createdAt: optional(time('When the customer signed up.')),
    note: optional(longText()),
    tags: tags('Replaces all tags that were pushed before. Tags added by agents are kept.'),
    totalSpent: optional(money('Lifetime spend according to your system, in minor units of `totalSpentCurrency`.')),
    totalSpentCurrency: optional(currency('ISO 4217 code of `totalSpent`, required with it.')),
    ordersCount: optional(int('Lifetime number of orders according to your system.')),
    marketingConsent: optional(flag()),
    addresses: optional(list(Address, 50)),
  },
  { totalSpent: 'totalSpentCurrency' },
)

export const customers: Resource = {
  name: 'customers',
  noun: 'customer',
  about:
    'People who buy: contact data, consent, lifetime spend and number of orders. The `sub` of an identity token and the `customerId` of an order are the `id` of a customer.',
  schema: Customer,
  filters: [
    emailFilter({
      name: 'email',
      description: 'The e-mail address of the customer, in upper or lower case.',
      example: 'ada@example.com',
      storage: { column: 'email', entries: 'customers.email' },
    }),
    phoneFilter({
      name: 'phone',
      description: 'The telephone number: digits, optionally after `+` or `00`. Other characters are ignored.',
      example: '+44 20 7946 0958',
      storage: { column: 'phone', entries: 'customers.phone' },
    }),
    exactFilter({
      name: 'tag',
      field: 'tags',
      description: 'A tag of the customer, pushed or added by an agent.',
      example: 'vip',
      storage: { entries: 'tag', beside: { table: 'customer_agent_tags', column: 'tag', id: 'customer_id' } },
    }),
    exactFilter({
      name: 'segment',
      description: 'The id of a segment: customers that fit its rule now.',
      example: 'seg_0VbaoV8B0000GRiw6PwSfiY',
      storage: { elsewhere: true },
    }),
  ],
  searched: {
    names: ['name', 'firstName', 'lastName'],
    marks: ['email', 'tags[]', ...['name', 'company', 'city'].map((field) => `addresses[].${field}`)],
    body: [],
  },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: true,
  erasedBesides:
    'Also erases the conversations of the customer, ends their chat sessions, and cancels their refunds that wait for the customer or an agent. A customer who was never pushed can be erased too. Refunds are kept without note and conversation. Orders, shipments and tickets are not erased: erase them separately.',
  beside: agentTags,
  example: {
    id: 'c_81',
    updatedAt: '2026-03-01T09:30:00.000Z',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    locale: 'en-GB',
    tags: ['vip'],
    totalSpent: 48900,
    totalSpentCurrency: 'EUR',
    ordersCount: 7,
    custom: { loyaltyTier: 'gold' },
  },
}
