import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The times of a page as they are read, without the exact time that shows on hover. */
async function timesOf(page: Page, part = 'main'): Promise<string[]> {
  await page.locator(`${part} .moment`).first().waitFor()
  return page.locator(`${part} .moment`).evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''))
}

test('times of what happened are never ahead, whatever the clock of the browser says', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const { api } = shop
  const { clock } = api
  await shop.set(AUTOMATIC)
  const memberId = await addMember(api)
  const customer = await (await startWidget(api)).open('c1')
  await customer.call('POST', '/messages', { json: { text: 'My mug is broken' } })
  const refund = await shop.offer({ conversationId: customer.conversationId })
  const ahead = (ms: number) => new Date(clock.now() + ms).toISOString()
  await api.push('products', [
    { id: 'p1', updatedAt: ahead(8_000), title: 'Mug', variants: [{ id: 'v1', restockAt: ahead(49 * HOUR_MS) }] },
    { id: 'p2', updatedAt: ahead(5 * HOUR_MS), title: 'Cup' },
  ])
  clock.advance(-10 * MINUTE_MS)
  await api.push('products', [{ id: 'p3', updatedAt: clock.now(), title: 'Bowl' }])
  clock.advance(10 * MINUTE_MS)
  for (const [name, difference] of [
    ['behind', -20 * MINUTE_MS],
    ['ahead', 3 * 24 * HOUR_MS],
  ] as const) {
    await t.test(`the browser's clock is ${name}`, async () => {
      const { page, follow } = await pages.open(api, `/chats/${customer.conversationId}`, {
        memberId,
        prepare: (tab) => tab.clock.setFixedTime(clock.now() + difference),
      })
      await page
        .getByRole('link', { name: /My mug is broken/ })
        .getByText('now')
        .first()
        .waitFor()
      assert.deepEqual(new Set(await timesOf(page, '[role=log]')), new Set(['now']))
      await follow(`/refunds/${refund.id}`)
      await page.getByText('Expires').waitFor()
      const [expires, ...happened] = await timesOf(page)
      assert.equal(expires, 'in 1 hour')
      assert.deepEqual(new Set(happened), new Set(['now', '20 Feb']))
      await follow('/data/products')
      await page.getByText('Bowl').waitFor()
      // A list has absolute times, also of a shop whose clock is hours ahead.
      const listed = await page.locator('main time').allTextContents()
      assert.deepEqual(listed, ['1 Mar, 14:30', '1 Mar, 09:30', '1 Mar, 09:20'])
      await follow('/data/products/p1')
      await page
        .getByText(/again on 3 Mar/)
        .first()
        .waitFor()
      await page.context().close()
    })
  }
})

test('a new message that arrives while a page is open is not ahead of it', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const { api } = await startShop(t)
  const customer = await (await startWidget(api)).open('c1')
  await customer.call('POST', '/messages', { json: { text: 'My mug is broken' } })
  const { page } = await pages.open(api, `/chats/${customer.conversationId}`, {
    memberId: await addMember(api),
    prepare: (tab) => tab.clock.setFixedTime(api.clock.now()),
  })
  await page.getByRole('log').getByText('My mug is broken').waitFor()
  api.clock.advance(20_000)
  await customer.call('POST', '/messages', { json: { text: 'Can you help me?' } })
  await page.getByRole('log').getByText('Can you help me?').waitFor()
  const times = await timesOf(page, '[role=log]')
  assert.equal(times.at(-1), 'now', String(times))
  assert.ok(
    times.every((time) => !time.startsWith('in ')),
    String(times),
  )
})
