import type { TestContext } from 'node:test'
import { type StorewireTest, type StorewireTestOptions, startStorewire } from '../../src/dev/testing.ts'
import { type Answer, type Api, client } from './server.ts'

export interface DevShop extends StorewireTest, Pick<Api, 'call' | 'push'> {
  /** Calls an address under /dev. */
  dev(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export const ORDER = {
  id: 'o1',
  updatedAt: '2026-02-20T10:00:00Z',
  currency: 'EUR',
  total: 5_000,
  items: [
    { id: 'l1', title: 'Mug', quantity: 2, unitPrice: 1_250 },
    { id: 'l2', title: 'Pot', quantity: 1, unitPrice: 2_500 },
  ],
}

/** What developers start in their tests, with an order; ends with the test. */
export async function startDevShop(t: TestContext, options: StorewireTestOptions = {}): Promise<DevShop> {
  const storewire = await startStorewire(options)
  t.after(storewire.stop)
  const api = client(storewire.baseUrl, storewire.secretKey)
  const dev = client(new URL('/dev', storewire.baseUrl).href, storewire.secretKey)
  await api.push('orders', [ORDER])
  return { ...storewire, ...api, dev: (method, path, json, headers = {}) => dev.call(method, path, { json, headers }) }
}
