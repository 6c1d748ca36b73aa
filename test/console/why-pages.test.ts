import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { looksOf, screenOf, startPages, WIDTHS } from '../support/console-page.ts'
import { indexed } from '../support/searching.ts'
import { owner } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const folder = process.env.SCREENSHOTS
if (folder !== undefined) mkdirSync(folder, { recursive: true })

/** A shop whose refunds are off, with a delivered order and a help page about gift wrapping that calls a person. */
async function refundsOff(t: TestContext) {
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock } = api
  await shop.set({ enabled: false })
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Grace Hopper', email: 'grace@example.com' }])
  const body = 'We wrap each gift in recycled paper.\n\nA ribbon for the gift wrapping costs €2.'
  const page = { title: 'Gift wrapping', body, language: 'en', status: 'published', callPerson: true }
  await api.push('articles', [{ id: 'wrap', updatedAt: 1, ...page, url: 'https://shop.example/wrap' }])
  await indexed(api)
  return { ...shop, ada: await addMember(api), widget: await startWidget(api) }
}

async function look(page: Page, name: string, checkAccess: () => Promise<void>): Promise<void> {
  for (const { size: width, theme } of looksOf(WIDTHS)) {
    await page.setViewportSize(screenOf(width))
    await page.emulateMedia({ colorScheme: theme })
    await checkAccess()
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png` })
  }
}

test('why the assistant wrote something, with what refunds would have come to', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const { api, ada, widget } = await refundsOff(t)
  const customer = await widget.open('c1')
  const heard = async () => (await customer.call('GET', '/conversation')).body.messages
  const say = async (text: string) => {
    const before = (await heard()).length
    await customer.call('POST', '/messages', { json: { text } })
    await until(async () => (await heard()).length > before + 1)
  }

  await t.test('in a chat, in plain words, with the raw ones in a fold', async () => {
    await say('My mug is broken, I want a refund')
    const opened = await pages.open(api, `/chats/${customer.conversationId}`, { memberId: ada })
    const { page } = opened
    await page.getByRole('button', { name: 'Why?' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Why the assistant wrote this' })
    await dialog.getByText('With refunds on, the assistant would have asked your shop for the amount').waitFor()
    await dialog.getByText('An agent would have had to approve it: no refund is automatic.').waitFor()
    await dialog.getByText('Wants money back: Defect').waitFor()
    await dialog.getByText('Names and values').waitFor()
    assert.ok(!(await dialog.getByText('refund_request').isVisible()))
    await look(page, 'why-refund', opened.checkAccess)
    await dialog.getByText('Names and values').click()
    await dialog.getByText('refund_request').waitFor()
    await look(page, 'why-raw', opened.checkAccess)
    await page.keyboard.press('Escape')
    assert.deepEqual(opened.complaints, [])
    await opened.leave()
  })

  await t.test('in Try the assistant, with the page and its paragraph, also after a hand-over', async () => {
    const opened = await pages.open(api, '/try', { memberId: ada })
    const { page } = opened
    // The chat window looks at the browser's clock.
    await page.clock.setFixedTime(api.clock.now())
    await page.getByRole('button', { name: 'Try as Grace Hopper' }).click()
    const frame = page.frameLocator('iframe')
    const write = async (text: string) => {
      await frame.getByRole('textbox').fill(text)
      await frame.getByRole('textbox').press('Enter')
    }
    await write('how much is a ribbon for gift wrapping?')
    await page.getByText(', paragraph 2').waitFor()
    await page.getByText('In a real chat, people would be called now.').waitFor()
    await write('My mug is broken, I want a refund')
    await page.getByText('With refunds on, the assistant would have').waitFor()
    await look(page, 'why-try', opened.checkAccess)
    assert.deepEqual(opened.complaints, [])
    // Its clock is the test's: no other test gets the page.
    await page.close()
  })

  await t.test('a help page is marked so that a person is called after it', async () => {
    const opened = await pages.open(api, '/articles/wrap', { memberId: ada })
    const { page } = opened
    const box = page.getByLabel('Then call a person: after this page the assistant hands over to your team')
    await box.waitFor()
    assert.ok(await box.isChecked())
    await box.scrollIntoViewIfNeeded()
    await look(page, 'article', opened.checkAccess)
    await opened.leave()
  })
})
