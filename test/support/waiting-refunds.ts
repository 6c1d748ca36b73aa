import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { addMember } from './console.ts'
import { customer, ORDER, type Shop, startShop } from './shop.ts'

/** A shop with a customer and twelve orders, `#1` to `#12`, and its owner. */
export async function startWaiting(t: TestContext) {
  const shop = await startShop(t)
  const { api } = shop
  const memberId = await addMember(api)
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Ada Lovelace' }])
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
  await api.push(
    'orders',
    numbers.map((number) => ({ ...ORDER, id: `order_${number}`, number: `#${number}`, updatedAt: 1 })),
  )
  /** How often the shop was asked to make a refund. */
  const creates = (id: string) =>
    shop.endpoint.requests.filter(({ body }) => body.type === 'refund.create' && body.data.actionId === id).length
  return { ...shop, memberId, creates, waiting: (number: number) => waiting(shop, `order_${number}`) }
}

/** A refund that the assistant offered, and its customer has confirmed. @returns its id */
async function waiting({ api, offer }: Shop, orderId: string): Promise<string> {
  const { id } = await offer({ orderId, lines: [{ itemId: 'l1', quantity: 1 }] })
  const ref = { workspaceId: api.workspaceId, id }
  const { status } = await api.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
  assert.equal(status, 'awaiting_approval')
  return id
}

/** Without the stream of events a page learns nothing by itself. */
export const withoutEvents = (page: Page) => page.route('**/api/events', (route) => route.abort())

/** The button of the dialog that approves. */
export const approving = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Refund / })

export const waitsFor = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
