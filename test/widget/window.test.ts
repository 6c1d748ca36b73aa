import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { addOrigin, removeOrigin } from '../../src/widget/origins.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { signedIn } from '../support/console.ts'
import { owner, startServer, testClock } from '../support/server.ts'
import { clickLauncher, closed, panelOf, scriptTag, startShopSite } from '../support/shop-page.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const isFrame = (page: Page) => page.frames().filter((frame) => frame.url().includes('/widget/frame'))

test('the chat window on the pages of shops', { skip: noBrowser }, async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const host = new URL(api.baseUrl).origin
  const widget = await startWidget(api)
  const { key } = widget
  const site = await startShopSite(t)
  const browser = await launchBrowser(t)

  /** A page of the shop, with what it asked for and what the browser complained about. */
  async function visit(
    html: string,
    {
      headers = {},
      context,
      before = '',
    }: { headers?: Record<string, string>; context?: BrowserContext; before?: string } = {},
  ) {
    const own = context ?? (await browser.newContext({ viewport: { width: 1280, height: 800 } }))
    const page = await own.newPage()
    if (before !== '') await page.addInitScript(before)
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const address = site.page(
      `/${Math.random()}`,
      `<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${html}`,
      headers,
    )
    await page.goto(address)
    await page.waitForFunction('window.storewire?.isReady')
    return { page, context: own, complaints, asked }
  }
  async function opened(page: Page) {
    await clickLauncher(page)
    const panel = await panelOf(page)
    await panel.waitForSelector('textarea')
    return panel
  }
  /** Lets the panel's document come only when the returned function is called. */
  async function holdPanel(page: Page): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<Route>()
    await page.route('**/widget/frame?*', held.resolve)
    return async () => (await held.promise).continue()
  }
  const sessions = async () => (await api.store.read.all('SELECT id FROM widget_sessions')).length

  await t.test('work under the strictest policy, and ask for nothing before the visitor acts', async () => {
    const policy = `default-src 'none'; img-src data:; script-src ${host}; frame-src ${host}; require-trusted-types-for 'script'; trusted-types 'none'`
    const { page, context, complaints, asked } = await visit(scriptTag(host, key), {
      headers: { 'content-security-policy': policy, 'cross-origin-embedder-policy': 'require-corp' },
    })
    assert.equal(asked[1], '/widget.js')
    assert.equal(asked.length, 2)
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, ''])
    assert.equal(isFrame(page).length, 0)
    const panel = await opened(page)
    assert.equal(await panel.evaluate('self.origin'), 'null')
    assert.equal(await sessions(), 0, 'a session starts with the first message')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  await t.test(
    'a hole in the panel reaches neither the console on the same host, nor cookies and storage',
    async () => {
      const { page, context } = await visit(scriptTag(host, key))
      const { cookie } = await signedIn(api)
      const [name = '', value = ''] = (cookie ?? '').split('=')
      await context.addCookies([{ name, value, url: host, httpOnly: true, sameSite: 'Strict' }])
      const panel = await opened(page)
      const reached = (script: string) =>
        panel.evaluate<string>(`(async () => ${script})().then(String, (error) => error.name)`)
      const call = `fetch('${host}/console/api/session', { credentials: 'include' }).then((answer) => answer.text())`
      assert.equal(await reached(call), 'TypeError')
      for (const storage of ['localStorage.length', 'document.cookie', 'parent.document.title', 'top.location.href'])
        assert.equal(await reached(storage), 'SecurityError', storage)
      assert.match(await reached(`top.location = '${host}/console'`), /SecurityError|/)
      assert.doesNotMatch(page.url(), /console/)
      assert.equal(await reached(`document.body.innerHTML = '<img>'`), 'TypeError', 'no HTML from texts')
      await context.close()
    },
  )

  await t.test('pages of other origins cannot frame the panel', async () => {
    const change = { workspaceId: api.workspaceId, origin: 'https://shop.example' }
    await api.store.write((tx) => addOrigin(tx, owner, change, api.clock.now()))
    const { page, context, complaints } = await visit(scriptTag(host, key))
    await clickLauncher(page)
    // The server refuses the loader, which names its page.
    await until(() => complaints.some((text) => text.includes('may not use this chat')))
    // A frame that the page makes itself may name another one. The browser refuses it.
    await page.evaluate(`{
      const frame = document.createElement('iframe')
      frame.src = '${host}/widget/frame?key=${key}&origin=https://shop.example'
      document.body.append(frame)
    }`)
    await until(() => complaints.some((text) => text.includes('frame-ancestors')))
    assert.equal(await sessions(), 0)
    await api.store.write((tx) => removeOrigin(tx, owner, change, api.clock.now()))
    await context.close()
  })

  await t.test(
    'messages of the page and of other frames change nothing, and the page’s own handlers stay',
    async () => {
      const listening = `<script>seen = []; onmessage = ({ data, source }) => { if (data?.storewire) panel = source; seen.push(data) }</script>`
      const { page, context } = await visit(`${listening}<iframe srcdoc="<p>x"></iframe>${scriptTag(host, key)}`)
      const panel = await opened(page)
      assert.equal(await page.evaluate('frames.length'), 1, 'the page’s scripts do not find the frame')
      // The page hears the panel's opening, with the token: it opens one channel, which the loader has taken.
      await page.evaluate(`{
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => seen.push('the panel spoke to a stranger')
      const token = seen.find((data) => data?.storewire).storewire
      for (const data of [{ storewire: '' }, { storewire: 'x' }, { storewire: token }, { type: 'logout' }, null, 'x']) {
        panel.postMessage(data, '*')
        frames[0].eval('parent.postMessage(' + JSON.stringify(data) + ', "*")')
        postMessage(data, '*')
      }
      panel.postMessage({ storewire: token }, '*', [port2])
      port1.postMessage({ type: 'logout' })
    }`)
      // The handler of the page stays: it hears everything, and so does the loader.
      await until(() => page.evaluate('seen.length === 13'))
      await panel.fill('textarea', 'Hello')
      await panel.press('textarea', 'Enter')
      await panel.locator('.customer:not(.unsent) .text', { hasText: 'Hello' }).waitFor()
      assert.ok(!(await page.evaluate<string>('JSON.stringify(seen)')).includes('stranger'))
      await context.close()
    },
  )

  await t.test('styles of the page do not reach it, and a page that replaces its body keeps it', async () => {
    const reset = `<style>* { all: unset !important } div, button, iframe, html > div { display: none !important; opacity: 0 !important }</style>`
    const { page, context } = await visit(reset + scriptTag(host, key))
    const panel = await opened(page)
    await panel.evaluate('window.isSame = true')
    await page.evaluate(`document.body.replaceWith(document.createElement('body'))`)
    assert.equal(await panel.evaluate('window.isSame'), true)
    // Whatever removes it from the document, it comes back.
    await page.evaluate('document.documentElement.lastElementChild.remove()')
    await until(async () => (await page.evaluate('document.documentElement.children.length')) === 3)
    await context.close()
  })

  await t.test('two scripts on one page make one chat, and destroy removes it', async () => {
    const { page, context } = await visit(scriptTag(host, key) + scriptTag(host, key))
    await page.waitForLoadState('networkidle')
    await opened(page)
    assert.equal(isFrame(page).length, 1)
    await page.evaluate(`storewire('destroy')`)
    await until(() => isFrame(page).length === 0)
    assert.equal(await page.evaluate('document.documentElement.children.length'), 2)
    await page.evaluate(`storewire('start', { key: '${key}', side: 'left', openOn: '#help' })`)
    await page.evaluate(`document.body.innerHTML = '<button id="help">Help</button>'`)
    await page.click('#help')
    await (await panelOf(page)).waitForSelector('textarea')
    await context.close()
  })

  await t.test('on a phone the window stays above the keyboard, and fills the screen without it', async () => {
    // What Safari reports: the keyboard covers a part of the page, and may move the rest of it.
    const keyboard = `globalThis.shown = null
      for (const name of ['height', 'offsetTop']) {
        const { get } = Object.getOwnPropertyDescriptor(VisualViewport.prototype, name)
        Object.defineProperty(visualViewport, name, { get: () => shown?.[name] ?? get.call(visualViewport) })
      }`
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    const { page } = await visit(scriptTag(host, key), { context, before: `if (self === top) { ${keyboard} }` })
    await clickLauncher(page)
    const panel = await panelOf(page)
    await panel.waitForSelector('textarea')
    const place = async () => (await panel.frameElement()).boundingBox()
    await until(async () => (await place())?.height === 640)
    await page.evaluate(`shown = { height: 340, offsetTop: 20 }; visualViewport.dispatchEvent(new Event('resize'))`)
    assert.deepEqual(await place(), { x: 0, y: 20, width: 320, height: 340 })
    await until(async () => {
      const field = await panel.locator('textarea').boundingBox()
      return field !== null && field.y >= 20 && field.y + field.height <= 360
    })
    await page.evaluate(`shown = null; visualViewport.dispatchEvent(new Event('resize'))`)
    assert.deepEqual(await place(), { x: 0, y: 0, width: 320, height: 640 })
    await context.close()
  })

  await t.test('a page imports it as a module, and hears of what happens, but not what is said', async () => {
    const code = `
      import storewire from '${host}/widget.mjs'
      window.heard = []
      for (const type of ['open', 'close', 'session', 'message', 'unread']) storewire('on', type, (detail) => heard.push([type, detail]))
      storewire('start', { key: '${key}', label: 'Ask us' })
      for (const type of ['open', 'close', 'session', 'message']) storewire('on', type, (detail) => heard.push([type, detail ?? null]))
      window.storewire = Object.assign(storewire, { isReady: true })`
    const { page, context } = await visit(`<script type="module">${code}</script>`)
    const late = await holdPanel(page)
    await page.evaluate(`addEventListener('blur', () => heard.push(['left']))`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.ok(!(await page.evaluate<string>('JSON.stringify(heard)')).includes('left'), 'nobody could write there yet')
    await late()
    const panel = await panelOf(page)
    await panel.locator('#write:focus').waitFor()
    await page.keyboard.type('My secret')
    await page.keyboard.press('Enter')
    await panel.locator('.customer:not(.unsent) .text', { hasText: 'My secret' }).waitFor()
    await panel.press('textarea', 'Escape')
    await until(async () => (await page.evaluate<string>('JSON.stringify(heard)')).includes('close'))
    const heard = await page.evaluate<[string, unknown][]>('heard')
    for (const type of ['open', 'session', 'close'])
      assert.ok(
        heard.some(([name]) => name === type),
        type,
      )
    assert.ok(!JSON.stringify(heard).includes('secret'))
    await context.close()
  })

  await t.test('without storage it works for as long as the page', async () => {
    const before = `for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, { get() { throw new DOMException('blocked', 'SecurityError') } })`
    const { page, context, complaints } = await visit(scriptTag(host, key), { before })
    const panel = await opened(page)
    await panel.fill('textarea', 'Hello')
    await panel.press('textarea', 'Enter')
    await panel.locator('.customer:not(.unsent) .text', { hasText: 'Hello' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  await t.test('what is written without a connection is kept, and sent afterwards', async () => {
    const { page, context } = await visit(scriptTag(host, key))
    const panel = await opened(page)
    await context.setOffline(true)
    await panel.fill('textarea', 'Are you there?')
    await panel.press('textarea', 'Enter')
    await panel.locator('.unsent .text', { hasText: 'Are you there?' }).waitFor()
    await context.setOffline(false)
    await panel.locator('.customer:not(.unsent) .text', { hasText: 'Are you there?' }).waitFor()
    await context.close()
  })

  await t.test('logging out of the shop ends the session on the server, also before the panel is loaded', async () => {
    const first = await visit(scriptTag(host, key))
    const { context } = first
    const chatIn = async (page: Page) => {
      const panel = await opened(page)
      await panel.fill('textarea', 'Hello')
      await panel.press('textarea', 'Enter')
      await panel.locator('.customer:not(.unsent) .text', { hasText: 'Hello' }).waitFor()
      await panel.press('textarea', 'Escape')
      await closed(page)
      await until(() => page.evaluate('localStorage.length === 1'))
      return panel
    }
    const panel = await chatIn(first.page)
    const before = await sessions()
    const second = await visit(scriptTag(host, key), { context })
    await second.page.evaluate(`storewire('logout')`)
    await until(async () => (await sessions()) === before - 1)
    assert.equal(await second.page.evaluate('localStorage.length'), 0)
    await panel.locator('.customer').waitFor({ state: 'detached' })

    await first.page.close()
    await chatIn(second.page)
    await second.page.close()
    const { page } = await visit(scriptTag(host, key), { context })
    const late = await holdPanel(page)
    // Close to the launcher the panel begins to load.
    await page.mouse.move(1280 - 48, 800 - 48)
    await page.evaluate(`storewire('logout')`)
    await late()
    await until(async () => (await sessions()) === before - 1)
    await context.close()
  })

  await t.test(
    'as a page for apps it takes the token out of the address, and keeps the session after a reload',
    async () => {
      const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
      const page = await context.newPage()
      await page.goto(`${host}/chat?key=${key}#token=${await widget.sign({ sub: 'c1' })}`)
      const chat = async () => {
        const panel = await panelOf(page)
        await panel.waitForSelector('textarea')
        return panel
      }
      let panel = await chat()
      assert.equal(page.url(), `${host}/chat?key=${key}`)
      await panel.fill('textarea', 'From the app')
      await panel.press('textarea', 'Enter')
      await panel.locator('.customer:not(.unsent) .text', { hasText: 'From the app' }).waitFor()
      const customers = () => api.store.read.all('SELECT id FROM conversations WHERE customer_id IS NOT NULL')
      assert.equal((await customers()).length, 1)
      const before = await sessions()
      await page.reload()
      panel = await chat()
      await panel.locator('.customer .text', { hasText: 'From the app' }).waitFor()
      assert.equal(await sessions(), before, 'the session goes on')
      // The app hands over the next customer.
      await page.exposeFunction('sign', () => widget.sign({ sub: 'c2' }))
      await page.evaluate(`storewire('logout'); storewire('identify', () => sign())`)
      await until(async () => (await customers()).length === 2)
      await context.close()
    },
  )
})
