/** The server that a generated client calls. */
export interface Target {
  baseUrl: string
  secretKey: string
  publishableKey: string
}

export const order = {
  id: 'o_1001',
  updatedAt: '2026-03-01T09:30:00Z',
  currency: 'EUR',
  total: 4_400,
  placedAt: Date.parse('2026-02-27T18:04:11Z'),
  items: [{ id: 'l_1', title: 'Wool scarf', quantity: 1, unitPrice: 3_900 }],
}

export function expect(fact: unknown, what: string): void {
  if (!fact) throw new Error(`${what}: not what the server should have answered`)
}
