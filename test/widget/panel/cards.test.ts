import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { closeConversation } from '../../../src/refunds/end-waiting.ts'
import { noBrowser } from '../../support/browser.ts'
import { checkAccess, looksOf } from '../../support/console-page.ts'
import { product } from '../../support/objects.ts'
import { type ChattingShop, startChattingShop, type Visited } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { ORDER } from '../../support/shop.ts'
import { until } from '../../support/until.ts'

const DAY_MS = 86_400_000

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS
const picture = ({ page }: Visited, name: string) =>
  folder === undefined ? undefined : page.screenshot({ path: join(folder, `${name}.png`) })

/** A shop with orders of three customers, products, an article, and people who are away until tomorrow. */
async function fill({ api }: ChattingShop): Promise<void> {
  const { workspaceId, store, clock } = api
  const day = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()
  const week = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
  const tomorrow = week[new Date(clock.now() + DAY_MS).getUTCDay()] ?? 'mon'
  const open = [{ days: [tomorrow], from: '09:00', until: '17:00' }]
  const change = { shopName: 'Mug & Kettle', hours: { timeZone: 'Europe/Berlin', open } }
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change }, clock.now()))
  const updatedAt = day(0)
  const orders = [1, 2, 3, 4].flatMap((n) => [
    { ...ORDER, id: `s${n}`, number: `#104${n}`, customerId: `c${n}`, updatedAt, placedAt: day(-4), status: 'shipped' },
    {
      ...ORDER,
      id: `d${n}`,
      number: `#100${n}`,
      customerId: `c${n}`,
      updatedAt,
      placedAt: day(-9),
      deliveredAt: day(-3),
    },
  ])
  await api.push('orders', orders)
  await api.push(
    'shipments',
    [1, 2, 3, 4].map((n) => ({
      ...{ id: `p${n}`, orderId: `s${n}`, updatedAt, status: 'in_transit', carrier: 'DHL', trackingNumber: 'T1' },
      ...{ trackingUrl: 'https://dhl.example/T1', estimatedDeliveryAt: day(1) },
    })),
  )
  const variants = (stock: number) =>
    ['S', 'M'].map((size, index) => ({
      ...{ id: size, price: 3_900 + 100 * index, currency: 'EUR', inStock: stock > 0, stock, options: { Size: size } },
    }))
  await api.push(
    'products',
    ['Enamel', 'Glass', 'Travel'].map((name, index) =>
      product({
        id: name,
        title: `${name} Teapot`,
        url: `https://shop.example/${name}`,
        variants: variants(2 * index),
      }),
    ),
  )
  const about = { title: 'Shipping', body: 'We ship within two days.', topic: 'shipping', status: 'published' }
  await api.push('articles', [{ id: 'a1', updatedAt, language: 'en', ...about }])
}

test('answers have cards, and a refund stays with its state', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api, visit } = shop
  await fill(shop)
  let n = 0
  for (const { size, theme } of looksOf([
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]))
    await t.test(`${size.width} pixels wide, ${theme}`, async () => {
      const name = `chat-${size.width}-${theme}`
      n++
      const visited = await visit({ customerId: `c${n}`, theme, ...size })
      const { panel, complaints, say, page } = visited
      await panel.locator('.starters').waitFor()
      assert.deepEqual(await panel.locator('.starters button').allInnerTexts(), [
        'Where is my order?',
        'I want a refund',
        'How long does shipping take?',
      ])
      // Midnight may pass during the test.
      assert.match(
        await panel.innerText('.head'),
        /^MK\s+Mug & Kettle\s+Our assistant answers at once\. Back to(?:morrow|day) at/,
      )
      await panel.getByRole('region', { name: `Order #104${n}` }).waitFor()
      await picture(visited, `${name}-1-empty`)
      await checkAccess(panel)

      await say(`Where is order #104${n}?`)
      await panel.locator('.message .card', { hasText: `Order #104${n}` }).waitFor()
      assert.match(
        (await panel.innerText('.card')).replaceAll(/\s+/g, ' '),
        /2 × Mug, Pot Ordered done \d+ \w+ Shipped done Delivered DHL Expected \d+ \w+ Track parcel \(opens a new page\)/,
      )
      await picture(visited, `${name}-2-order`)
      await checkAccess(panel)

      await say('Do you have a teapot?')
      await panel.locator('.strip .product').nth(2).waitFor()
      const shown = await panel.locator('.product').allInnerTexts()
      assert.deepEqual(shown.map((text) => /In stock|Low stock|Sold out/.exec(text)?.[0]).sort(), [
        'In stock',
        'Low stock',
        'Sold out',
      ])
      assert.match(shown[0] ?? '', /Teapot\n.*\s+from €39\.00\s+.*\s+S\s+M/)
      await picture(visited, `${name}-3-products`)
      await checkAccess(panel)

      await say(`My mug from order #100${n} arrived broken. I want a refund for the mug`)
      await panel.waitForSelector('.yes[aria-disabled=false]')
      await picture(visited, `${name}-4-refund`)
      await panel.press('.yes', 'Enter')
      await panel.locator('.refund h2', { hasText: 'Refunded €12.50' }).waitFor()
      await panel.locator('.system').waitFor()
      await picture(visited, `${name}-5-refunded`)
      await checkAccess(panel)

      await panel.evaluate(SCROLL_EACH_FRAME)
      await say('I want to talk to a human')
      await panel.locator('.head', { hasText: 'A person will answer here.' }).waitFor()
      const field = panel.getByLabel('Your e-mail address')
      await field.waitFor()
      await until(() => panel.evaluate<boolean>(IS_AT_END))
      await field.fill('ada')
      await panel.getByRole('button', { name: 'Save' }).click()
      await panel.getByText('This is not an e-mail address.').waitFor()
      await field.fill(`ada${n}@example.com`)
      await picture(visited, `${name}-6-hand-over`)
      await checkAccess(panel)
      await panel.getByRole('button', { name: 'Save' }).click()
      await panel.getByText('✓ Saved. We will answer there.').waitFor()
      assert.deepEqual(
        await api.store.read.all('SELECT contact_email AS email FROM conversations ORDER BY id DESC LIMIT 1'),
        [{ email: `ada${n}@example.com` }],
      )
      const { store, clock, workspaceId } = api
      const { id } = (await store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')) ?? { id: '' }
      const closing = { workspaceId, id, agentName: 'Ben', reason: null }
      await store.write((tx) => closeConversation(tx, owner, closing, clock.now()))
      await panel.locator('.rating').waitFor()
      assert.equal(await panel.locator('.refund h2').innerText(), 'Refunded €12.50', 'it is still there')
      await picture(visited, `${name}-7-ended`)
      await panel.locator('.close').click()
      await page.locator('body').waitFor()
      await picture(visited, `${name}-0-closed`)
      // The checker of access writes styles of its own, and the address was wrong.
      assert.deepEqual(
        complaints.filter((one) => !/Applying inline style|preload assets|400 \(Bad Request\)/.test(one)),
        [],
      )
      await visited.context.close()
    })
})

test('who writes while a refund is being confirmed keeps the field', { skip: noBrowser }, async (t) => {
  const { visit } = await startChattingShop(t)
  const { panel, page, say } = await visit({ customerId: 'c1' })
  await say('My mug arrived broken. I want a refund for the mug')
  const answered = Promise.withResolvers<void>()
  await page.route('**/widget/refunds/*/confirm', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await panel.locator('.yes[aria-disabled=false]').click()
  await panel.locator('.refund h2', { hasText: 'Refunded' }).waitFor()
  await panel.locator('textarea').click()
  await page.keyboard.type('Thank you')
  const response = page.waitForResponse('**/widget/refunds/*/confirm')
  answered.resolve()
  await (await response).finished()
  // The thread would take the focus when the answer is read, which the panel shows by no sign of its own.
  for (let frames = 0; frames < 10; frames++) await panel.evaluate('new Promise(requestAnimationFrame)')
  await page.keyboard.type(' very much')
  assert.equal(await panel.inputValue('textarea'), 'Thank you very much')
})

test('a long answer is folded after 12 lines, and opens', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const visited = await shop.visit({ customerId: 'c1' })
  const { panel, say } = visited
  await say('Hello')
  await panel.locator('.assistant').waitFor()
  const { store, clock } = shop.api
  const { id } = (await store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')) ?? { id: '' }
  const write = (lines: number) => {
    const text = Array.from({ length: lines }, (_, index) => `Line ${index + 1}`).join('\n')
    return store.write((tx) => addMessage(tx, id, { author: 'agent', authorName: 'Ben', text }, clock.now()))
  }
  await write(12)
  await write(30)
  await write(13)
  const texts = panel.locator('.agent')
  await texts.nth(2).waitFor()
  assert.equal(await texts.nth(0).getByRole('button').count(), 0)
  assert.equal(await texts.nth(2).getByRole('button').count(), 0)
  assert.equal(await panel.evaluate(HIDDEN_PIXELS), 0, 'one line more is shown')
  const height = async () => (await texts.nth(1).locator('.text').boundingBox())?.height ?? 0
  const folded = await height()
  assert.equal(folded, (await texts.nth(0).locator('.text').boundingBox())?.height)
  assert.equal(await panel.evaluate(LINES_IN_SIGHT), '12.0', 'no part of the next line is seen')
  await texts.nth(1).getByRole('button', { name: 'Show all' }).click()
  assert.ok((await height()) > folded * 2)
  await texts.nth(1).getByRole('button', { name: 'Show less' }).click()
  assert.equal(await height(), folded)
})

test('a conversation stays at its end though its field grows while it scrolls', { skip: noBrowser }, async (t) => {
  const { visit } = await startChattingShop(t)
  const { panel, say } = await visit({ customerId: 'c1' })
  await say(Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n'))
  await panel.locator('.assistant').waitFor()
  await until(() => panel.evaluate<boolean>(IS_AT_END))
  await panel.evaluate(GROW_WHILE_SCROLLING)
  await until(() => panel.evaluate<boolean>(IS_AT_END))
})

/** Browsers report a scrolling at the start of the next frame: until then the field may have grown. */
const GROW_WHILE_SCROLLING = `(async (thread) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  thread.scrollTop -= 30
  await frames()
  await new Promise((done) => setTimeout(done))
  thread.scrollTop += 10
  document.querySelector('textarea').style.minHeight = '200px'
  await frames()
})(document.querySelector('.thread'))`
/** Between the drawing of a card and the next frame, a browser may report that the thread has scrolled. */
const SCROLL_EACH_FRAME = `(function scroll() {
  document.querySelector('.thread').dispatchEvent(new Event('scroll'))
  requestAnimationFrame(scroll)
})()`
const IS_AT_END = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2)(document.querySelector('.thread'))`
const HIDDEN_PIXELS = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.agent:last-child .text'))`
const LINES_IN_SIGHT = `(() => {
  const text = document.querySelector('.folded .text')
  const { paddingTop, lineHeight } = getComputedStyle(text)
  return ((text.clientHeight - parseFloat(paddingTop)) / parseFloat(lineHeight)).toFixed(1)
})()`
