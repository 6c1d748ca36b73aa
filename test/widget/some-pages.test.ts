import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeWidgetSettings, defaultWidgetSettings, getWidgetSettings } from '../../src/widget/settings.ts'
import { scriptTag, tagManagerLines } from '../../src/widget/snippets.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { commandRunner } from '../support/commands.ts'
import { owner, startServer } from '../support/server.ts'
import { panelOf, startShopSite } from '../support/shop-page.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const folder = process.env.SCREENSHOTS
const storewire = commandRunner()

const hiddenOn = ['/checkout', '/cart']
const pageGreetings = [
  { path: '/mugs/', after: 5, text: 'Which "size" do you <need>?' },
  { path: '/mugs', after: 60, text: 'Hello' },
]

async function started(t: TestContext) {
  const api = await startServer(t)
  const { key } = await startWidget(api)
  const server = new URL(api.baseUrl).origin
  const snippet = { ...defaultWidgetSettings, server, key, hiddenOn, pageGreetings }
  const site = await startShopSite(t)
  const browser = await launchBrowser(t)
  const open = async (path: string, line = scriptTag(snippet)): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1_000, height: 700 }, reducedMotion: 'reduce' })
    await page.clock.install()
    const loaded = page.waitForResponse('**/widget/pages.mjs')
    await page.goto(
      site.page(path, `<!doctype html><html lang="en"><link rel="icon" href="data:,"><h1>Mugs</h1>${line}`),
    )
    await page.waitForFunction('window.storewire?.isReady')
    await (await loaded).finished()
    return page
  }
  return { open, server }
}

/** The shadow root is closed: what is at a place shows whether something of it is there, and the accessibility tree says what. */
const at = (page: Page, x: number, y: number) => page.evaluate(`document.elementFromPoint(${x}, ${y})?.localName`)
const hasLauncher = async (page: Page) => (await at(page, 952, 652)) === 'div'
const hasBubble = async (page: Page) => (await at(page, 900, 590)) === 'div'

async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.filter(({ role }) => role?.value === 'button').map(({ name }) => name?.value)
}

test('on some pages a bubble greets after some time, until it is closed; others have no launcher', {
  skip: noBrowser,
}, async (t) => {
  const { open } = await started(t)
  const page = await open('/mugs/blue')
  await until(() => hasLauncher(page))
  await page.clock.fastForward(4_000)
  assert.equal(await hasBubble(page), false)
  await page.clock.fastForward(1_500)
  await until(() => hasBubble(page))
  assert.deepEqual((await spoken(page)).toSorted(), ['Chat', 'OK', 'Which "size" do you <need>?'])
  if (folder) await page.screenshot({ path: join(folder, 'greeting-1000.png') })
  assert.equal(page.frames().length, 1, 'nothing is framed before the visitor acts')
  assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
  await page.mouse.click(960, 564)
  await until(async () => !(await hasBubble(page)))
  await page.reload()
  await until(() => hasLauncher(page))
  await page.clock.fastForward(10_000)
  assert.equal(await hasBubble(page), false, 'closed once, it stays closed')

  const other = await open('/mugs/green', undefined)
  await until(() => hasLauncher(other))
  await other.clock.fastForward(6_000)
  await until(() => hasBubble(other))
  await other.mouse.click(900, 590)
  await panelOf(other)
  assert.equal((await spoken(other)).includes('OK'), false)

  for (const path of ['/checkout', '/cart/pay']) assert.equal(await hasLauncher(await open(path)), false)
  const shop = await open('/shop')
  await until(() => hasLauncher(shop))
  await shop.evaluate(`history.pushState({}, '', '/checkout/2')`)
  await until(async () => !(await hasLauncher(shop)))
  await shop.evaluate(`storewire('open')`)
  await panelOf(shop)
  await shop.evaluate(`history.pushState({}, '', '/shop')`)
  await until(() => hasLauncher(shop))
})

test('the lines for tag managers have the same settings', { skip: noBrowser }, async (t) => {
  const { open, server } = await started(t)
  const snippet = { ...defaultWidgetSettings, server, key: 'pk_x', hiddenOn, pageGreetings }
  const page = await open('/cart', tagManagerLines(snippet))
  assert.equal(await hasLauncher(page), false)
})

test('settings of pages are checked, and set at the command line', async (t) => {
  const api = await startServer(t)
  const { store, clock, workspaceId } = api
  const change = (given: object) =>
    store.write((tx) => changeWidgetSettings(tx, owner, { workspaceId, change: given }, clock.now()))
  for (const path of ['', 'mugs', '/a b', '/a?b', 'https://shop.example/mugs']) {
    await assert.rejects(change({ hiddenOn: [path] }), /must begin with \//)
    await assert.rejects(change({ pageGreetings: [{ path, after: 1, text: 'Hi' }] }), /must begin with \//)
  }
  await assert.rejects(change({ pageGreetings: [{ path: '/', after: 601, text: 'Hi' }] }), /after/)
  await assert.rejects(change({ hiddenOn: Array(21).fill('/a') }), /at most 20/)
  const run = (...args: string[]) => storewire(['widget', 'settings', 'set', ...args, '--db', api.file])
  const set = await run('--hide-on', '/checkout', '--hide-on', '/cart', '--greet-on', '/mugs=5,Which size, please?')
  assert.match(set.stdout, /hidden on\s+\/cart\n.*greets on\s+\/mugs after 5 s: Which size, please\?/s)
  const { pageGreetings: stored, hiddenOn: hidden } = await getWidgetSettings(store.read, workspaceId)
  assert.deepEqual(stored, [{ path: '/mugs', after: 5, text: 'Which size, please?' }])
  assert.deepEqual(hidden, ['/checkout', '/cart'])
  assert.match((await run('--greet-on', 'mugs')).stderr, /Use a path, seconds and a text/)
  await run('--hide-on', '', '--greet-on', '')
  assert.deepEqual(await getWidgetSettings(store.read, workspaceId), defaultWidgetSettings)
})
