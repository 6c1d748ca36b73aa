import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { type ConsolePage, ownComplaints, startPages } from '../support/console-page.ts'
import { goTo, type Place, placesOf } from '../support/console-places.ts'
import { startFullShop } from '../support/full-shop.ts'
import { startServer } from '../support/server.ts'

async function tour(shown: ConsolePage, places: Place[]): Promise<void> {
  for (const place of places) {
    await goTo(shown, place)
    await shown.checkThemes().catch((error: Error) => assert.fail(`${place.name}: ${error.message}`))
  }
}

test('every page can be used by everybody, in both themes', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const { api, refundId, chatId } = await startFullShop(t)
  const memberId = await addMember(api, { isOperator: true })

  await t.test('with data, on the smallest phone', async () => {
    const shown = await pages.open(api, '/account', { memberId, width: 320 })
    await shown.page.locator('h1:focus').waitFor()
    const places = placesOf(refundId, chatId).filter(({ isDoor }) => !isDoor)
    await tour(shown, [...places, { name: 'refund that is not there', path: '/refunds/act_unknown' }])
    assert.deepEqual(ownComplaints(shown.complaints), [])
    // On a phone the button is in a menu.
    await shown.page.setViewportSize({ width: 1280, height: 800 })
    await shown.page.getByRole('button', { name: 'Sign out' }).first().click()
    await shown.page.getByLabel('E-mail').waitFor()
    await shown.checkThemes()
    await shown.leave()
  })

  await t.test('without data', async () => {
    const empty = await startServer(t)
    const shown = await pages.open(empty, '/account', { memberId: await addMember(empty) })
    await shown.page.locator('h1:focus').waitFor()
    await tour(shown, [
      { name: 'home', path: '/' },
      { name: 'refunds', path: '/refunds' },
    ])
    await shown.leave()
  })
})
