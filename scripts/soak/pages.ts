// node scripts/soak/pages.ts: every page of the console in every state, theme and width, in a real browser: axe-core finds nothing,
// nothing is wider than the screen, and the browser does not complain. With SCREENSHOTS=FOLDER each is also written there as a picture.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startStorewire } from '../../src/dev/testing.ts'
import { noBrowser } from '../../test/support/browser.ts'
import { addMember } from '../../test/support/console.ts'
import {
  type ConsolePage,
  type ConsolePages,
  OF_COLORS,
  ownComplaints,
  screenOf,
  startPages,
  THEMES,
  WIDTHS,
} from '../../test/support/console-page.ts'
import { goTo, NOWHERE, type Place, placesOf } from '../../test/support/console-places.ts'
import { ORDER as DEV_ORDER, type DevShop, startDevShop } from '../../test/support/dev.ts'
import { startFullShop } from '../../test/support/full-shop.ts'
import { type Api, startServer, testClock } from '../../test/support/server.ts'

const folder = process.env.SCREENSHOTS
if (folder !== undefined) mkdirSync(folder, { recursive: true })

/** The page of `storewire dev`, which signs its developer in by itself. */
const devPlaces: Place[] = ['calls', 'refunds', 'deliveries', 'batches', 'rules', 'faults'].map((tab) => ({
  name: `dev-${tab}`,
  path: `/dev?view=${tab}`,
  isOpened: true,
}))

type State = 'empty' | 'full' | 'error'

/** A server whose pages are checked, by a member who is signed in unless `storewire dev` does that. */
interface Stand {
  api: Pick<Api, 'baseUrl'> | Api
  memberId?: string
  places: Place[]
}

/** A developer's server at work, with a delivery that failed, one that was sent again, rules and faults. */
async function fillDev(t: TestContext): Promise<DevShop> {
  const shop = await startDevShop(t, { seedData: true })
  const { call, dev, push, refunds, clock } = shop
  const long = `${DEV_ORDER.id}-${'from-some-erp-'.repeat(4)}`
  await push('orders', [
    { ...DEV_ORDER, id: long },
    { ...DEV_ORDER, id: 'o3', currency: 'JPY' },
  ])
  await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday', items: [{}] }] } })
  await call('POST', '/products/bulk', { json: { data: [{ id: 'p1', updatedAt: 1 }] } })
  await call('GET', '/orders?limit=2')
  shop.shop.behave({ behaviour: 'error', times: 1 })
  const { id, deliveries } = await refunds.start({ order: 'o1', reason: 'not_received' })
  await refunds.confirm(id)
  await clock.advance('25s')
  await dev('POST', `/deliveries/${deliveries[0]?.id}/replay`)
  await refunds.start({ order: long, reason: 'defect' })
  shop.shop.behave({ behaviour: 'refuse', on: 'refund.preview', order: 'o3', code: 'too_late' })
  await assert.rejects(refunds.start({ order: 'o3', reason: 'other' }))
  shop.chaos({ fault: 500, route: 'POST /orders', next: 3 })
  shop.chaos({ fault: 'delay', delay: '2s', share: 0.25 })
  return shop
}

/** Responses of a server that is broken, except for those that let the page open. */
const breakServer = (page: Page) =>
  page.route(/\/console\/api\/(?!session|state|events)|\/dev\/view/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      headers: { 'x-request-id': 'req_0VbaaJfV00007x0000Rb2mQvT9' },
      body: JSON.stringify({ code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Something broke.', data: {} }),
    }),
  )

/** Checks a page in each width and theme, which it follows as it does if somebody changes them. */
async function check({ page, complaints, strangers, checkAccess }: ConsolePage, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize(screenOf(width))
    for (const colorScheme of THEMES) {
      const what = [name, colorScheme, width].join('-')
      await page.emulateMedia({ colorScheme })
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${what}.png`), fullPage: true })
      await checkAccess(colorScheme === THEMES[0] ? undefined : OF_COLORS).catch((error: Error) =>
        assert.fail(`${what}: ${error.message}`),
      )
      assert.deepEqual(strangers, [], what)
      assert.deepEqual(ownComplaints(complaints), [], what)
    }
  }
}

/** Checks the pages that need no sign-in, and then those that do, or those of `storewire dev`. */
async function checkAll(t: TestContext, pages: ConsolePages, state: State, { api, memberId, places }: Stand) {
  const look = state === 'error' ? { prepare: breakServer } : {}
  const [doors, inside] = [places.filter(({ isDoor }) => isDoor), places.filter(({ isDoor }) => !isDoor)]
  for (const { name, path } of doors)
    await t.test(`${name}, ${state}`, async () => {
      const shown = await pages.open(api, path, look)
      await shown.page.getByRole('heading', { level: 1 }).waitFor()
      await shown.page.locator('.loading').waitFor({ state: 'detached' })
      await check(shown, `${name}-${state}`)
      await shown.leave()
    })
  const shown = await pages.open(api as Api, NOWHERE, { ...look, ...(memberId === undefined ? {} : { memberId }) })
  for (const place of inside)
    await t.test(`${place.name}, ${state}`, async () => {
      await goTo(shown, place)
      if (place.isOpened)
        await shown.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
      await check(shown, `${place.name}-${state}`)
    })
  await shown.leave()
}

test('every page in every state, theme and width', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const full = await startFullShop(t)
  const shops: Record<State, { api: Api; refundId?: string; chatId?: string }> = {
    empty: { api: await startServer(t, { clock: testClock(Date.now()) }) },
    full,
    error: full,
  }
  for (const [state, { api, refundId, chatId }] of Object.entries(shops) as [State, (typeof shops)[State]][]) {
    const memberId = await addMember(api, { email: `ada-${state}@shop.example`, isOperator: true })
    await checkAll(t, pages, state, { api, memberId, places: placesOf(refundId, chatId) })
  }
  const fullDev = await fillDev(t)
  const emptyDev = await startStorewire()
  t.after(emptyDev.stop)
  for (const [state, api] of Object.entries({ empty: emptyDev, full: fullDev, error: fullDev }) as [State, DevShop][])
    await checkAll(t, pages, state, { api, places: devPlaces })
})
