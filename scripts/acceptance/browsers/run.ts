// node --test scripts/acceptance/browsers/run.ts: the journeys of docs/widget.md with the chat window, in each browser that is installed.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addOrigin, removeOrigin } from '../../../src/widget/origins.ts'
import { commandRunner } from '../../../test/support/commands.ts'
import { signedIn } from '../../../test/support/console.ts'
import { owner, testClock } from '../../../test/support/server.ts'
import { AUTOMATIC, startShop } from '../../../test/support/shop.ts'
import { startShopSite } from '../../../test/support/shop-page.ts'
import { until } from '../../../test/support/until.ts'
import { startWidget } from '../../../test/support/widget.ts'
import { SIZE } from './browser.ts'
import { cards, picture } from './cards-and-pictures.ts'
import { startChromium } from './chromium.ts'
import { startFirefox } from './firefox.ts'
import { prepareShop } from './prepare-shop.ts'
import { hasPanel, type Journey, launcher, reads, say, shopPage, shows, visitAs } from './steps.ts'
import { startWebkit } from './webkit.ts'

/** One journey takes seconds. */
const LONGEST_MS = 60_000
/** Until it is looked whether a message has come. */
const SETTLE_MS = 1_000

const browsers = [
  { path: '/usr/bin/chromium', start: startChromium },
  { path: '/usr/bin/firefox-esr', start: startFirefox },
  { path: '/usr/bin/WebKitWebDriver', start: startWebkit },
]

for (const { path, start } of browsers)
  test(path, { skip: !existsSync(path) }, async (t) => {
    const shop = await startShop(t, { clock: testClock(Date.now()) })
    const { api } = shop
    await shop.set(AUTOMATIC)
    await prepareShop(shop)
    const place = {
      api,
      shop,
      host: new URL(api.baseUrl).origin,
      widget: await startWidget(api),
      site: await startShopSite(t),
    }
    const browser = await start()
    t.after(() => browser.close())
    t.diagnostic(`${browser.name} ${browser.version}`)
    for (const [name, journey] of Object.entries(journeys)) {
      await t.test(name, { timeout: LONGEST_MS }, () => journey(browser, place))
    }
  })

/** Notes the reason that a document instead of the panel gives. */
const HEAR = `addEventListener('message', ({ data }) => { window.refused ??= data?.refused })`

const isolation: Journey = async (browser, place) => {
  const { api, host } = place
  const window = await browser.open(`${host}/healthz`)
  const [name = '', value = ''] = ((await signedIn(api)).cookie ?? '').split('=')
  await window.inPage(`document.cookie = '${name}=${value}; path=/'`)
  await window.goTo(shopPage(browser, place, '/isolated'))
  await until(() => window.inPage<boolean>('!!window.storewire'))
  await window.click(...launcher)
  await hasPanel(window)
  const reached = (script: string) =>
    window.inPanel<string>(`(async () => ${script})().then(String, (error) => error.name)`)
  assert.equal(
    await reached(`fetch('${host}/console/api/session', { credentials: 'include' }).then((answer) => answer.text())`),
    'TypeError',
  )
  for (const script of ['localStorage.length', 'document.cookie', 'top.document.title'])
    assert.equal(await reached(script), 'SecurityError', script)
  assert.equal(await window.inPanel('self.origin'), 'null')
  await window.close()
}

const app: Journey = async (browser, { host, widget, api }) => {
  const address = `${host}/chat?key=${widget.key}`
  const window = await browser.open(`${address}#token=${await widget.sign({ sub: 'c9' })}`)
  if (browser.needsOpenShadow) {
    // Nothing opens the shadow root of this page, so the server says what has come, and nothing says when the field is ready.
    const isSaid = async (text: string) =>
      (await api.store.read.all('SELECT 1 FROM messages WHERE text LIKE ?', `%${text}`)).length > 0
    for (const text of ['From the app', 'After a reload']) {
      assert.equal(await window.inPage('location.href'), address)
      await until(async () => {
        await window.click(SIZE.width / 2, SIZE.height - 40)
        await window.type(`${text}\n`)
        await sleep(SETTLE_MS)
        return isSaid(text)
      })
      await window.reload()
    }
    await window.close()
    return
  }
  await hasPanel(window)
  assert.equal(await window.inPage('location.href'), address)
  await say(window, 'From the app')
  await window.reload()
  await hasPanel(window)
  await shows(window, `document.body.textContent.includes('From the app')`)
  await window.close()
}

const journeys: Record<string, Journey> = {
  'a guest asks for an order with its number and e-mail address': async (browser, place) => {
    const window = await browser.open(shopPage(browser, place, '/guest'))
    await until(() => window.inPage<boolean>('!!window.storewire'))
    await window.click(...launcher)
    await hasPanel(window)
    await say(window, 'Where is my order #1442? I am ada@example.com')
    await reads(window, '.assistant .text', '#1442 has been shipped')
    await window.close()
  },
  'a signed-in customer asks, is offered a refund, confirms it and reads the outcome': async (browser, place) => {
    const window = await visitAs(browser, place, 'c1', '/refund')
    await say(window, 'Where is my order #1441?')
    await reads(window, '.assistant .text', '#1441')
    await say(window, 'My mug arrived broken. I want a refund for order #1441')
    await shows(window, `document.querySelector('.refund .yes')?.getAttribute('aria-disabled') === 'false'`)
    assert.equal(place.shop.endpoint.refunds.size, 0)
    await window.press('.yes')
    await reads(window, '.system .text', 'has been made.')
    assert.deepEqual([...place.shop.endpoint.refunds.values()], [1])
    await window.close()
  },
  'an agent takes over and gives back': async (browser, place) => {
    const run = commandRunner()
    const agent = async (...args: string[]) => {
      const { code, stderr } = await run(['conversations', ...args, '--db', place.api.file])
      assert.deepEqual([code, stderr], [0, ''])
    }
    const window = await visitAs(browser, place, 'c2', '/agent')
    await say(window, 'hello there')
    await reads(window, '.head p', 'Our assistant answers at once.')
    const { id = '' } =
      (await place.api.store.read.get<{ id: string }>(
        `SELECT max(id) AS id FROM conversations WHERE customer_id = 'c2'`,
      )) ?? {}
    await agent('take', id)
    await reads(window, '.head p', 'answers you.')
    await agent('reply', id, 'I am here now.')
    await reads(window, '.agent .text', 'I am here now.')
    await agent('give-back', id)
    await reads(window, '.head p', 'Our assistant answers at once.')
    await say(window, 'Where is my order?')
    await reads(window, '.assistant .text', '#1442 has been shipped')
    await window.close()
  },
  'a guest writes and reads under a policy of default-src none and Trusted Types': async (browser, place) => {
    const { host, api } = place
    const policy = `default-src 'none'; img-src data:; frame-src ${host}; require-trusted-types-for 'script'; trusted-types 'none'`
    const address = shopPage(browser, place, '/strict', { policy })
    const window = await browser.open(address)
    await until(() => window.inPage<boolean>('!!window.storewire'))
    assert.deepEqual(await window.frames(), [])
    assert.equal(await window.inPage('localStorage.length'), 0)
    await window.click(...launcher)
    await hasPanel(window)
    await say(window, 'Where is my order?')
    const id = (await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations'))?.id ?? ''
    assert.match(id, /^conv_/)
    await window.goTo(address)
    await hasPanel(window)
    await shows(window, `document.body.textContent.includes('Where is my order?')`)
    await window.close()
  },
  'the panel reaches no console, no cookie and no storage': isolation,
  'a page whose origin is not listed frames nothing': async (browser, place) => {
    const { api } = place
    const change = { workspaceId: api.workspaceId, origin: 'https://shop.example' }
    await api.store.write((tx) => addOrigin(tx, owner, change, api.clock.now()))
    const window = await browser.open(shopPage(browser, place, '/foreign'))
    await until(() => window.inPage<boolean>('!!window.storewire'))
    await window.inPage(HEAR)
    await window.click(...launcher)
    await until(() => window.inPage<boolean>(`/may not use this chat/.test(window.refused)`))
    await api.store.write((tx) => removeOrigin(tx, owner, change, api.clock.now()))
    await window.close()
  },
  'a signed-in customer keeps the session after a reload, and log-out ends it': async (browser, place) => {
    const { api } = place
    const window = await visitAs(browser, place, 'c3', '/customer')
    await say(window, 'I am signed in')
    await window.reload()
    await hasPanel(window)
    await shows(window, `document.body.textContent.includes('I am signed in')`)
    const sessions = async () =>
      (
        await api.store.read.all(
          `SELECT 1 FROM widget_sessions AS s JOIN conversations AS c ON c.id = conversation_id WHERE customer_id = 'c3'`,
        )
      ).length
    assert.ok((await sessions()) > 0)
    await window.inPage(`storewire('logout')`)
    await until(async () => (await sessions()) === 0)
    assert.equal(await window.inPage('localStorage.length'), 0)
    await window.close()
  },
  'a customer sends a picture: chosen, seen before, sent with words, enlarged, there after a reload': picture,
  'cards of an order and of products are shown, and that of a refund stays after confirming and a reload': cards,
  'the page for apps takes the token out of its address, and keeps the session after a reload': app,
}
