import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { closeConversation } from '../../../src/refunds/end-waiting.ts'
import { noBrowser } from '../../support/browser.ts'
import { checkAccess, looksOf } from '../../support/console-page.ts'
import { startChattingShop } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { ORDER } from '../../support/shop.ts'
import { until } from '../../support/until.ts'

const DAY_MS = 86_400_000
/** Writes what the test sees as pictures. */
const folder = process.env.SCREENSHOTS

test('an empty chat shows the open order and the earlier chats of a customer', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api, visit } = shop
  const { store, clock, workspaceId } = api
  const day = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()
  const open = { ...ORDER, id: 'o7', number: '#1047', customerId: 'c1', status: 'shipped', placedAt: day(-3) }
  await api.push('orders', [{ ...open, updatedAt: day(0) }])

  for (const { size, theme } of looksOf([
    { width: 390, height: 760 },
    { width: 1440, height: 900 },
  ])) {
    const { panel, page, context, complaints } = await visit({ customerId: 'c1', theme, ...size })
    await panel.getByRole('region', { name: 'Order #1047' }).waitFor()
    await panel.getByText('Shipped').waitFor()
    if (folder) await page.screenshot({ path: join(folder, `empty-order-${size.width}-${theme}.png`) })
    assert.deepEqual(complaints, [])
    await checkAccess(panel)
    await context.close()
  }

  const guest = await visit()
  const later = () =>
    guest.panel.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/cards-')).length`,
    )
  await guest.say('Hello')
  await guest.panel.locator('.assistant').waitFor()
  assert.equal(await later(), 0, 'nothing of cards is loaded before there is one')
  await guest.context.close()

  const { panel, page, say, complaints } = await visit({ customerId: 'c1', width: 390, height: 760 })
  for (const text of ['Where is my order?', 'Which teapot is the largest?']) {
    await say(text)
    const count = await panel.locator('.customer').count()
    await until(async () => (await panel.locator('.assistant .text').count()) >= count)
    const row = await store.read.get<{ id: string }>("SELECT max(id) AS id FROM conversations WHERE customer_id = 'c1'")
    const closed = { workspaceId, id: row?.id ?? '', agentName: 'Ben' }
    await store.write((tx) => closeConversation(tx, owner, closed, clock.now()))
    await panel.getByText('This conversation is closed.').waitFor()
    clock.advance(DAY_MS / 24)
  }
  await panel.getByRole('button', { name: 'Start a new chat' }).click()
  const rows = panel.locator('.earlier button')
  await rows.first().waitFor()
  assert.deepEqual(
    (await rows.locator('span').allInnerTexts()).map((text) => text.trim()),
    ['Which teapot is the largest?', 'Where is my order?'],
  )
  if (folder) await page.screenshot({ path: join(folder, 'earlier-390-light.png') })
  assert.deepEqual(complaints, [])
  await checkAccess(panel)
  await rows.nth(1).click()
  await panel.locator('.thread:focus').waitFor()
  const first = panel.locator('.customer', { hasText: 'Where is my order?' })
  const [thread, message] = [await panel.locator('.thread').boundingBox(), await first.boundingBox()]
  assert.ok(thread && message && message.y >= thread.y && message.y < thread.y + thread.height, 'it is in sight')
  assert.equal(await panel.locator('.earlier').count(), 0)
})

test('who writes while an earlier chat is being opened keeps the field', { skip: noBrowser }, async (t) => {
  const { api, visit } = await startChattingShop(t)
  const { panel, page, say } = await visit({ customerId: 'c1' })
  await say('Where is my order?')
  await panel.locator('.assistant .text').waitFor()
  const row = await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')
  const closed = { workspaceId: api.workspaceId, id: row?.id ?? '', agentName: 'Ben' }
  await api.store.write((tx) => closeConversation(tx, owner, closed, api.clock.now()))
  await panel.getByRole('button', { name: 'Start a new chat' }).click()

  const read = Promise.withResolvers<void>()
  await page.route('**/widget/conversation?cursor=*', async (route) => {
    await read.promise
    await route.continue()
  })
  const reading = page.waitForRequest('**/widget/conversation?cursor=*')
  await panel.locator('.earlier button').click()
  await reading
  await panel.locator('textarea').click()
  await page.keyboard.type('And the ')
  await panel.evaluate(NOTE_SCROLLS)
  read.resolve()
  // The chat is brought into sight at the end of opening it, and only then the thread would take the focus.
  await until(() => panel.evaluate<boolean>('globalThis.isBroughtIntoSight === true'))
  await page.keyboard.type('large one?')
  assert.equal(await panel.inputValue('textarea'), 'And the large one?')
})

const NOTE_SCROLLS = `{
  const scroll = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function (...given) {
    if (this.matches('.customer')) globalThis.isBroughtIntoSight = true
    scroll.apply(this, given)
  }
}`
