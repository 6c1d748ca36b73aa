import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listKeys, revokeKey } from '../../src/access/keys.ts'
import { addOrigin } from '../../src/widget/origins.ts'
import { noBrowser } from '../support/browser.ts'
import { owner } from '../support/server.ts'
import { scriptTag } from '../support/shop-page.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'
import { type OpenedPage, startWidgetPages } from '../support/widget-page.ts'

const EN = 'The chat is not available on this page.'

/** Opens the chat, reads the notice and that nothing else is shown, closes it by its button, and returns what the console says. */
async function refusedOn({ page, lines, context }: OpenedPage, { text = EN } = {}) {
  await page.locator('.launcher').click()
  const notice = page.getByRole('alert')
  await notice.getByText(text).waitFor()
  const button = notice.getByRole('button', { name: 'OK' })
  await notice.locator('button:focus').waitFor()
  assert.equal(await page.locator('iframe').isVisible(), false, 'nothing of the frame is shown')
  await button.click()
  await notice.waitFor({ state: 'hidden' })
  await page.locator('.launcher:focus').waitFor()
  // It is still so, and the console says so once.
  await page.keyboard.press('Enter')
  await notice.getByText(text).waitFor()
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'hidden' })
  await until(() => lines.length > 0)
  await context.close()
  assert.equal(lines.length, 1, lines.join('\n'))
  return lines[0] ?? ''
}

test('where there is no chat, visitors read so, and the makers of the page read why', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startWidgetPages(t)
  const { api, host, widget, site, open } = pages
  const { store, workspaceId, clock } = api

  await t.test('a wrong key', async () => {
    assert.match(
      await refusedOn(await open(scriptTag(host, 'pk_wrong'))),
      /^storewire: The key of the chat window is not a valid publishable key, or it was revoked\. Copy the line/,
    )
    for (const [lang, text] of [
      ['de-AT', 'Der Chat ist auf dieser Seite nicht verfügbar.'],
      ['fr', 'La discussion n’est pas disponible sur cette page.'],
      ['es', 'El chat no está disponible en esta página.'],
      ['xx', EN],
    ] as const)
      await refusedOn(await open(scriptTag(host, 'pk_wrong'), { html: `lang="${lang}"` }), { text })
  })

  await t.test('a key that is revoked while the page is open', async () => {
    const other = await startWidget(api)
    const { page, lines, context } = await open(scriptTag(host, other.key))
    await page.locator('.launcher').click()
    const panel = page.frameLocator('iframe')
    await panel.locator('textarea').waitFor()
    const { id = '' } = (await listKeys(store.read, workspaceId)).find(({ key }) => key === other.key) ?? {}
    await store.write((tx) => revokeKey(tx, owner, id, clock.now()))
    await panel.locator('textarea').fill('hello')
    await panel.locator('textarea').press('Enter')
    await panel.getByText(EN).waitFor()
    await until(() => lines.length > 0)
    assert.deepEqual(lines.length, 1)
    assert.match(lines[0] ?? '', /^storewire: Send a valid publishable key/)
    await context.close()
    assert.match(await refusedOn(await open(scriptTag(host, other.key))), /or it was revoked/)
  })

  await t.test('a page of an origin that is not listed', async () => {
    const request = { workspaceId, origin: 'https://shop.example' }
    await store.write((tx) => addOrigin(tx, owner, request, clock.now()))
    assert.equal(
      await refusedOn(await open(scriptTag(host, widget.key))),
      `storewire: Pages of ${site.origin} may not use this chat. An owner or admin can add the address under Settings, Chat window, of the console.`,
    )
  })

  await t.test('a server that is down, or answers with something else', async () => {
    const script = await (await fetch(`${host}/widget.js`)).text()
    const module = await (await fetch(`${host}/widget/frame.mjs`)).text()
    let isUp = true
    const server = createServer(({ url = '' }, res) => {
      if (!isUp) return res.destroy()
      const isScript = url.startsWith('/widget.js') || url.startsWith('/widget/frame.mjs')
      res.setHeader('access-control-allow-origin', '*')
      res.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'application/json')
      return res.end(url.startsWith('/widget.js') ? script : isScript ? module : '{"code":"TOO_MANY_REQUESTS"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close().closeAllConnections())
    const { port } = server.address() as { port: number }
    const down = `http://127.0.0.1:${port}`
    const line = `storewire: no chat came from ${down}/: is it up, and in your CSP?`
    assert.equal(await refusedOn(await open(scriptTag(down, widget.key))), line)
    const opened = await open(scriptTag(down, widget.key))
    await opened.page.waitForFunction('window.storewire?.isReady')
    isUp = false
    assert.equal(await refusedOn(opened), line)
  })

  await t.test('a policy of the page that does not let it frame the server', async () => {
    const headers = { 'content-security-policy': "frame-src 'none'" }
    assert.match(await refusedOn(await open(scriptTag(host, widget.key), { headers })), /in your CSP/)
  })

  await t.test('the page for apps, and a program that looks', async () => {
    const context = await (await open('')).context
    const page = await context.newPage()
    const response = await page.goto(`${host}/chat?key=pk_wrong&locale=de`)
    assert.equal(response?.status(), 401)
    assert.equal((await page.locator('body').innerText()).trim(), 'Der Chat ist auf dieser Seite nicht verfügbar.')
    await context.close()
  })
})

test('a chat that comes late replaces the notice, and a click asks a server that was down again', {
  skip: noBrowser,
}, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const { page, lines, context } = await open(scriptTag(host, widget.key))
  await page.waitForFunction('window.storewire?.isReady')
  await page.route('**/widget/frame?*', (route) => route.abort())
  await page.locator('.launcher').click()
  await page.getByRole('alert').getByText(EN).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await page.locator('.launcher').click()
  await page.frameLocator('iframe').locator('textarea').waitFor()
  await page.getByRole('alert').waitFor({ state: 'hidden' })
  assert.equal(lines.length, 1)
  await context.close()
})
