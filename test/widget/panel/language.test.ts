import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../support/browser.ts'
import { startChattingShop } from '../../support/panel.ts'
import { panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

test('the window follows the language of the conversation, unless the page has set one', {
  skip: noBrowser,
}, async (t) => {
  const { visit } = await startChattingShop(t)

  const { page, panel, say, context } = await visit()
  await panel.getByText('Hello! How can we help you?').waitFor()
  await say('Wo ist meine Bestellung?')
  await until(async () => (await (await panelOf(page)).locator('html').getAttribute('lang')) === 'de')
  const spoken = await panelOf(page)
  await spoken.getByPlaceholder('Nachricht schreiben').waitFor()
  await spoken.locator('.customer', { hasText: 'Wo ist meine Bestellung?' }).waitFor()
  // The next page of the shop is in English, and the conversation goes on in German.
  await page.reload()
  await until(async () => (await (await panelOf(page)).locator('html').getAttribute('lang')) === 'de')
  await context.close()

  const fixed = await visit({ lang: 'fr', attributes: 'data-locale="en"' })
  await fixed.say('Wo ist meine Bestellung?')
  await fixed.panel.locator('.assistant').waitFor()
  await fixed.say('Danke')
  await until(async () => (await fixed.panel.locator('.assistant').count()) > 1)
  assert.equal(await fixed.panel.locator('html').getAttribute('lang'), 'en')
  assert.deepEqual(fixed.complaints, [])
})
