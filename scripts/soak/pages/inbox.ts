import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addNote } from '../../../src/conversations/notes.ts'
import { noBrowser } from '../../../test/support/browser.ts'
import { addMember, browserOf } from '../../../test/support/console.ts'
import { type ConsolePage, startPages, THEMES } from '../../../test/support/console-page.ts'
import { startInbox } from '../../../test/support/inbox-shop.ts'
import { startServer, testClock } from '../../../test/support/server.ts'
import { agent } from '../../../test/support/shop.ts'
import { until } from '../../../test/support/until.ts'

const folder = process.env.SCREENSHOTS
if (folder !== undefined) mkdirSync(folder, { recursive: true })

/** From the smallest phone to a laptop: each number of columns, with the menu beside and below. */
const SIZES = [
  [320, 640],
  [390, 812],
  [720, 800],
  [1000, 800],
  [1100, 800],
  [1440, 900],
  [1680, 900],
] as const

async function checkSizes({ page, checkAccess }: Pick<ConsolePage, 'page' | 'checkAccess'>, name: string) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `inbox-${name}-${colorScheme}-${width}.png`) })
      await checkAccess()
    }
  }
}

const opened = (page: Page) => page.locator('h1:focus').waitFor()

test('the inbox in every state, theme and width', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const empty = await startServer(t, { clock: testClock(Date.now()) })
  const nobody = await pages.open(empty, '/chats', { memberId: await addMember(empty) })
  await nobody.page.getByText('No customer waits').waitFor()
  await checkSizes(nobody, 'empty')
  await nobody.leave()

  const shop = await startInbox(t)
  const { api, ada, ben, chats } = shop
  const { store, workspaceId, clock } = api
  const [grace = '', anna = '', guest = '', bart = '', zoe = '', ravi = ''] = chats
  const browser = await browserOf(api, ben)
  const act = (id: string, name: string, body: object) => browser.post(`/chats/${id}/${name}`, body)
  const written = { workspaceId, id: grace, authorName: 'Ben', text: 'The warehouse stopped it: nothing was sent yet.' }
  await store.write((tx) => addNote(tx, agent, written, clock.now()))
  await act(grace, 'tags', { add: ['vip', 'size guide'] })
  await shop.talkLong(bart)
  await act(bart, 'take', {})
  await act(anna, 'assign', { memberId: ada })
  await act(zoe, 'take', {})
  await act(zoe, 'snooze', { until: new Date(clock.now() + 20 * 3_600_000).toISOString() })
  await shop.talkLong(ravi)
  await act(ravi, 'close', { reason: 'solved' })
  const shown = await pages.open(api, '/chats', { memberId: ben })
  const { page, follow } = shown
  await page.getByText('Grace Hopper').first().waitFor()
  await checkSizes(shown, 'waiting')
  for (const [name, path] of [
    ['chat', `/chats/${grace}`],
    ['guest', `/chats/${guest}`],
    ['long', `/chats/${bart}`],
    ['snoozed', `/chats/${zoe}?show=mine`],
    ['closed', `/chats/${ravi}?show=closed`],
    ['found', '/chats?q=parcel'],
  ] as const) {
    await follow(path)
    await opened(page)
    await until(async () => (await page.locator('.loading').count()) === 0)
    if (path.startsWith('/chats/')) await page.getByRole('log').waitFor()
    await checkSizes(shown, name)
  }
  // Another agent is writing, below a note, with saved replies open.
  await follow(`/chats/${grace}`)
  await opened(page)
  await (await browserOf(api, ada)).post('/presence', { tab: 'other', place: `chats/${grace}`, isWriting: true })
  await page.getByText('ada is writing…').waitFor()
  await browser.post('/saved-replies', {
    title: 'Stopped',
    text: 'Hello {customer.firstName}, we stopped {order.number}.',
  })
  await page.keyboard.press('r')
  await page.keyboard.type('/st')
  await page.getByRole('option').first().waitFor()
  await checkSizes(shown, 'writing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  for (const [key, name] of [
    ['a', 'assign'],
    ['s', 'snooze'],
    ['e', 'close'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('h1').focus()
    await page.keyboard.press(key)
    await page.getByRole('option').first().waitFor()
    await checkSizes(shown, name)
    await page.keyboard.press('Escape')
  }
})
