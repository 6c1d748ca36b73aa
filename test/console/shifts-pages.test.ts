import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { startServer, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Layout shifts that nobody asked for, as browsers score them, with what has moved. */
const countShifts = (page: Page) =>
  page.addInitScript(`globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) globalThis.shifts.push({ value, moved: sources.map(({ node }) => node?.className || node?.nodeName) })
    }).observe({ type: 'layout-shift', buffered: true })`)

/** For half a second after a click, browsers take what moves for its result. */
const LATE_MS = 600

const PART = /\/part-[^/]+\.js$/
const DATA = /\/console\/api\/(?!events|session|state)/

test('on the way from page to page', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const memberId = await addMember(api, { isOperator: true })
  const { page, follow } = await pages.open(api, '/', { memberId, prepare: countShifts })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  await page.reload()
  await page.getByText('Refused pushes, 24 hours').waitFor()

  await t.test('the page before is not pressed beside the list of settings until those are loaded', async () => {
    const loaded = Promise.withResolvers<void>()
    await page.route(PART, async (route) => {
      await loaded.promise
      await route.continue()
    })
    await follow('/settings/keys')
    await page.locator('main > .settings').waitFor()
    const opacity = () => page.evaluate<string>("getComputedStyle(document.querySelector('.page')).opacity")
    assert.equal(await opacity(), '0')
    loaded.resolve()
    await page.locator('h1:focus', { hasText: 'Keys' }).waitFor()
    assert.equal(await opacity(), '1')
    await page.unroute(PART)
    await follow('/')
    await page.getByText('Refused pushes, 24 hours').waitFor()
    await page.reload()
    await page.getByText('Refused pushes, 24 hours').waitFor()
  })

  let pending = 0
  for (const late of [PART, DATA])
    await page.route(late, async (route) => {
      pending++
      await new Promise((done) => setTimeout(done, LATE_MS))
      // A page that was left may not wait for it any more.
      await route.continue().catch(() => {})
      pending--
    })
  const drawn = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const entry = (name: RegExp) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })
  const setting = (name: RegExp) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
  const firstRow = page.locator('.list tbody tr .opens').first()
  for (const [name, link] of [
    ['Report', entry(/^Report/)],
    ['settings', entry(/^Settings/)],
    ['Assistant', setting(/^Assistant$/)],
    ['customers', entry(/^Data/)],
    ['one of them', firstRow],
    ['Data again', entry(/^Data/)],
    [
      'orders',
      page
        .getByRole('main')
        .getByRole('link', { name: /^Orders/ })
        .first(),
    ],
    ['an order', firstRow],
    ['refunds', entry(/^Refunds/)],
    ['a refund', firstRow],
    ['Home', entry(/^Home/)],
    ['Chats', entry(/^Chats/)],
    ['settings again', entry(/^Settings/)],
    ['keys', setting(/keys/i)],
  ] as const)
    await t.test(`nothing jumps once a click has led to ${name}, even if it comes late`, async () => {
      await page.evaluate('globalThis.shifts.length = 0')
      const before = page.url()
      await link.click()
      await page.waitForURL((url) => url.href !== before)
      await drawn()
      await until(async () => {
        await drawn()
        return pending === 0 && (await page.locator('.loading').count()) === 0 && (await page.locator('h1').isVisible())
      })
      const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('globalThis.shifts')
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      assert.ok(sum < 0.02, `jumps by ${sum}: ${JSON.stringify(shifts)}`)
    })
})
