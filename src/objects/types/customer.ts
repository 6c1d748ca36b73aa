import { currency, email, flag, int, locale, longText, money, text, time } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { agentTags } from '../agent-tags.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { Address } from './address.ts'
import { identity, tags } from './common.ts'

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
    tags: tags('Replaces the tags that were set through the API; tags added by agents are kept.'),
    totalSpent: optional(money('Lifetime spend as your system knows it, in minor units of `totalSpentCurrency`.')),
    totalSpentCurrency: optional(currency('ISO 4217 code for `totalSpent`; required beside it.')),
    ordersCount: optional(int('Lifetime number of orders as your system knows it.')),
    marketingConsent: optional(flag()),
    addresses: optional(list(Address, 50)),
  },
  { totalSpent: 'totalSpentCurrency' },
)

export const customers: Resource = {
  name: 'customers',
  noun: 'customer',
  schema: Customer,
  columns: {},
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: true,
  erasedBesides:
    'Also erases the chats of the customer, ends their chat sessions, and cancels their refunds that wait for somebody. A customer who was never pushed can be erased too. Refunds are kept without note and conversation; orders, shipments and tickets are objects of their own.',
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
