import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importKeys } from '../../../src/access/keys.ts'
import { countUnread } from '../../../src/conversations/read-marks.ts'
import { noBrowser } from '../../support/browser.ts'
import { commandRunner } from '../../support/commands.ts'
import { signedIn } from '../../support/console.ts'
import { type ChattingShop, startChattingShop, type Visited } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { ORDER } from '../../support/shop.ts'
import { closed, panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

const newestConversation = async ({ api }: ChattingShop) =>
  (await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations'))?.id ?? ''
const unreadOf = ({ api }: ChattingShop, id: string) => countUnread(api.store.read, id)
const message = ({ panel }: Visited, author: string, text: string | RegExp) =>
  panel.locator(`.${author} .text`, { hasText: text }).waitFor()

test('customers and guests chat on the pages of a shop', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api, endpoint, visit } = shop
  const updatedAt = new Date(api.clock.now()).toISOString()
  const guests = { ...ORDER, id: 'o2', number: '#1442', customerId: 'c2', email: 'ada@example.com', status: 'shipped' }
  await api.push('orders', [
    { ...ORDER, number: '#1441', updatedAt, placedAt: updatedAt },
    { ...guests, updatedAt, placedAt: updatedAt },
    ...['#1443', '#1444'].map((number) => ({
      ...guests,
      id: number,
      number,
      customerId: 'c3',
      updatedAt,
      placedAt: updatedAt,
    })),
  ])
  const run = commandRunner()
  const agent = async (...args: string[]) => {
    const { code, stderr } = await run(['conversations', ...args, '--db', api.file])
    assert.deepEqual([code, stderr], [0, ''])
  }

  await t.test(
    'a signed-in customer is offered a refund, confirms it with the keyboard, and sees the outcome',
    async () => {
      const visited = await visit({ customerId: 'c1' })
      const { page, panel, complaints, say, texts } = visited
      await say('My mug arrived broken. I want a refund for order #1441')
      // The answer comes after the offer, and whatever comes makes the buttons wait again.
      await panel.locator('.assistant').waitFor()
      await panel.locator('.refund', { hasText: 'Time left:' }).waitFor()
      assert.match(
        await panel.innerText('.refund'),
        /Refund of €12\.50\s+Order #1441\s+Do you want this refund\?\s+Time left: \d+ min/,
      )
      assert.equal(endpoint.refunds.size, 0)
      await panel.waitForSelector('.yes[aria-disabled=false]')
      assert.equal(await panel.innerText('.yes'), 'Yes, refund €12.50')
      await panel.press('.yes', 'Enter')
      await message(visited, 'system', 'Your refund of €12.50 has been made.')
      await panel.locator('.refund h2', { hasText: 'Refunded €12.50' }).waitFor()
      assert.deepEqual([...endpoint.refunds.values()], [1])
      await panel.locator('.thread:focus').waitFor()
      const before = await texts()
      await page.reload()
      const again = await panelOf(page)
      await again.locator('.system').waitFor()
      assert.deepEqual(await again.locator('.message .text').allInnerTexts(), before)
      assert.deepEqual(complaints, [])
    },
  )

  await t.test(
    'a guest asks for an order with its number and e-mail address; what they write is text, with links only',
    async () => {
      const visited = await visit()
      const { panel, say, complaints } = visited
      // Nothing is stored before the guest writes.
      assert.equal((await api.store.read.all('SELECT 1 FROM conversations WHERE customer_id IS NULL')).length, 0)
      await say('Where is my order #1442? My e-mail is ada@example.com <img src=x onerror=alert(1)>')
      await message(visited, 'assistant', '#1442 has been shipped')
      const id = await newestConversation(shop)
      await agent('reply', id, '<b>See</b> https://shop.example/a(b). javascript:alert(1)')
      await message(visited, 'agent', '<b>See</b>')
      const links = await panel.evaluate<string[]>(`[...document.querySelectorAll('.text a')].map((a) => a.outerHTML)`)
      assert.equal(links.length, 1)
      assert.match(
        links[0] ?? '',
        /^<a href="https:\/\/shop\.example\/a\(b\)" target="_blank" rel="noopener noreferrer nofollow">/,
      )
      assert.deepEqual(complaints, [])
    },
  )

  await t.test('a suggested answer is a button, which sends it once', async () => {
    const visited = await visit({ customerId: 'c3' })
    const { panel, say, texts, complaints } = visited
    await say('Where is my order?')
    const choices = panel.getByRole('list', { name: 'Suggested answers' }).getByRole('button')
    await choices.first().waitFor()
    const offered = await choices.allInnerTexts()
    assert.ok(
      offered.some((text) => text.includes('#1443')) && offered.some((text) => text.includes('#1444')),
      String(offered),
    )
    await choices.filter({ hasText: '#1444' }).press('Enter')
    await panel.locator('.thread:focus').waitFor()
    await message(visited, 'assistant', /#1444 has been shipped/)
    assert.equal((await texts()).filter((text) => offered.includes(text)).length, 1)
    assert.deepEqual(complaints, [])
  })

  await t.test(
    'an agent takes over, gives back and closes; what comes while the chat is closed counts as unread',
    async () => {
      const visited = await visit({ customerId: 'c2' })
      const { panel, page, say, complaints } = visited
      const head = (text: string) => panel.locator('.head p', { hasText: text }).waitFor()
      await say('hello')
      await head('Our assistant answers at once.')
      const id = await newestConversation(shop)
      await agent('take', id)
      await head('answers you.')
      const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
      await ben.post(`/conversations/${id}/typing`)
      await panel.locator('.typing', { hasText: 'ben is writing…' }).waitFor()
      await agent('reply', id, 'I am here now.')
      await message(visited, 'agent', 'I am here now.')
      assert.equal(await panel.innerText('.typing'), '')

      await page.evaluate(`storewire('on', 'unread', (count) => { window.unread = count })`)
      await page.keyboard.press('Escape')
      await closed(page)
      await agent('reply', id, 'Are you there?')
      await page.waitForFunction('window.unread === 1')
      await page.evaluate(`storewire('open')`)
      await page.waitForFunction('window.unread === 0')
      await until(async () => (await unreadOf(shop, id)) === 0)

      await agent('give-back', id)
      await head('Our assistant answers at once.')
      await agent('close', id)
      await panel.locator('.notice', { hasText: 'This conversation is closed.' }).waitFor()
      await say('One more thing')
      await panel.locator('.notice').waitFor({ state: 'detached' })
      assert.notEqual(await newestConversation(shop), id)
      await panel.locator('.assistant').last().waitFor()
      assert.deepEqual(complaints, [])
    },
  )

  await t.test('a publishable key of an earlier system works once it is imported', async () => {
    const key = 'pk_sand_4f9a8b7c6d5e4f3a2b1c'
    const { workspaceId } = api
    await api.store.write((tx) => importKeys(tx, owner, { workspaceId, kind: undefined, keys: [key] }, api.clock.now()))
    const visited = await visit({ key })
    await visited.say('hello')
    await message(visited, 'assistant', /./)
    assert.deepEqual(visited.complaints, [])
  })
})
