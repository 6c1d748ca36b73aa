import { choice, currency, id, money, text, time } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import type { ShownObject } from '../../objects/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'

export const typeNames = resources.map(({ name }) => name) as [string, ...string[]]

export const type = () => choice(typeNames, 'The type of the object.')

/** The type of a checked name. */
export function resourceNamed(name: string): Resource {
  const resource = resources.find((one) => one.name === name)
  if (!resource) throw new Error(`there is no type ${name}`)
  return resource
}

/** Most characters of a text of a row: a list of long texts can't be read, and must not be slow to load. */
const MOST_CHARACTERS = 200

const short = (about: string) => optional(text(about, MOST_CHARACTERS))

/** An object in a list. */
export const dataRow = object('DataRow', {
  type: type(),
  id: id(),
  title: short('What people call it: a name, number, title or subject.'),
  about: short('The next most useful fact, such as an e-mail address or a carrier.'),
  status: short('Its status, as pushed.'),
  amount: optional(money()),
  currency: optional(currency()),
  at: optional(time('When it was placed, sent, written or signed up.')),
  updatedAt: time(),
})

export const exampleRow = {
  type: 'orders',
  id: 'o_1001',
  title: '#1001',
  about: 'ada@example.com',
  status: 'shipped',
  amount: 4_400,
  currency: 'EUR',
  at: '2026-02-27T18:04:11.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

type Facts = { [Name in 'title' | 'about' | 'status' | 'amount' | 'currency' | 'at']?: unknown }

/** What a row has of the types that don't just list their fields. */
const facts: Record<string, (object: ShownObject) => Facts> = {
  customers: ({ name, firstName, lastName, email, phone, totalSpent, totalSpentCurrency, createdAt }) => ({
    title: name ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined),
    about: email ?? phone,
    amount: totalSpent,
    currency: totalSpentCurrency,
    at: createdAt,
  }),
  products: ({ title, vendor, category, status }) => ({ title, about: vendor ?? category, status }),
  orders: ({ number, email, customerId, status, total, currency, placedAt }) => ({
    title: number,
    about: email ?? customerId,
    status,
    amount: currency === undefined ? undefined : total,
    currency,
    at: placedAt,
  }),
  shipments: ({ trackingNumber, carrier, status, shippedAt }) => ({
    title: trackingNumber,
    about: carrier,
    status,
    at: shippedAt,
  }),
  tickets: ({ subject, number, customerName, email, status, createdAt }) => ({
    title: subject ?? number,
    about: customerName ?? email,
    status,
    at: createdAt,
  }),
}

function listedFacts([title = '', about = '']: string[] = [], shown: ShownObject): Facts {
  return { title: shown[title], about: shown[about], status: shown.status }
}

export function showRow({ name, listed }: Resource, shown: ShownObject): object {
  const { title, about, status, amount, currency, at } = facts[name]?.(shown) ?? listedFacts(listed, shown)
  return {
    type: name,
    id: shown.id,
    title: cut(title),
    about: cut(about),
    status: cut(status),
    amount: amount ?? null,
    currency: currency ?? null,
    at: at ?? null,
    updatedAt: shown.updatedAt,
  }
}

/** A cut must not leave half of a character. */
function cut(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.length <= MOST_CHARACTERS ? value : `${value.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`
}
