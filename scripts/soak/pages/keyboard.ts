import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { confirmRefund } from '../../../src/refunds/decisions.ts'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember } from '../../../test/support/console.ts'
import { startPages } from '../../../test/support/console-page.ts'
import { owner } from '../../../test/support/server.ts'
import { customer, startShop } from '../../../test/support/shop.ts'
import { startWidget } from '../../../test/support/widget.ts'

/** More than the controls of any page. */
const MOST_TABS = 60

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  let one: Awaited<ReturnType<Locator['elementHandle']>> | undefined
  for (let tabs = 0; tabs < MOST_TABS; ) {
    const [isThere, hasFocus] = (await one?.evaluate((node) => [node.isConnected, node.matches(':focus')])) ?? []
    if (hasFocus) return
    if (isThere) {
      await page.keyboard.press(key)
      tabs++
      continue
    }
    // Looked up again only if what has just been read has replaced it: to find a control by its role takes long.
    one = await control.elementHandle()
    // A button that has just appeared cannot be reached yet.
    await one.evaluate(async (node) => {
      while (node.isConnected && node.matches(':disabled')) await new Promise((resume) => setTimeout(resume, 20))
    })
  }
  assert.fail(`${control} is not reached by ${key}`)
}

test('every page of the menu, and what matters on it, by keyboard alone', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Grace Hopper' }])
  await api.call('POST', '/orders', { json: { data: [{ id: 'o2', updatedAt: 'yesterday' }] } })
  const chat = await (await startWidget(api)).open('c1')
  await chat.call('POST', '/messages', { json: { text: 'I want to talk to a person' } })
  const { id: refundId } = await shop.offer({ lines: [{ itemId: 'l1', quantity: 1 }] })
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id: refundId }, clock.now()))
  const memberId = await addMember(api, { isOperator: true })
  const { page, complaints } = await pages.open(api, '/account', {
    memberId,
    // A key that presses a button makes a click of its own, but no event of a pointer.
    prepare: (unopened) =>
      unopened.addInitScript(`for (const name of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
        addEventListener(name, () => console.error('a ' + name), { capture: true })`),
  })
  await page.locator('h1:focus', { hasText: 'My account' }).waitFor()
  const { keyboard } = page
  const go = async (key: string, title: string) => {
    await keyboard.press('g')
    await keyboard.press(key)
    await page.locator('h1:focus', { hasText: title }).waitFor()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(page, control)
    await keyboard.press(key)
  }
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await keyboard.type(text)
    await keyboard.press('Enter')
  }
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()

  await go('h', 'Home')
  await press(page.getByRole('link', { name: 'Refunds that wait' }))
  await page.locator('h1:focus', { hasText: 'Refund' }).waitFor()

  await go('r', 'Refunds')
  await page.locator('tbody a').first().waitFor()
  for (const key of ['j', 'Enter']) await keyboard.press(key)
  await button('Approve').waitFor()
  await keyboard.press('a')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund / })
    .and(page.locator(':focus'))
    .waitFor()
  await keyboard.press('Enter')
  await seen('The shop made the refund')

  await go('c', 'Chats')
  await page.getByRole('region', { name: 'List of chats' }).getByRole('listitem').first().waitFor()
  await keyboard.press('j')
  await page.locator('h1:focus', { hasText: 'Grace Hopper' }).waitFor()
  await keyboard.press('r')
  await type(page.getByLabel('Your reply'), 'Hello, here is Ada.')
  await page.getByRole('log').getByText('Hello, here is Ada.').waitFor()
  assert.match((await chat.call('GET', '/conversation')).text, /here is Ada/)
  await keyboard.press('Escape')

  await go('d', 'Data')
  await keyboard.press('/')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await keyboard.type('o1')
  await page.getByRole('option', { name: /o1/ }).first().waitFor()
  await keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'Order' }).waitFor()
  await go('d', 'Data')
  await press(page.getByRole('link', { name: 'Grace Hopper' }))
  await type(page.getByLabel('Add a tag'), 'vip')
  await page.getByRole('button', { name: 'Remove the tag vip' }).waitFor()
  // Out of the field: in it the next letters would be text.
  await keyboard.press('Tab')

  await go('p', 'Push log')
  await press(page.locator('tbody a').first())
  await seen('As curl')

  await go('i', 'Imports')
  await press(page.getByRole('link', { name: 'Import a file' }))
  const choosing = page.waitForEvent('filechooser')
  await press(page.getByLabel('File', { exact: true }))
  await (await choosing).setFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\nc2,Ben\n') })
  await press(button('Check the first rows'))
  await press(button('Import'))
  await seen('Everything is sent')

  await go('s', 'Refund settings')
  await press(button('Freeze refunds'))
  await page.getByRole('dialog').waitFor()
  await press(page.getByRole('dialog').getByRole('button', { name: 'Freeze refunds' }))
  await seen('Refunds are frozen')

  await go('w', 'Chat window')
  await tabTo(page, page.getByLabel('Corner of the page'))
  await keyboard.press('ArrowUp')
  await press(button('Save'))
  await seen('The settings are saved.')

  await go('t', 'Assistant')
  await press(page.getByRole('checkbox', { name: 'German' }), 'Space')
  await press(button('Save'))
  await seen('The settings are saved.')

  await go('x', 'Try the assistant')
  // The chat window looks at the browser's clock.
  await page.clock.setFixedTime(clock.now())
  await press(button('Try as a guest'))
  const panel = page.frameLocator('iframe[title="Chat window"]')
  await type(panel.getByRole('textbox'), 'Do you ship to Austria?')
  await panel.getByText('Do you ship to Austria?').first().waitFor()

  // Letters are shortcuts again outside of the frame.
  await tabTo(page, button('Start over'), 'Shift+Tab')
  await go('k', 'Keys')
  await press(button('Create key'))
  await type(page.getByLabel('Name'), 'backend')
  await press(button('I have saved it'))
  await page.getByRole('cell', { name: 'backend' }).waitFor()

  await go('m', 'Members')
  await press(button('Invite'))
  await type(page.getByLabel('E-mail'), 'cleo@shop.example')
  await press(button('Done'))
  await page.getByRole('cell', { name: 'cleo@shop.example', exact: true }).waitFor()

  await go('l', 'Audit log')
  await type(page.getByLabel('Action begins with'), 'key')
  await page.waitForURL(/action=key/)

  // A server within another program shows nothing there.
  await go('y', 'System')
  await press(button('Show the command for this'))
  await seen('storewire doctor')
  // While the command is shown, letters are not shortcuts.
  await keyboard.press('Escape')

  await go('a', 'My account')
  await tabTo(page, page.getByLabel('Theme'))
  await keyboard.press('End')
  await press(page.getByRole('checkbox', { name: 'Sound' }), 'Space')
  await press(button('Save'))
  await seen('The settings are saved.')
  assert.deepEqual(
    complaints.filter((line) => !line.includes('404')),
    [],
  )
})
