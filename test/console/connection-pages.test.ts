import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { getRefundSettings } from '../../src/refunds/settings.ts'
import { createIdentitySecret } from '../../src/widget/identity-secrets.ts'
import { noBrowser } from '../support/browser.ts'
import { call, claim, claimed, connect, open, poll, pressConnect, SHOP } from '../support/connecting.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages, THEMES } from '../support/console-page.ts'
import { order } from '../support/objects.ts'
import { client, owner, startServer } from '../support/server.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** With `SCREENSHOTS=FOLDER` each state of the page is written as a picture, in both themes and three widths. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  for (const width of [320, 390, 1280])
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: width < 500 ? 700 : 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function start(t: TestContext) {
  const pages = await startPages(t)
  const api = await startServer(t)
  // Over http a browser keeps no cookie of a server with a public https address. In a test workspace an address of this machine will do.
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1 WHERE id = ?', api.workspaceId))
  const memberId = await addMember(api)
  return { pages, api, memberId }
}

test('a shop is connected from the page Shop', { skip: noBrowser }, async (t) => {
  const { pages, api, memberId } = await start(t)
  const { page, complaints, checkThemes } = await pages.open(api, '/connection', { memberId })
  await page.getByLabel('Shopify', { exact: true }).check()
  await page.getByText('There is no plugin for Shopify').waitFor()
  await shoot(page, 'shop-shopify')
  await page.getByLabel('WooCommerce', { exact: true }).check()
  const plugin = await page.getByRole('link', { name: 'Download storewire-woocommerce.zip' }).getAttribute('href')
  assert.equal((await fetch(new URL(plugin ?? '', page.url()))).headers.get('content-type'), 'application/zip')
  await shoot(page, 'shop-steps')
  await button(page, 'Make a connection code').click()
  const code = await page.getByLabel('Connection code', { exact: true }).inputValue()
  assert.match(code, /^http:\/\/127\.0\.0\.1:\d+#cc_\w{33}$/)
  await checkThemes()
  await shoot(page, 'shop-code')

  const { body } = await claim(api, code)
  await page.getByRole('heading', { name: 'A shop asks to be connected' }).waitFor()
  await page.getByText(SHOP).first().waitFor()
  await page.getByText('127.0.0.1').waitFor()
  await checkThemes()
  await shoot(page, 'shop-claim')
  await button(page, 'Connect').click()
  await page.getByText('may connect now').waitFor()
  await checkThemes()
  await shoot(page, 'shop-approved')

  const { secretKey } = (await poll(api, body.claimSecret)).body.credentials
  const plugins = client(api.baseUrl, secretKey)
  const headers = (report: string) => ({ 'storewire-connection': report })
  await plugins.call('POST', '/orders', {
    json: { data: [order()] },
    headers: headers('plugin=0.1.0&system=9.8.1&platform=WordPress+7.1%2C+PHP+8.2&queue=0'),
  })
  await page.getByText('WordPress 7.1, PHP 8.2').waitFor()
  await page.getByText('Nothing', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'o1' }).waitFor()
  await checkThemes()
  await shoot(page, 'shop-connected')

  api.clock.advance(60_000)
  const report = 'plugin=0.0.1&system=9.8.1&queue=12&oldest=4000&problems=cron_off,blue_moon'
  await plugins.call('GET', '/ping', { headers: headers(report) })
  await page.getByText('A newer plugin is here').waitFor()
  await page.getByText('12 objects, the oldest for 67 minutes').waitFor()
  await page.getByText('Background tasks do not run in the shop').waitFor()
  await page.getByText('The plugin reports a problem: blue_moon.').waitFor()
  await checkThemes()
  await shoot(page, 'shop-problems')

  await button(page, 'Disconnect').click()
  await shoot(page, 'shop-disconnect')
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect shop.example' }).click()
  await page.getByText(`${SHOP} was disconnected`).waitFor()
  await checkThemes()
  await shoot(page, 'shop-disconnected')
  assert.equal((await call(api, 'GET', 'state', { token: secretKey })).status, 401)
  assert.deepEqual(ownComplaints(complaints), [])
})

test('a claim that replaces something is connected only after a choice', { skip: noBrowser }, async (t) => {
  const { pages, api, memberId } = await start(t)
  const { store, workspaceId, outbound, sealer, clock } = api
  await store.write(async (tx) => {
    await createRefundSecret(tx, owner, workspaceId, sealer, clock.now())
    const change = { endpointUrl: 'https://own.example/refunds' }
    await changeRefundSettings(tx, owner, workspaceId, change, outbound.policy, clock.now())
    for (let count = 0; count < 2; count++) await createIdentitySecret(tx, owner, workspaceId, sealer, clock.now())
  })
  await claimed(api)
  const { page, checkThemes } = await pages.open(api, '/connection', { memberId })
  await page.getByText('This workspace has a refund endpoint already').waitFor()
  assert.ok(await button(page, 'Connect').isDisabled())
  await page.getByText('Replace it').click()
  assert.ok(await button(page, 'Connect').isDisabled())
  await page
    .getByText(/^Revoke …/)
    .first()
    .click()
  await checkThemes()
  await shoot(page, 'shop-choices')
  await button(page, 'Connect').click()
  await page.getByText('may connect now').waitFor()
  const { endpointUrl, enabled } = await getRefundSettings(store.read, workspaceId)
  assert.deepEqual([endpointUrl, enabled], [(await open(api)).refundUrl, false])
})

test('a shop that is not ours is refused', { skip: noBrowser }, async (t) => {
  const { pages, api, memberId } = await start(t)
  const secret = await claimed(api, { shop: 'https://thief.example', refundUrl: null })
  const { page } = await pages.open(api, '/connection', { memberId })
  await page.getByText('https://thief.example').waitFor()
  await button(page, 'Not my shop').click()
  await page.getByText('The shop is refused.').waitFor()
  assert.equal((await poll(api, secret)).body.status, 'refused')
  await page.getByRole('heading', { name: 'My shop runs on …' }).waitFor()
})

test('agents see the shop and change nothing', { skip: noBrowser }, async (t) => {
  const { pages, api } = await start(t)
  const memberId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const { page, follow } = await pages.open(api, '/connection', { memberId })
  await page.getByLabel('WooCommerce', { exact: true }).check()
  await page.getByText('Owners and admins of the workspace connect a shop.').waitFor()
  assert.equal(await button(page, 'Make a connection code').count(), 0)
  await claimed(api)
  await page.getByRole('heading', { name: 'A shop asks to be connected' }).waitFor()
  assert.equal(await button(page, 'Connect').count(), 0)
  await pressConnect(api)
  await page.getByText('may connect now').waitFor()
  assert.equal(await button(page, 'Disconnect').count(), 0)
  await follow('/')
})

test('without a public address the page says why there is no code', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const { page, checkThemes } = await pages.open(api, '/connection?kind=woocommerce', { memberId })
  await button(page, 'Make a connection code').click()
  await page.getByText('A shop can be connected only to a server with a public https address.').waitFor()
  await checkThemes()
  await shoot(page, 'shop-no-address')
})

test('Home begins with the shop, and leads to its page', { skip: noBrowser }, async (t) => {
  const { pages, api, memberId } = await start(t)
  const { page, checkThemes } = await pages.open(api, '/', { memberId })
  await page.getByRole('heading', { name: 'My shop runs on …' }).waitFor()
  await page.getByLabel('WooCommerce', { exact: true }).check()
  await checkThemes()
  await shoot(page, 'home-woocommerce')
  await page.getByRole('link', { name: 'Connect WooCommerce' }).click()
  await page.getByRole('link', { name: 'Download storewire-woocommerce.zip' }).waitFor()
})

test('Home names the shop that asks, and the first problem of the one that is connected', {
  skip: noBrowser,
}, async (t) => {
  const { pages, api, memberId } = await start(t)
  const { page, checkThemes } = await pages.open(api, '/', { memberId })
  const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Shop', exact: true }) })
  const secret = await claimed(api)
  await tile.getByText('Asks to be connected').waitFor()
  await shoot(page, 'home-claim')
  await pressConnect(api)
  const { secretKey } = (await poll(api, secret)).body.credentials
  await tile.getByText(/Connected$/).waitFor()
  const headers = { 'storewire-connection': 'problems=cron_off' }
  await client(api.baseUrl, secretKey).call('GET', '/ping', { headers })
  await tile.getByText('Background tasks do not run in the shop').waitFor()
  await checkThemes()
  await shoot(page, 'home-problem')
  await tile.getByRole('link', { name: 'Shop' }).click()
  await page.getByText('1 problem').waitFor()
})

test('a plugin that has not called yet was never heard from', { skip: noBrowser }, async (t) => {
  const { pages, api, memberId } = await start(t)
  await connect(api)
  const { page } = await pages.open(api, '/connection', { memberId })
  await page.getByText('Not yet').waitFor()
})
