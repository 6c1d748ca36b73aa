import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { goTo } from '../support/console-places.ts'
import { startServer, testClock } from '../support/server.ts'

const OBJECTS = ['/data/orders', '/data/orders/order-1441', '/data/customers/cust-85', '/data/products/prod-3']
/** Pages that show what is in the shop; `npm run soak:pages` walks the others. */
const PATHS = ['/', '/report?days=90', '/refunds?tab=all', ...OBJECTS]
/** Settings with tables. */
const TABLES = ['/settings/keys', '/members', '/audit', '/account']

test('on the smallest phone the pages of the sample shop bar nobody, in each theme', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const memberId = await addMember(api, { isOperator: true })
  const { page, checkThemes, follow } = await pages.open(api, '/', { memberId, width: 320 })
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  await page.reload()
  await page.getByText('This is the sample shop').waitFor()
  for (const path of PATHS)
    await t.test(path, async () => {
      await goTo({ page, follow }, { name: path, path })
      await checkThemes()
    })
})

test('on a tablet no page of the settings is wider than the screen: a table that does not fit scrolls', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const memberId = await addMember(api, { isOperator: true })
  await addMember(api, { email: 'benjamin.featherstonehaugh@wool-and-company.example', role: 'agent' })
  const { page, follow } = await pages.open(api, '/', { memberId })
  await page.locator('h1:focus').waitFor()
  for (const path of TABLES) {
    await goTo({ page, follow }, { name: path, path })
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(beyond <= 0, `${path} is ${beyond} px wider than ${width} px`)
    }
  }
})
