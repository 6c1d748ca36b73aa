import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { startChattingShop } from '../support/panel.ts'
import { clickLauncher, closed } from '../support/shop-page.ts'

const WATCH = `globalThis.shifts = []
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
  .observe({ type: 'layout-shift', buffered: true })`

test('nothing of the shop’s page moves when the chat opens and closes', { skip: noBrowser }, async (t) => {
  const { visit } = await startChattingShop(t)
  const { page, panel, say } = await visit()
  await page.evaluate(WATCH)
  await say('Hello')
  await panel.locator('.assistant').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await clickLauncher(page)
  await panel.locator('textarea:focus').waitFor()
  // Two frames, so that what has moved is reported.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  assert.deepEqual(await page.evaluate('shifts'), [])
})
