import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { consoleOf, startPages } from '../support/console-page.ts'
import { startServer, testClock } from '../support/server.ts'

const OBJECTS = ['/data/orders', '/data/orders/order-1441', '/data/customers/cust-85', '/data/products/prod-3']
const NAMES = ['refunds', 'widget', 'assistant', 'pictures', 'notifications', 'keys']
const SETTINGS = ['/settings', ...NAMES.map((name) => `/settings/${name}`), '/members', '/system', '/audit', '/account']

test('on the smallest phone the pages of the sample shop bar nobody, in each theme', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const memberId = await addMember(api, { isOperator: true })
  const { page, checkThemes } = await pages.open(api, '/', { memberId, width: 320 })
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  for (const path of ['/', '/report?days=90', '/refunds?tab=all', ...OBJECTS, ...SETTINGS])
    await t.test(path, async () => {
      await page.goto(`${consoleOf(api)}${path}`)
      await page.locator('h1').waitFor()
      await page.locator('.loading').first().waitFor({ state: 'detached' })
      await checkThemes()
    })
})
