import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { noBrowser } from '../../support/browser.ts'
import { checkAccess, looksOf } from '../../support/console-page.ts'
import { type ChattingShop, startChattingShop, type Visited } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { closed, panelOf } from '../../support/shop-page.ts'

/** The smallest phone, and a laptop. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
]
const [PHONE, LAPTOP] = SIZES

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS
const picture = ({ page }: Visited, name: string) =>
  folder === undefined ? undefined : page.screenshot({ path: join(folder, `${name}.png`) })

const newest = async ({ api }: ChattingShop) =>
  (await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations'))?.id ?? ''

/** The people of the shop answer on one day of the week, which is not near. */
async function closeFor3Days({ api: { store, clock, workspaceId } }: ChattingShop): Promise<void> {
  const open = [
    { days: [WEEK[new Date(clock.now() + 3 * 86_400_000).getUTCDay()] ?? 'mon'], from: '09:00', until: '17:00' },
  ]
  const change = { hours: { timeZone: 'UTC', open } }
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change }, clock.now()))
}
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** A chat in which everything is shown that a chat can have. */
async function fullChat(shop: ChattingShop, { panel, page, say }: Visited): Promise<void> {
  const { api } = shop
  await say('Hello, my mug from last week came in two pieces. See https://shop.example/mugs/blue?size=350')
  await panel.locator('.assistant').last().waitFor()
  const conversationId = await newest(shop)
  const now = api.clock.now()
  const write = (author: 'agent' | 'system', authorName: string | null, text: string) =>
    api.store.write((tx) => addMessage(tx, conversationId, { author, authorName, text }, now))
  await write('agent', 'Ben', 'Hello! I am sorry about your mug.')
  await write('agent', 'Ben', 'Averyveryverylongwordwithoutanyspacesthatdoesnotfitintoanarrowpanelofaphone')
  await write('system', null, 'Your refund of €4.00 has been made.')
  await panel.locator('.system').waitFor()
  await shop.start({ conversationId, again: null })
  await panel.locator('.yes').waitFor()
  await page.route('**/widget/messages', (route) => route.abort())
  await panel.fill('textarea', 'Thank you!')
  await panel.press('textarea', 'Enter')
  await panel.locator('.unsent', { hasText: 'Not sent.' }).waitFor()
}

test('everybody can use the chat, on phones and laptops, in light and dark', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { visit } = shop
  await closeFor3Days(shop)

  for (const { size, theme } of looksOf(SIZES))
    await t.test(`${size.width} pixels wide, ${theme}`, async () => {
      // A color in which white text could not be read, and one in which black text could not.
      const attributes = theme === 'dark' ? 'data-color="#ffe14d"' : ''
      const visited = await visit({ theme, attributes, ...size })
      const name = `${size.width}-${theme}`
      await visited.panel.locator('.head p', { hasText: /Back \w+day at 0?9:00\./ }).waitFor()
      await picture(visited, `${name}-empty`)
      await checkAccess(visited.panel)
      await fullChat(shop, visited)
      await picture(visited, `${name}-full`)
      await checkAccess(visited.panel)
      // Each chat refunds the one order.
      await visited.panel.getByRole('button', { name: 'No', disabled: false }).click()
      await visited.panel.locator('.refund-outcome', { hasText: 'You declined the refund.' }).waitFor()
      await visited.context.close()
    })

  await t.test('with text of twice the size, from right to left, and in the colors of the system', async () => {
    const visited = await visit(PHONE)
    const { panel, page } = visited
    await fullChat(shop, visited)
    assert.ok(
      Number.parseFloat(await panel.evaluate(`getComputedStyle(document.querySelector('textarea')).fontSize`)) >= 16,
    )
    const session = await page.context().newCDPSession(panel)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await panel.waitForFunction('document.scrollingElement.scrollHeight > 2 * innerHeight')
    await picture(visited, 'large')
    await checkAccess(panel)
    // Buttons out of sight wait, but nothing covers them.
    await panel.evaluate('scrollTo(0, 0)')
    await panel.waitForSelector('.yes[aria-disabled=true]')
    assert.doesNotMatch(await panel.innerText('.refund'), /covers the buttons/)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await panel.evaluate(`document.documentElement.style.fontSize = '200%'`)
    for (const name of ['Send', 'Close the chat']) {
      const box = await panel.getByRole('button', { name }).boundingBox()
      assert.ok(
        box && box.x >= 0 && box.x + box.width <= 320 && box.y + box.height <= 640,
        `${name} ${JSON.stringify(box)}`,
      )
    }
    await panel.evaluate(`document.documentElement.style.fontSize = ''; document.documentElement.dir = 'rtl'`)
    await picture(visited, 'right-to-left')
    await checkAccess(panel)
    const sides = await panel.evaluate<[number, number]>(
      `['.customer .text', '.agent .text'].map((name) => document.querySelector(name).getBoundingClientRect().left)`,
    )
    assert.ok(sides[0] < sides[1], 'the customer is on the left')
    await panel.evaluate(`document.documentElement.dir = 'ltr'`)
    // The frame is a page of its own to the browser: what the page around it is shown in does not reach it.
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
    await page.emulateMedia({ forcedColors: 'active' })
    assert.equal(await panel.evaluate(`matchMedia('(forced-colors: active)').matches`), true)
    await panel.waitForSelector('.yes[aria-disabled=false]')
    await picture(visited, 'forced-colors')
  })

  const keyboardAlone = 'with the keyboard alone; a reader of the screen hears each new text once, and no older one'
  await t.test(keyboardAlone, async () => {
    const { panel, page, complaints } = await visit({ ...LAPTOP, byKeyboard: true, customerId: 'c9' })
    const { keyboard } = page
    await panel.locator('#write:focus').waitFor()
    await keyboard.type('hello')
    await keyboard.press('Enter')
    await panel.locator('.assistant').waitFor()
    const conversationId = await newest(shop)
    const { store, clock } = shop.api
    const write = (...texts: string[]) =>
      store.write(async (tx) => {
        for (const text of texts) await addMessage(tx, conversationId, { author: 'agent', text }, clock.now())
      })
    await write(...Array.from({ length: 201 }, (_, index) => `Line ${index + 1}`))
    await panel.getByText('Line 201', { exact: true }).waitFor()
    await page.reload()
    const again = await panelOf(page)
    await again.locator('.older').waitFor()
    await again.evaluate(OBSERVE)
    const heard = () => again.evaluate<string[]>('globalThis.heard')
    await write('One more')
    await again.locator('.agent', { hasText: 'One more' }).waitFor()
    assert.deepEqual(await heard(), ['polite One more'])

    await again.locator('#write:focus').waitFor()
    // Past the button for pictures.
    for (let presses = 0; presses < 5 && (await again.locator('.older:focus').count()) === 0; presses++)
      await keyboard.press('Shift+Tab')
    await again.locator('.older:focus').waitFor()
    await keyboard.press('Enter')
    await again.locator('.greeting').waitFor()
    const [, ...older] = await heard()
    assert.ok(older.length > 0 && older.every((text) => text.startsWith('off ')), String(older))
    await again.waitForSelector('[role=log][aria-live=polite]')

    await keyboard.press('Escape')
    await closed(page)
    // The launcher has the focus again.
    await keyboard.press('Enter')
    await again.locator('#write:focus').waitFor()
    assert.deepEqual(complaints, [])
  })
})

/** Notes what a reader of the screen would speak: texts that are added while their log is polite. */
const OBSERVE = `new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    for (const node of addedNodes)
      (globalThis.heard ??= []).push(target.closest('[role=log]').ariaLive + ' ' + node.querySelector('.text').textContent)
}).observe(document.querySelector('.messages'), { childList: true })`
