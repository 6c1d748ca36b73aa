import { choice, currency, id, money, text, time } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { orderHead } from '../../lookup/story/order.ts'
import { inReadingTurn, type ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'
import type { Reader } from '../../store/store.ts'
import { customerName } from '../customer-name.ts'

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
  payment: short('The payment status of an order.'),
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
  payment: 'paid',
  amount: 4_400,
  currency: 'EUR',
  at: '2026-02-27T18:04:11.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

type Facts = { [Name in 'title' | 'about' | 'status' | 'payment' | 'amount' | 'currency' | 'at']?: unknown }

/** What a row has of the types that don't just list their fields. */
const facts: Record<string, (object: ShownObject, customer: string | null) => Facts> = {
  customers: ({ name, firstName, lastName, email, phone, totalSpent, totalSpentCurrency, createdAt }) => ({
    title: name ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined),
    about: email ?? phone,
    amount: totalSpent,
    currency: totalSpentCurrency,
    at: createdAt,
  }),
  products: ({ title, vendor, category, status }) => ({ title, about: vendor ?? category, status }),
  orders: (order, customer) => {
    const { number, customerId, status, paymentStatus, total, currency, placedAt } = orderHead(order)
    return {
      title: number,
      about:
        customer ?? addressee(order.shippingAddress) ?? addressee(order.billingAddress) ?? order.email ?? customerId,
      status,
      payment: paymentStatus,
      amount: currency === null ? null : total,
      currency,
      at: placedAt,
    }
  },
  shipments: ({ trackingNumber, carrier, status, shippedAt }) => ({
    title: trackingNumber,
    about: carrier,
    status,
    at: shippedAt,
  }),
  tickets: ({ subject, number, customerName, email, status, createdAt }, customer) => ({
    title: subject ?? number,
    about: customerName ?? customer ?? email,
    status,
    at: createdAt,
  }),
}

const addressee = (address: unknown): unknown => (address as { name?: unknown } | undefined)?.name

function listedFacts([title = '', about = '']: string[] = [], shown: ShownObject): Facts {
  return { title: shown[title], about: shown[about], status: shown.status }
}

/** Rows of a list: who an order or ticket is of is shown by name, which is read of each customer once. */
export async function showNamedRows(
  reader: Reader,
  workspaceId: string,
  resource: Resource,
  objects: ShownObject[],
): Promise<object[]> {
  const names = new Map<unknown, string | null>()
  for (const { customerId } of objects)
    if (typeof customerId === 'string' && !names.has(customerId))
      names.set(customerId, await inReadingTurn(workspaceId, () => customerName(reader, workspaceId, customerId)))
  return objects.map((shown) => showRow(resource, shown, names.get(shown.customerId) ?? null))
}

/** @param customer the name of the customer whose it is, if that is known */
export function showRow({ name, listed }: Resource, shown: ShownObject, customer: string | null = null): object {
  const row = facts[name]?.(shown, customer) ?? listedFacts(listed, shown)
  const { title, about, status, payment, amount, currency, at } = row
  return {
    type: name,
    id: shown.id,
    title: cut(title),
    about: cut(about),
    status: cut(status),
    payment: cut(payment),
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
