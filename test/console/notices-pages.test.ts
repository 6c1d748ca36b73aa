import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { until } from '../support/until.ts'
import { startWaiting } from '../support/waiting-refunds.ts'

/*
 * What calls people when something begins to wait: the tab's title and icon always, tones and the browser's notifications once asked for.
 */

/** Records the notifications and tones of a page, in which nobody looks at the page unless the test says so. */
const RECORD = `{
  globalThis.notices = []
  globalThis.tones = 0
  globalThis.isLookedAt = false
  document.hasFocus = () => isLookedAt
  globalThis.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options)
      notices.push(this)
    }
    close() {
      this.isClosed = true
      super.close()
    }
  }
  const { start } = AudioScheduledSourceNode.prototype
  AudioScheduledSourceNode.prototype.start = function (...times) {
    tones++
    return start.apply(this, times)
  }
}`

const noticesOf = (page: Page) =>
  page.evaluate<string[]>(
    `notices.map(({ title, body, isClosed }) => title + ' | ' + body + (isClosed ? ' | closed' : ''))`,
  )
const waitingIn = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
const numberOnIcon = (page: Page) =>
  page.evaluate<string>(
    `decodeURIComponent(document.querySelector('link[rel=icon]').href).match(/>([0-9+]+)<.text>/)?.[1] ?? ''`,
  )

test('who has asked for notifications gets one of what begins to wait, without names', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { api, memberId } = shop
  const { page, complaints } = await pages.open(api, '/account', {
    memberId,
    prepare: async (tab) => {
      await tab.context().grantPermissions(['notifications'])
      await tab.addInitScript(RECORD)
    },
  })
  const notices = page.getByLabel('Notifications of this browser')
  await notices.waitFor()
  assert.equal(await notices.isChecked(), false)
  assert.equal(await page.getByLabel('Sound').isChecked(), false)
  // The title and icon need nobody to ask.
  await shop.waiting(1)
  await until(async () => (await waitingIn(page)) === 1)
  await until(async () => (await numberOnIcon(page)) === '1')
  assert.deepEqual([await noticesOf(page), await page.evaluate('tones')], [[], 0])

  await notices.check()
  await page.getByLabel('Sound').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The settings are saved.').waitFor()
  await shop.waiting(2)
  await until(async () => (await noticesOf(page)).length === 1)
  assert.deepEqual(await noticesOf(page), ['2 refunds waiting | shop'])
  assert.equal(await page.evaluate('tones'), 2)

  // Who looks at the console sees it there.
  await page.evaluate('isLookedAt = true')
  await shop.waiting(3)
  await until(async () => (await waitingIn(page)) === 3)
  assert.equal((await noticesOf(page)).length, 1)
  await page.evaluate('isLookedAt = false')
  await page.evaluate('notices[0].onclick()')
  await page.getByRole('heading', { name: 'Refunds', exact: true }).waitFor()
  assert.deepEqual(await noticesOf(page), ['2 refunds waiting | shop | closed'])
  assert.equal(new URL(page.url()).pathname, '/console/refunds')

  // The choice outlives a reload, and is not that of another member in the same browser.
  await page.reload()
  await until(async () => (await waitingIn(page)) === 3)
  await shop.waiting(4)
  await until(async () => (await noticesOf(page)).length === 1)
  assert.deepEqual(complaints, [])
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const other = await pages.open(api, '/account', { memberId: ben })
  await page.context().clearCookies()
  await page.context().addCookies(await other.page.context().cookies())
  await page.goto(new URL('/console/account', page.url()).href)
  await page.getByRole('definition').filter({ hasText: 'ben@shop.example' }).waitFor()
  assert.equal(await notices.isChecked(), false)
})

test('a browser that blocks notifications is named as the reason', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { page, checkThemes } = await pages.open(shop.api, '/account', { memberId: shop.memberId })
  const notices = page.getByLabel('Notifications of this browser')
  for (let time = 0; time < 2; time++) {
    // Without a person, the browser refuses.
    await notices.click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/This browser blocks notifications/).waitFor()
    assert.equal(await notices.isChecked(), false)
  }
  await checkThemes()
})

test('of the tabs that nobody sees one keeps its stream, if it is to call people', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startWaiting(t)
  const { api, memberId } = shop
  /** A tab that can be hidden, with a clock of the test. */
  const hideable = `{
    globalThis.isHidden = false
    Object.defineProperty(document, 'hidden', { get: () => isHidden })
    globalThis.setHidden = (hidden) => {
      isHidden = hidden
      document.dispatchEvent(new Event('visibilitychange'))
    }
  }`
  const { page } = await pages.open(api, '/account', {
    memberId,
    prepare: async (tab) => {
      await tab.clock.install()
      await tab.addInitScript(hideable)
    },
  })
  const hide = async () => {
    await page.evaluate('setHidden(true)')
    await page.clock.runFor(31_000)
  }
  await page.getByLabel('Sound').waitFor()
  await hide()
  await shop.waiting(1)
  assert.equal(await waitingIn(page), 0)
  const opened = page.waitForRequest('**/api/events')
  await page.evaluate('setHidden(false)')
  await opened
  await until(async () => (await waitingIn(page)) === 1)
  await page.getByLabel('Sound').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The settings are saved.').waitFor()
  const again = page.waitForRequest('**/api/events')
  await hide()
  await again
  await shop.waiting(2)
  await until(async () => (await waitingIn(page)) === 2)
})
