import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { HTTP_HOST, noBrowser } from '../support/browser.ts'
import { addMember, PASSWORD, signedIn } from '../support/console.ts'
import { consoleOf, startPages } from '../support/console-page.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** A proxy that serves what is below `/support` from a server's own root. @returns its origin */
async function startSubPath(t: TestContext, target: () => string): Promise<string> {
  const proxy = createServer((req, res) => {
    const below = req.url?.startsWith('/support/') ? req.url.slice('/support'.length) : undefined
    if (below === undefined) return void res.writeHead(404).end()
    const { method, headers } = req
    const passed = request(target() + below, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const isRead = (request: Request) => request.url().endsWith('/api/settings/refunds')

test('the console where the network differs', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

  await t.test('over http to another machine there is a warning, and signing in and copying work', async () => {
    const api = await startServer(t)
    await addMember(api)
    const url = consoleOf(api).replace('127.0.0.1', HTTP_HOST)
    const { page, leave } = await pages.open(api, '/settings/keys', { url })
    await page.getByText('This connection is not encrypted').waitFor()
    await page.getByLabel('E-mail').fill('ada@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.getByText('This connection is not encrypted').waitFor()
    assert.equal(await page.evaluate('isSecureContext'), false)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('backend')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
    await page.getByRole('button', { name: 'Copy: Key' }).click()
    await page.getByRole('status').getByText('Copied').waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').focus()
    await page.keyboard.press('Control+V')
    await until(async () => (await page.getByLabel('Name').inputValue()) === key)
    await leave()
  })

  await t.test('behind a proxy on a sub-path every link, call and file is below that path', async () => {
    let target = ''
    const origin = await startSubPath(t, () => target)
    const api = await startServer(t, { settings: { publicUrl: `${origin}/support/api/v1` } })
    target = new URL(api.baseUrl).origin
    const memberId = await addMember(api)
    const { page, strangers, leave } = await pages.open(api, '/settings/keys', {
      url: `${origin}/support/console`,
      memberId,
    })
    const missed: string[] = []
    page.on('response', (response) => {
      if (response.status() === 404) missed.push(response.url())
    })
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.getByRole('link', { name: 'My account' }).click()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/support/console/account')
    await page.reload()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    assert.deepEqual([...strangers, ...missed], [])
    await leave()
  })

  await t.test('a page of another site cannot show the console in a frame', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const foreign = createServer((_req, res) => {
      res.setHeader('content-type', 'text/html')
      res.end(`<h1>Win a mug</h1><iframe src="${consoleOf(api)}/settings/keys"></iframe>`)
    })
    foreign.listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    t.after(() => foreign.close())
    const { page, complaints, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.goto(`http://${HTTP_HOST}:${(foreign.address() as AddressInfo).port}/`)
    await page.getByRole('heading', { name: 'Win a mug' }).waitFor()
    await until(() => complaints.some((line) => /frame-ancestors 'none'/.test(line)))
    assert.equal(await page.frameLocator('iframe').getByRole('heading').count(), 0)
    await leave()
  })

  await t.test('where the browser blocks storage the console works, and forgets the theme', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const { page, complaints } = await pages.open(api, '/account', {
      memberId,
      prepare: (unopened) =>
        unopened.addInitScript(
          `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })`,
        ),
    })
    await page.getByLabel('Theme').selectOption('dark')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('html[data-theme="dark"]').waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })

  await t.test('without a connection the page says so, and goes on when it is back', async () => {
    const api = await startServer(t)
    const memberId = await addMember(api)
    const { page, leave } = await pages.open(api, '/settings/keys', { memberId })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('backend')
    await page.context().setOffline(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByText('No connection to the server').waitFor()
    await page.getByText('No connection to the server. Trying again…').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).and(page.locator(':disabled')).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Copy the key now').waitFor()
    await leave()
  })

  await t.test('where the server does not say whom it serves, the sign-in says so, and tries again', async () => {
    const api = await startServer(t)
    await addMember(api)
    const { page, checkAccess, leave } = await pages.open(api, '/', {
      prepare: (unopened) =>
        unopened.route('**/console/api/state', (route) =>
          route.fulfill({
            status: 503,
            body: '{"code":"SERVICE_UNAVAILABLE","message":"The server is busy.","data":{}}',
          }),
        ),
    })
    await page.getByRole('alert').getByText('The server is busy.').waitFor()
    await checkAccess()
    await page.unroute('**/console/api/state')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('E-mail').waitFor()
    await leave()
  })

  await t.test(
    'what happens while a page opens its stream is shown, whether or not the page waits for it',
    async () => {
      /** A page whose stream opens after a change, which an impatient one has read before. @returns how often it has read when it shows it */
      const readsOf = async (isPatient: boolean) => {
        const api = await startServer(t)
        const owner = await signedIn(api)
        let reads = 0
        let answers = 0
        const prepare = async (unopened: Page) => {
          // However slow the machine is, the second that a page waits for its stream passes at once, or never.
          await unopened.addInitScript(
            `const wait = setTimeout
           setTimeout = (work, ms) => (ms === 1000 ? ${isPatient ? '0' : 'wait(work)'} : wait(work, ms))`,
          )
          unopened.on('request', (request) => {
            if (isRead(request)) reads++
          })
          unopened.on('requestfinished', (request) => {
            if (isRead(request)) answers++
          })
          await unopened.route('**/api/events', async (route) => {
            if (!isPatient) await until(() => answers > 0)
            assert.equal((await owner.post('/settings/refunds', { frozen: true })).status, 200)
            await route.continue()
          })
        }
        const { page } = await pages.open(api, '/refunds', { memberId: owner.memberId, prepare })
        await page.getByText('Refunds are frozen').waitFor()
        const readBefore = reads
        assert.equal((await owner.post('/settings/refunds', { frozen: false })).status, 200)
        await page.getByText('Refunds are frozen').waitFor({ state: 'detached' })
        await page.context().close()
        return readBefore
      }
      assert.equal(await readsOf(true), 1)
      assert.equal(await readsOf(false), 2)
    },
  )
})
