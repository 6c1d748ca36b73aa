import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { type ConsolePages, looksOf, ownComplaints, startPages } from '../support/console-page.ts'
import { type Api, startServer, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Layout shifts of a page that nobody asked for, as browsers score them. */
const countShifts = (page: Page) =>
  page.addInitScript(`globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })`)

const loaded = async (page: Page) => {
  await page.locator('h1:focus').waitFor()
  await until(async () => (await page.locator('.loading').count()) === 0)
}

/** Writes a picture for people to look at: `SCREENSHOTS=FOLDER node --test test/console/story-pages.test.ts`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A server with the sample shop, and a member whose browser is in it. */
async function startSample(t: TestContext): Promise<{ api: Api; pages: ConsolePages; memberId: string }> {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const memberId = await addMember(api, { isOperator: true })
  return { api, pages: await startPages(t), memberId }
}

/** Opens a page of the sample shop. */
async function openSample({ api, pages, memberId }: Awaited<ReturnType<typeof startSample>>, path: string) {
  const opened = await pages.open(api, '/', { memberId, prepare: countShifts })
  await loaded(opened.page)
  await opened.page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  await opened.page.goto(new URL(`/console${path}`, api.baseUrl).href)
  await loaded(opened.page)
  return opened
}

const PLACES = {
  order: '/data/orders/order-1441',
  customer: '',
  product: '/data/products/prod-3',
  parcel: '/data/shipments/ship-413',
  ticket: '/data/tickets/ticket-40',
}
const WITH_PICTURES = ['order', 'product']
/** For people to look at, there are more. */
const WIDTHS = process.env.SCREENSHOTS ? [320, 390, 1280, 1440] : [320, 1440]

test('pages of an order, a customer, a product, a parcel and a ticket: nothing jumps, and everybody can read them', {
  skip: noBrowser,
}, async (t) => {
  const shop = await startSample(t)
  const { page, complaints, checkAccess, strangers } = await openSample(shop, PLACES.order)
  const heading = page.locator('.page-head')
  await heading.getByText('Order #1441').waitFor()
  PLACES.customer = new URL(
    (await page.locator('a[href*="/data/customers/"]').first().getAttribute('href')) ?? '',
    page.url(),
  ).pathname.replace('/console', '')
  for (const [name, path] of Object.entries(PLACES))
    for (const { size: width, theme } of looksOf(WIDTHS)) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(new URL(`/console${path}`, shop.api.baseUrl).href)
      await loaded(page)
      if (WITH_PICTURES.includes(name)) await page.locator('img.picture').first().waitFor()
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate<number[]>('globalThis.shifts')
      const sum = shifts.reduce((all, one) => all + one, 0)
      assert.ok(sum < 0.02, `${name} jumps by ${sum}`)
      await checkAccess()
      await picture(page, `${name}-${theme}-${width}`)
    }
  assert.deepEqual(
    [ownComplaints(complaints), strangers],
    [[], []],
    'the pictures of the sample shop are of this server',
  )
})

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze mit Futter '.repeat(4)

test('an order of any kind is shown: cancelled, refunded, with 1,000 lines, long titles and other currencies', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const pages = await startPages(t)
  const memberId = await addMember(api, { role: 'agent' })
  const at = { updatedAt: api.clock.now(), placedAt: api.clock.now() - 86_400_000 }
  const line = { id: 'l1', title: LONG, variantTitle: LONG, quantity: 12, unitPrice: 123_456 }
  await api.push('orders', [
    { ...at, id: 'none', customerId: 'c_9' },
    { ...at, id: 'cancelled', number: '#2', status: 'cancelled', cancelledAt: at.placedAt, cancelReason: LONG },
    {
      ...{ ...at, id: 'refunded', number: `#${'9'.repeat(60)}`, status: 'refunded', paymentStatus: 'refunded' },
      ...{ currency: 'JPY', subtotal: 1_481_472, total: 1_481_472, refundedTotal: 1_481_472 },
      items: [{ ...line, refundedQuantity: 12 }],
    },
    {
      ...{ ...at, id: 'large', number: '#4', currency: 'KWD', total: 123_456_000 },
      items: Array.from({ length: 1_000 }, (_, index) => ({ ...line, id: `l${index}`, title: `Sock ${index}` })),
    },
  ])
  const event = { occurredAt: at.placedAt, status: 'exception', description: LONG, city: LONG }
  await api.push(
    'shipments',
    ['lost', 'in_transit', 'returned_to_sender'].map((status, index) => ({
      ...{ updatedAt: at.updatedAt, id: `s${index}`, orderId: 'refunded', status, carrier: LONG },
      ...{ trackingNumber: '9'.repeat(80), trackingUrl: 'https://track.example/9', events: [event, event] },
      ...(index === 1 ? { items: [{ itemId: 'l1', quantity: 5 }] } : {}),
    })),
  )
  const { page, complaints, checkThemes } = await pages.open(api, '/', { memberId, width: 320 })
  for (const [id, text] of [
    ['none', 'has not arrived'],
    ['cancelled', 'The order is cancelled, and no parcel was pushed.'],
    ['refunded', '5 in parcel 2'],
    ['large', 'Items (1000)'],
  ] as const) {
    await page.goto(new URL(`/console/data/orders/${id}`, api.baseUrl).href)
    await page.getByText(text).waitFor()
    assert.ok(await page.getByRole('link', { name: 'Refund…' }).isVisible())
    await checkThemes()
    await picture(page, `order-${id}-320`)
  }
  assert.equal(await page.getByText(/^Sock \d+$/).count(), 20)
  await page.getByRole('button', { name: 'Show all 1000' }).click()
  await page.getByText('Sock 999').waitFor()
  await page.getByRole('link', { name: 'Refund…' }).click()
  await page.getByRole('heading', { name: 'Start a refund' }).waitFor()
  await page.getByRole('heading', { name: '#4' }).waitFor()
  // A parcel names its order as people do.
  await page.goto(new URL('/console/data/shipments/s0', api.baseUrl).href)
  await page.getByRole('link', { name: `#${'9'.repeat(60)}` }).waitFor()
  await checkThemes()
  assert.deepEqual(ownComplaints(complaints), [])
})
