import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { noBrowser } from '../../support/browser.ts'
import { startChattingShop } from '../../support/panel.ts'
import { png } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'

const WIDTHS = [201, 202, 203, 204]
/** Of the slow line: each picture takes about a second. */
const BYTES_PER_SECOND = 50_000

const files = WIDTHS.map((width) => ({
  name: `${width}.png`,
  mimeType: 'image/png',
  // Of noise: about 40 kB.
  buffer: png({ width, height: 200, gray: null }),
}))

/** Counts the uploads of a page, and how many of them there were at once. */
function countUploads(page: Page): { all: number; most: number } {
  const counted = { all: 0, most: 0 }
  let now = 0
  const isUpload = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && request.url().endsWith('/widget/pictures')
  page.on('request', (request) => {
    if (!isUpload(request)) return
    counted.all++
    counted.most = Math.max(counted.most, ++now)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      if (isUpload(request)) now--
    })
  return counted
}

test('four pictures at once on a slow line', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api } = shop
  const stored = async () =>
    (await api.store.read.all<{ width: number }>('SELECT width FROM pictures ORDER BY width')).map(({ width }) => width)

  await t.test(
    'one is sent after the other; the one that is lost says so, and arrives when it is tried again',
    async () => {
      const { panel, page, context } = await shop.visit({ customerId: 'c1' })
      await panel.locator('textarea').waitFor()
      const line = await context.newCDPSession(panel).catch(() => context.newCDPSession(page))
      await line.send('Network.enable')
      await line.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: BYTES_PER_SECOND },
      })
      const uploads = countUploads(page)
      const loseSecond = (route: Route) => (uploads.all === 2 ? route.abort() : route.continue())
      await page.route('**/widget/pictures', loseSecond)
      await panel.locator('input[type=file]').setInputFiles(files)
      const chosen = panel.locator('.chosen li')
      await until(async () => (await chosen.count()) === 4)
      const isPartly = `[...document.querySelectorAll('.chosen progress')].some(({ value }) => value > 0 && value < 1)`
      await until(() => panel.evaluate<boolean>(isPartly))
      assert.equal(await panel.locator('.send').getAttribute('aria-disabled'), 'true', 'they are on their way')
      await panel.getByText('The picture was not sent.').waitFor()
      await until(async () => (await panel.locator('.chosen progress').count()) === 0)
      assert.deepEqual(await stored(), [201, 203, 204])
      assert.equal(await panel.locator('.again').count(), 1)
      assert.equal(await chosen.nth(1).locator('.again').count(), 1)
      assert.equal(await panel.locator('.send').getAttribute('aria-disabled'), 'true', 'one of them is missing')

      await panel.locator('.again').click()
      await panel.locator('.send[aria-disabled="false"]').click()
      for (const width of WIDTHS) await panel.getByRole('img', { name: `Picture, You, ${width} × 200` }).waitFor()
      assert.deepEqual(await stored(), WIDTHS)
      assert.deepEqual(uploads, { all: 5, most: 1 })
      await context.close()
    },
  )

  await t.test(
    'a line that is dead without an error is noticed after a minute, and the next pictures are sent',
    async () => {
      const { panel, page, context } = await shop.visit({ customerId: 'c2' })
      await panel.locator('textarea').waitFor()
      await page.clock.install()
      const uploads = countUploads(page)
      await page.route('**/widget/pictures', (route) => (uploads.all === 1 ? undefined : route.continue()))
      await panel.locator('input[type=file]').setInputFiles(files)
      await until(() => uploads.all === 1)
      await page.clock.fastForward(59_000)
      assert.equal(await panel.locator('.again').count(), 0)
      await page.clock.fastForward(2_000)
      await panel.locator('.again').waitFor()
      await until(async () => (await panel.locator('.chosen progress').count()) === 0)
      await panel.locator('.again').click()
      await panel.locator('.send[aria-disabled="false"]').click()
      for (const width of WIDTHS) await panel.getByRole('img', { name: `Picture, You, ${width} × 200` }).waitFor()
      await context.close()
    },
  )

  await t.test('a picture that is removed on its way holds up no other', async () => {
    const { panel, page, context } = await shop.visit({ customerId: 'c3' })
    const uploads = countUploads(page)
    await page.route('**/widget/pictures', (route) => (uploads.all === 1 ? undefined : route.continue()))
    await panel.locator('input[type=file]').setInputFiles(files.slice(0, 2))
    await until(() => uploads.all === 1)
    await panel.evaluate(NOTE_NOTICES)
    await panel.getByRole('button', { name: 'Remove the picture' }).first().click()
    await panel.locator('.send[aria-disabled="false"]').click()
    await panel.getByRole('img', { name: 'Picture, You, 202 × 200' }).waitFor()
    assert.equal(await panel.getByRole('img', { name: /^Picture, You/ }).count(), 1)
    assert.deepEqual(await panel.evaluate('globalThis.notices ?? []'), [], 'nothing said that there is no connection')
    await context.close()
  })
})

/** A notice may be shown for moments only. */
const NOTE_NOTICES = `new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('.notice')) (globalThis.notices ??= []).push(textContent)
}).observe(document.querySelector('.notices'), { childList: true })`
