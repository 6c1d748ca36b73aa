type Fields = Record<string, unknown>

const UPDATED_AT = '2026-03-01T09:00:00Z'

/** Small valid objects, so that each test names only the fields that matter. */
export const customer = (fields: Fields = {}): Fields => ({
  id: 'c1',
  updatedAt: UPDATED_AT,
  email: 'ada@example.com',
  ...fields,
})
export const product = (fields: Fields = {}): Fields => ({ id: 'p1', updatedAt: UPDATED_AT, title: 'Scarf', ...fields })
export const order = (fields: Fields = {}): Fields => ({
  id: 'o1',
  updatedAt: UPDATED_AT,
  number: '#1',
  status: 'pending',
  ...fields,
})
export const shipment = (fields: Fields = {}): Fields => ({ id: 's1', updatedAt: UPDATED_AT, orderId: 'o1', ...fields })
export const ticket = (fields: Fields = {}): Fields => ({
  id: 't1',
  updatedAt: UPDATED_AT,
  subject: 'Hello',
  ...fields,
})
export const article = (fields: Fields = {}): Fields => ({
  id: 'a1',
  updatedAt: UPDATED_AT,
  title: 'Returns',
  ...fields,
})
export const lineItem = (fields: Fields = {}): Fields => ({
  id: 'l1',
  title: 'Scarf',
  quantity: 1,
  unitPrice: 3900,
  ...fields,
})
export const message = (fields: Fields = {}): Fields => ({
  id: 'm1',
  createdAt: UPDATED_AT,
  author: { type: 'customer' },
  body: 'Where is my order?',
  ...fields,
})
