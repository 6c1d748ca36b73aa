import type { LoadCall } from './load.ts'
import { benchOrder } from './orders.ts'

/**
 * The calls that shops make, the same each time for the same `from`: 70 % single pushes of all five types, a third of them updates of objects
 * pushed before, 20 % arrays of 25 orders, 10 % reads of the first customer pushed by calls from 0 (those calls themselves have no reads).
 * Together they carry about `objects` objects.
 */
export function mixedCalls(objects: number, from: number): LoadCall[] {
  const calls: LoadCall[] = []
  let carried = 0
  let number = from
  for (let turn = 0; carried < objects; turn++) {
    const kind = turn % 10
    if (kind === 3 || kind === 8) {
      calls.push(
        push(
          'orders',
          Array.from({ length: 25 }, () => benchOrder(number++)),
        ),
      )
      carried += 25
    } else if (kind === 6) {
      if (from > 0) calls.push({ path: `/customers/${idOf('customers', 0)}` })
    } else {
      const type = TYPES[turn % TYPES.length] as Type
      const isUpdate = turn % 3 === 0 && number > from
      const index = isUpdate ? from + ((turn * 7) % (number - from)) : number++
      calls.push(push(type, [objectOf(type, index, turn)]))
      carried++
    }
  }
  return calls
}

const TYPES = ['customers', 'products', 'orders', 'shipments', 'tickets'] as const
type Type = (typeof TYPES)[number]

function push(type: Type, data: object[]): LoadCall {
  return { path: `/${type}`, body: JSON.stringify({ data }) }
}

const idOf = (type: Type, index: number) => `${type}-${index}`
const START = Date.parse('2026-03-01T09:30:00.000Z')

/** @param turn later ones are newer */
function objectOf(type: Type, index: number, turn: number): object {
  const id = idOf(type, index)
  const updatedAt = new Date(START + turn).toISOString()
  const email = `customer-${index % 5_000}@example.com`
  const customerId = `customer-${index % 5_000}`
  switch (type) {
    case 'customers':
      return {
        id,
        updatedAt,
        email,
        name: `Customer ${index}`,
        tags: ['web'],
        totalSpent: index,
        totalSpentCurrency: 'EUR',
      }
    case 'products':
      return { id, updatedAt, title: `Product ${index}`, currency: 'EUR', variants: variantsOf(index) }
    case 'orders':
      return { ...benchOrder(index), id, updatedAt }
    case 'shipments':
      return {
        id,
        updatedAt,
        orderId: `order-${index}`,
        status: 'in_transit',
        carrier: 'DHL',
        trackingNumber: `JJD${index}`,
      }
    case 'tickets':
      return { id, updatedAt, subject: 'Where is my order?', email, customerId, messages: [messageOf(index)] }
  }
}

function variantsOf(index: number): object[] {
  return [1, 2, 3].map((size) => ({
    id: `v-${index}-${size}`,
    title: `Size ${size}`,
    sku: `S-${index}-${size}`,
    price: 3_950,
    stock: 7,
  }))
}

function messageOf(index: number): object {
  const author = { type: 'customer', name: `Customer ${index}` }
  return { id: 'm_1', createdAt: '2026-03-01T09:00:00.000Z', author, body: 'It should have been here by now.' }
}
