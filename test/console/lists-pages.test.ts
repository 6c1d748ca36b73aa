import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { consoleOf, startPages, THEMES } from '../support/console-page.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Pictures of a list, to look at: `SCREENSHOTS=FOLDER node --test test/console/lists-pages.test.ts`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const width of [390, 1440])
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
}

/** How much the page has jumped since it was opened (CLS). */
const SHIFTS = `
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

test('the lists of the sample shop', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api, { isOperator: true })
  const { page, complaints, checkThemes, follow } = await pages.open(api, '/', {
    memberId,
    prepare: (one) => one.addInitScript(SHIFTS),
  })
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  await page.clock.setFixedTime(api.clock.now())

  for (const [name, path] of [
    ['orders', '/data/orders'],
    ['customers', '/data/customers'],
    ['products', '/data/products'],
    ['shipments', '/data/shipments'],
    ['tickets', '/data/tickets'],
    ['articles', '/data/articles'],
    ['refunds', '/refunds?tab=all'],
    ['pushes', '/pushes?view=all'],
  ] as const)
    await t.test(`${name}: rows of 44 px, two lines on a phone, nothing that bars anybody`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${consoleOf(api)}${path}`)
      await page.locator('.list tbody tr, .empty').first().waitFor()
      const shifts = (await page.evaluate('window.shifts')) as number
      assert.ok(shifts < 0.02, `the page has jumped by ${shifts}`)
      await picture(page, name)
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        // Between the widths of `npm run soak:pages`.
        if (width === 768) await checkThemes()
        const heights = (await page.evaluate(
          `[...new Set([...document.querySelectorAll('.list tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height)))]`,
        )) as number[]
        const cut = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.list .status > span')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`,
        )
        if (width !== 768) assert.deepEqual(cut, [], `${width}: states that are cut`)
        const overlapping = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.list tbody tr')].filter((row) => {
            const [first, second] = ['under', 'chip'].map((place) => row.querySelector('[data-place=' + place + ']'))
            const [end, start] = [first?.getBoundingClientRect().right, second?.getBoundingClientRect().left]
            return innerWidth < 761 && first?.offsetWidth && second?.offsetWidth && end > start
          }).map((row) => row.innerText)`,
        )
        assert.deepEqual(overlapping, [], `${width}: cells above each other`)
        assert.ok(
          heights.every((height) => (width < 761 ? height <= 66 : height <= 45)),
          `${width}: ${heights}`,
        )
      }
    })

  await t.test('an order has its customer by name, and the whole row opens it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await follow('/data/orders')
    const row = page.locator('.list tbody tr', { hasText: '#1441' })
    await row.getByText('Greta Köhler').click({ force: true })
    await page.getByRole('heading', { name: /#1441/ }).waitFor()
  })

  await t.test('back from an object the list is there at once, where it was left', async () => {
    await follow('/data/orders')
    await page.locator('.list tbody tr').nth(40).waitFor()
    await page.evaluate('scrollTo(0, 1_000)')
    await until(async () => (await page.evaluate('scrollY')) === 1_000)
    await page.locator('.list tbody tr .opens').nth(30).click()
    await page.locator('.list').waitFor({ state: 'detached' })
    // The server is silent: what is seen was kept.
    await page.route('**/api/data/orders**', () => {})
    await page.goBack()
    await page.locator('.list tbody tr').nth(40).waitFor()
    await until(async () => (await page.evaluate('scrollY')) === 1_000)
    await page.unroute('**/api/data/orders**')
  })

  await t.test('a list that takes long shows where its rows will be', async () => {
    await page.route('**/api/data/tickets**', () => {})
    await follow('/data/tickets?status=pending')
    await page.locator('.skeleton').waitFor()
    await page.unroute('**/api/data/tickets**')
  })

  await t.test(
    'the palette has what the page can do, and without a text the objects that were opened last',
    async () => {
      await follow('/data/orders')
      await page.locator('.list tbody tr .opens', { hasText: '#1441' }).click()
      await page.getByRole('heading', { name: /#1441/ }).waitFor()
      await follow('/refunds?tab=waiting')
      await page.locator('.list tbody tr .opens').first().click()
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /#1441 Order/ }).waitFor()
      await checkThemes()
      await picture(page, 'palette')
      await page.getByRole('combobox').fill('reje')
      await page.getByRole('option', { name: 'Reject Action' }).click()
      await page.getByText('Reject this refund?').waitFor()
      await page.keyboard.press('Escape')
    },
  )

  await t.test(
    'a list is sorted by its heading or a choice, and the address, a view and the way back keep it',
    async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const first = page.locator('.list tbody tr').first()
      await follow('/data/orders')
      const newest = await first.textContent()
      await page.getByRole('columnheader', { name: 'Changed' }).getByRole('link').click()
      await page.waitForURL(/\/data\/orders\?sort=oldest$/)
      await page.locator('th[aria-sort=ascending]').waitFor()
      await until(async () => (await first.textContent()) !== newest)
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.waitForURL(/sort=oldest&cursor=/)
      await page.getByLabel('Status', { exact: true }).selectOption('delivered')
      await page.waitForURL(/\?status=delivered&sort=oldest$/)
      await checkThemes()
      await page.getByLabel('Sort by last change').selectOption('newest')
      await page.waitForURL(/\?status=delivered$/)
      await follow('/refunds?tab=done')
      await page.locator('th[aria-sort=descending]').waitFor()
      await page.getByLabel('Sort by start').selectOption('oldest')
      await page.waitForURL(/tab=done&sort=oldest$/)
      await page.getByLabel('State', { exact: true }).selectOption('rejected')
      await page.waitForURL(/tab=done&status=rejected&sort=oldest$/)
      await until(async () => (await page.locator('.list tbody tr').count()) === 1)
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByLabel('Save this view as').fill('Rejected')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('link', { name: 'Rejected' }).waitFor()
      await page.keyboard.press('Escape')
      await follow('/refunds')
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('link', { name: 'Rejected' }).click()
      await page.waitForURL(/tab=done&status=rejected&sort=oldest$/)
      await page.getByLabel('State', { exact: true }).selectOption('expired')
      await page.getByText('Nothing matches.').waitFor()
      await checkThemes()
    },
  )

  await t.test('the filters of a list are saved under a name, and lead back to it', async () => {
    await follow('/data/orders?status=delivered&email=ada%40example.com')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Save this view as').fill('Arrived')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Arrived' }).waitFor()
    await checkThemes()
    await picture(page, 'views')
    await page.getByRole('link', { name: 'Arrived' }).click()
    await page.waitForURL(/\/data\/orders\?status=delivered$/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Delete Arrived' }).click()
    await page.getByText('You have saved no view of this list.').waitFor()
    await page.keyboard.press('Escape')
  })

  await t.test('the filtered list is exported', async () => {
    await follow('/data/orders?status=delivered')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), 'orders.csv')
    await follow('/chats')
    await page.getByRole('button', { name: 'Filter' }).click()
    const chats = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    assert.equal((await chats).suggestedFilename(), 'chats.csv')
    await checkThemes()
    await picture(page, 'chats')
  })
  assert.deepEqual(complaints, [])
})
