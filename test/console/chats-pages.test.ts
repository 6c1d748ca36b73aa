import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, browserOf } from '../support/console.ts'
import { looksOf, ownComplaints, screenOf, startPages, WIDTHS } from '../support/console-page.ts'
import { owner } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const folder = process.env.SCREENSHOTS
if (folder !== undefined) mkdirSync(folder, { recursive: true })

/** A shop whose assistant answers, its owner Ada, its agent Ben, and a customer who can chat. */
async function atWork(t: TestContext) {
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await api.push('customers', [
    { id: 'c1', updatedAt: 1, name: 'Grace Hopper', email: 'grace@example.com', tags: ['vip'] },
  ])
  await api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', number: '#1001', status: 'shipped' }])
  // The assistant refunds what has arrived.
  await api.push('shipments', [{ id: 's1', updatedAt: 1, orderId: 'o1', carrier: 'DHL', status: 'delivered' }])
  const [ada, ben] = [await addMember(api), await addMember(api, { email: 'ben@shop.example', role: 'agent' })]
  return { ...shop, ada, ben, widget: await startWidget(api) }
}

test('chats in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await atWork(t)
  const { api, ada, ben, widget } = shop
  const customer = await widget.open('c1')
  const say = (text: string) => customer.call('POST', '/messages', { json: { text } })
  const heard = async () => (await customer.call('GET', '/conversation')).body
  const waitsFor = (page: Page, text: string) => page.getByText(text).first().waitFor()
  const id = customer.conversationId

  await t.test(
    'an agent tries the assistant as a customer, confirms a refund, and nothing is sent or listed',
    async () => {
      const { page, complaints, checkAccess } = await pages.open(api, '/settings/assistant', { memberId: ben })
      await page.getByRole('link', { name: 'Try it' }).click()
      await waitsFor(page, 'No refund is ever sent from here.')
      await page.getByRole('button', { name: 'Try as Grace Hopper' }).waitFor()
      await checkAccess()
      // Some browsers name no language.
      await page.evaluate(() => Object.defineProperty(navigator, 'language', { value: 'C' }))
      // The chat window looks at the browser's clock.
      await page.clock.setFixedTime(api.clock.now())
      await page.getByRole('button', { name: 'Try as Grace Hopper' }).click()
      const panel = page.frameLocator('iframe[title="Chat window"]')
      await panel.getByRole('textbox').fill('My mug is broken, I want a refund')
      await panel.getByRole('textbox').press('Enter')
      await panel.getByRole('button', { name: 'Yes, refund €12.50' }).waitFor()
      await page.getByText('Names and values').first().click()
      await waitsFor(page, 'refund_request (defect)')
      await waitsFor(page, 'Waits for the customer')
      // The button counts only after it has stood still for a moment.
      await panel.locator('button.yes[aria-disabled=false]').click()
      await panel.getByText('This was a trial: no money was refunded.').waitFor()
      await waitsFor(page, 'An agent would have to approve it: No refund is automatic.')
      await checkAccess()
      assert.deepEqual(
        shop.endpoint.requests.map(({ body }) => body.type),
        ['refund.preview'],
      )
      await page.setViewportSize({ width: 320, height: 640 })
      await checkAccess()
      await page.getByRole('button', { name: 'Start over' }).click()
      await waitsFor(page, 'Write something, such as')
      assert.deepEqual(complaints, [])
      await page.close()
    },
  )

  await t.test('a list without chats says how they begin', async () => {
    const { page, complaints, checkAccess, leave } = await pages.open(api, '/chats?show=open', { memberId: ben })
    await waitsFor(page, 'No chat is open.')
    await checkAccess()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test(
    'a customer is handed over, an agent takes over by keyboard, replies, gives back and closes',
    async () => {
      const { page, complaints, leave } = await pages.open(api, '/chats?show=open', { memberId: ben })
      const second = await pages.open(api, `/chats/${id}`, { memberId: ada })
      await waitsFor(page, 'No chat is open.')
      await say('Where is my order?')
      await waitsFor(page, 'Grace Hopper')
      // Messages before the answer would be answered together.
      await until(async () => (await heard()).messages.at(-1).author === 'assistant')
      await say('I want to talk to a person')
      await waitsFor(page, 'Asked for a person')
      await until(async () => (await page.title()) === '(1) Chats · storewire')
      await page.waitForSelector('link[rel=icon][href^="data:"]', { state: 'attached' })
      await page.getByText('2 unread').waitFor({ state: 'attached' })
      await page.keyboard.press('j')
      await page.locator('h1:focus', { hasText: 'Grace Hopper' }).waitFor()
      await waitsFor(page, 'ada is here, too.')
      await waitsFor(second.page, 'ben is here, too.')
      await waitsFor(page, 'Handed over')
      await waitsFor(page, 'DHL · delivered')
      await page.keyboard.press('t')
      await waitsFor(page, 'ben took the chat.')
      await waitsFor(second.page, 'ben took the chat.')
      await page.keyboard.press('r')
      await page.getByLabel('Your reply').and(page.locator(':focus')).waitFor()
      // The customer learns of it, too.
      const reported = page.waitForResponse(`**/conversations/${id}/typing`)
      await page.keyboard.type('Hello, I am Ben.')
      assert.equal((await reported).status(), 204)
      await waitsFor(second.page, 'ben is writing…')
      // What was not sent survives a reload.
      await page.reload()
      assert.equal(await page.getByLabel('Your reply').inputValue(), 'Hello, I am Ben.')
      await page.getByLabel('Your reply').focus()
      await page.keyboard.press('Enter')
      await waitsFor(second.page, 'Hello, I am Ben.')
      assert.deepEqual(
        (await heard()).messages
          .slice(-1)
          .map(({ author, authorName, text }: Record<string, string>) => [author, authorName, text]),
        [['agent', 'ben', 'Hello, I am Ben.']],
      )
      await until(async () => (await page.title()) === 'Grace Hopper · storewire')
      await page.getByRole('button', { name: 'Note', exact: true }).click()
      await page.keyboard.type('She was polite.')
      await page.keyboard.press('Enter')
      await waitsFor(second.page, 'She was polite.')
      assert.doesNotMatch((await customer.call('GET', '/conversation')).text, /polite/)
      await page.getByRole('button', { name: 'What to do with this chat' }).click()
      await page.getByRole('button', { name: 'Give back' }).last().click()
      await waitsFor(second.page, 'The assistant answers.')
      await say('Where is my order?')
      await until(async () => (await heard()).messages.at(-1).author === 'assistant')
      // The answers before it are that to the first message and that of handing over.
      await page.getByRole('button', { name: 'Why?' }).nth(2).click()
      await page.getByText('Names and values').first().click()
      await waitsFor(page, 'orders/o1')
      await page.keyboard.press('Escape')
      // A refund that the page has not read yet is not cancelled unseen: news may be on its way.
      const earlier = await page.evaluate<string>(`fetch('/console/api/chats/${id}').then((answer) => answer.text())`)
      const reads = `**/console/api/chats/${id}`
      await page.route(reads, (route) => route.fulfill({ contentType: 'application/json', body: earlier }))
      const offered = await shop.offer({ conversationId: id })
      await page.getByRole('button', { name: 'What to do with this chat' }).click()
      await page.getByRole('button', { name: 'Close…' }).click()
      await page.getByRole('option', { name: 'Solved' }).click()
      await waitsFor(page, 'Waiting refunds are cancelled: €12.50.')
      assert.equal((await shop.look(offered.id)).status, 'awaiting_customer')
      await page.getByRole('dialog').getByRole('button', { name: 'Close the chat' }).click()
      await page.unroute(reads)
      await waitsFor(second.page, 'ben closed the chat: Solved.')
      assert.equal((await shop.look(offered.id)).status, 'cancelled')
      await page.locator('h1:focus', { hasText: 'Chats' }).waitFor()
      await say('One more thing')
      await second.page.getByRole('link', { name: 'Open the new chat' }).first().click()
      await waitsFor(second.page, 'One more thing')
      await second.page.getByRole('link', { name: 'Open the earlier chat' }).waitFor()
      assert.deepEqual([...ownComplaints(complaints), ...second.complaints], [])
      await leave()
      await second.page.close()
    },
  )

  await t.test('a reply is saved and used again, and a refund is started from the chat', async () => {
    const { page, complaints, leave } = await pages.open(api, `/chats/${(await heard()).conversationId}`, {
      memberId: ben,
    })
    await page.getByLabel('Your reply').fill('We send a new one today.')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByLabel('Title').fill('Broken on arrival')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: /^Broken on arrival/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Your reply').fill('')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByRole('button', { name: /^Broken on arrival/ }).click()
    await until(async () => (await page.getByLabel('Your reply').inputValue()) === 'We send a new one today.')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByRole('button', { name: 'Delete Broken on arrival' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Broken on arrival?' })
    await question.getByText('We send a new one today.').waitFor()
    await question.getByRole('button', { name: 'Delete Broken on arrival' }).click()
    await page.getByText('There are no saved replies yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Start a refund of order #1001' }).click()
    await page.getByRole('heading', { name: 'Start a refund' }).waitFor()
    await page.getByRole('button', { name: 'Ask the shop for the amount' }).click()
    await page.getByRole('button', { name: /^Start the refund of/ }).click()
    await page.waitForURL(/\/refunds\/act_/)
    assert.equal((await heard()).refund.amount, 1_250)
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test('a line about a refund has the name of the shop, in the chat and the refund', async () => {
    const { actionId, amount, currency } = (await heard()).refund
    await customer.call('POST', `/refunds/${actionId}/confirm`, { json: { amount, currency } })
    await until(async () => (await heard()).messages.at(-1).author === 'system')
    const { conversationId } = await heard()
    const shopName = (await (await browserOf(api, ben)).get('/session')).body.workspace.name
    const line = 'Your refund of €12.50 has been made.'
    const { page, complaints, leave, follow } = await pages.open(api, '/chats?show=open', { memberId: ben })
    await page.getByRole('link', { name: /Grace Hopper/ }).waitFor()
    await follow(`/chats/${conversationId}`)
    const said = page.getByRole('listitem').filter({ hasText: line })
    await said.getByText(shopName, { exact: true }).waitFor()
    await follow(`/refunds/${actionId}`)
    await page.getByRole('listitem').filter({ hasText: line }).getByText(`${shopName}, `).waitFor()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test(
    'whatever a guest writes, the chat bars nobody, in both themes, on a phone and on a laptop',
    async () => {
      const guest = await widget.open()
      const text = `<b>Hi</b> \u202eevil ${'long'.repeat(60)}`
      await guest.call('POST', '/messages', { json: { text } })
      const path = `/chats/${guest.conversationId}`
      const { page, complaints, checkAccess, leave } = await pages.open(api, path, { memberId: ben })
      await page.locator('[role=log] li').first().waitFor()
      for (const { size, theme } of looksOf(WIDTHS)) {
        await page.setViewportSize(screenOf(size))
        await page.emulateMedia({ colorScheme: theme })
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/guest-${theme}-${size}.png`, fullPage: true })
        await checkAccess()
      }
      assert.deepEqual(complaints, [])
      await leave()
    },
  )
})
