import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DevView } from '../../src/console/dev-view.ts'
import { startStorewire } from '../../src/dev/testing.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { consoleOf, ownComplaints, startPages } from '../support/console-page.ts'
import { type DevShop, ORDER, startDevShop } from '../support/dev.ts'
import { client, startServer } from '../support/server.ts'

const viewOf = async ({ dev }: Pick<DevShop, 'dev'>): Promise<DevView> => (await dev('GET', '/view')).body

test('the view has calls with bodies, refunds with history, and batches, and no keys', async (t) => {
  const shop = await startDevShop(t)
  const { call, dev, refunds, secretKey } = shop
  await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 1, items: [{ id: 'l1' }] }] } })
  await call('POST', '/orders/bulk', { json: { data: [{ id: 'o2', updatedAt: 1 }] } })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
  const view = await viewOf(shop)
  assert.deepEqual(view.calls[1]?.issues.at(1)?.path, ['data', 0, 'items', 0, 'quantity'])
  assert.match(view.calls[1]?.requestBody ?? '', /"o9"/)
  assert.deepEqual([view.refunds[0]?.id, view.refunds[0]?.moves[0]?.to], [id, 'awaiting_customer'])
  assert.match(view.batches[0]?.id ?? '', /^bat_/)
  assert.match(view.endpointUrl ?? '', /\/dev\/shop\/refunds$/)
  const { text } = await dev('GET', '/view')
  assert.ok(!text.includes('Bearer') && !text.includes(secretKey))
})

test('the view has each delivery as it was sent, without the secret, also one after which there is no refund', async (t) => {
  const shop = await startDevShop(t)
  const { refunds, signingSecret } = shop
  const { id, deliveries } = await refunds.start({ order: 'o1', reason: 'defect' })
  await shop.push('orders', [{ ...ORDER, id: 'o2' }])
  shop.shop.behave({ behaviour: 'refuse', on: 'refund.preview', code: 'too_late' })
  await assert.rejects(refunds.start({ order: 'o2', reason: 'defect' }))
  const [refused, preview] = (await viewOf(shop)).deliveries
  assert.deepEqual(
    [preview?.id, preview?.refundId, preview?.orderId, preview?.verdict],
    [deliveries[0]?.id, id, 'o1', 'amount'],
  )
  assert.match(preview?.sent?.headers['service-signature'] ?? '', /^t=\d+,v1=[0-9a-f]{64}$/)
  assert.match(preview?.sent?.body ?? '', new RegExp(`^{"id":"${preview?.id}".*"refund.preview"`))
  assert.deepEqual([refused?.orderId, refused?.verdict], ['o2', 'refused:too_late'])
  const text = JSON.stringify(preview)
  assert.ok(!text.includes(signingSecret) && !text.includes(signingSecret.slice('whsec_'.length)))
})

test('files of the API reference, the console and health checks are not listed as calls, and unknown addresses are', async (t) => {
  const { dev, baseUrl } = await startDevShop(t)
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/reference/scalar.js',
    '/api/v1/spec.json',
    '/console',
    '/console/api/session',
    '/healthz',
    '/favicon.ico',
  ])
    await fetch(new URL(path, baseUrl))
  await fetch(new URL('/orders', baseUrl))
  const { body } = await dev('GET', '/calls')
  assert.deepEqual(
    body.calls.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    ['GET /orders', 'POST /api/v1/orders'],
  )
})

test('/dev leads browsers to the page in the console, which only storewire dev has', async (t) => {
  const [shop, served] = await Promise.all([startDevShop(t), startServer(t)])
  const opened = await fetch(new URL('/dev', shop.baseUrl), { redirect: 'manual' })
  assert.deepEqual([opened.status, opened.headers.get('location')], [302, '/console/dev'])
  const shells = await Promise.all([shop, served].map(async (server) => (await fetch(consoleOf(server))).text()))
  assert.deepEqual(
    shells.map((shell) => /<html [^>]*data-dev\b/.test(shell)),
    [true, false],
  )
  const filesIn = (text = '') => [...new Set(text.match(/[\w-]+\.(?:js|css)\b/g))]
  const load = (server: Pick<DevShop, 'baseUrl'>, name: string) => fetch(`${consoleOf(server)}/assets/${name}`)
  const scripts = await Promise.all(
    filesIn(shells[0]).map(async (name) => (name.endsWith('.js') ? (await load(shop, name)).text() : '')),
  )
  const kept: string[] = []
  for (const name of filesIn([shells[0], ...scripts].join(' '))) {
    if (!/-[A-Z\d]{8}\./.test(name)) continue
    assert.equal((await load(shop, name)).status, 200, name)
    if ((await load(served, name)).status === 404) kept.push(name.replace(/^.*\./, ''))
  }
  assert.deepEqual(kept.toSorted(), ['css', 'js'])
})

test('a delivery is sent again over HTTP, or to another address if one is given', async (t) => {
  const { dev, refunds, shop } = await startDevShop(t)
  const { deliveries } = await refunds.start({ order: 'o1', reason: 'defect' })
  const path = `/deliveries/${deliveries[0]?.id}/replay`
  assert.equal((await dev('POST', path)).body.verdict, 'amount')
  assert.equal(shop.requests().length, 2)
  const elsewhere = await dev('POST', path, { url: 'http://127.0.0.1:1/refunds' })
  assert.equal(elsewhere.body.verdict, 'no_answer:connection')
  assert.equal((await dev('POST', '/deliveries/dlv_none/replay')).status, 404)
})

// After ten seconds it would cut them off, and none would get the end of its answer.
test('a stopping server does not wait for open pages or waits', async (t) => {
  const { dev, stop, baseUrl } = await startDevShop(t)
  const events = await fetch(new URL('/dev/events', baseUrl))
  assert.equal(events.headers.get('content-type'), 'text/event-stream')
  const waiting = dev('GET', '/wait?for=refund.succeeded&order=o1')
  await dev('GET', '/clock')
  await stop()
  assert.equal((await waiting).status, 408)
  assert.match(await events.text(), /^: hello/)
})

test('closing the page or giving up a wait leaves nothing behind', async (t) => {
  const { call, baseUrl } = await startDevShop(t)
  for (let visit = 0; visit < 5; visit++) {
    const leaving = new AbortController()
    const events = await fetch(new URL('/dev/events', baseUrl), { signal: leaving.signal })
    const wait = fetch(new URL('/dev/wait?for=refund.failed&order=o1', baseUrl), { signal: leaving.signal })
    await events.body?.getReader().read()
    await call('GET', '/ping')
    leaving.abort()
    await assert.rejects(wait)
    assert.equal((await call('GET', '/ping')).status, 200)
  }
})

test('the page in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)

  await t.test('its settings have what a developer needs, and no page of operators', async (t) => {
    const storewire = await startStorewire()
    t.after(storewire.stop)
    const { page } = await pages.open(storewire, '/settings')
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await settings.getByRole('link', { name: 'Audit log', exact: true }).waitFor()
    assert.equal(await settings.getByRole('link', { name: 'System', exact: true }).count(), 0)
  })

  await t.test('it updates itself, and its buttons confirm, send again, order, move the clock and reset', async (t) => {
    const storewire = await startStorewire()
    t.after(storewire.stop)
    const { shop, refunds, clock, baseUrl, secretKey } = storewire
    const api = client(baseUrl, secretKey)
    const { page, strangers, complaints } = await pages.open(storewire, '/dev')
    await page.getByText('There are no calls yet.').waitFor()
    await api.push('orders', [ORDER])
    await api.call('POST', '/orders', { json: { data: [{ id: '<script>alert(1)</script>', updatedAt: 'yesterday' }] } })
    await page.getByText('data[0].updatedAt must be an ISO-8601 time').waitFor()
    // By keyboard: to the newest call, open it.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('"<script>alert(1)</script>"').waitFor()

    shop.behave({ behaviour: 'error', times: 1 })
    const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
    await page.getByRole('link', { name: 'Refunds 1' }).click()
    const refund = page.getByRole('region', { name: 'Refunds, the newest first' })
    await refund.getByText('Waits for the customer').click()
    await page.getByRole('button', { name: 'Confirm as the customer' }).click()
    await page.getByRole('button', { name: 'Confirm €50.00 of order o1' }).click()
    // The refund stays open while it moves.
    await refund.getByText('no_answer:store_error').waitFor()
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByText('20s ahead of this machine').waitFor()
    await clock.advance('5s')
    await refund.getByText('answered_succeeded').waitFor()

    await page.getByRole('link', { name: 'Deliveries 3' }).click()
    await page.getByText('refund.create order o1, try 2').click()
    const exchange = page.locator('details[open]')
    await exchange.getByText(/service-signature: t=\d+,v1=[0-9a-f]{64}\n/).waitFor()
    await exchange.getByText('{"ok":true,"status":"succeeded","refundId":"sample_1"}').waitFor()
    await exchange.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: 'Send refund.create of order o1 again' }).click()
    await exchange.getByRole('heading', { name: 'Sent again' }).waitFor()
    assert.equal(shop.requests().filter(({ type }) => type === 'refund.create').length, 3)

    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByLabel('Behavior').selectOption('pending')
    await page.getByLabel('Order', { exact: true }).fill('o1')
    await page.getByLabel('Times').fill('0')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByText('must be at least 1', { exact: true }).waitFor()
    await page.getByLabel('Times').fill('')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByText('pending · refund.create · order o1 · always').waitFor()
    await page.getByRole('button', { name: 'Remove all rules' }).click()
    await page.getByText('No rule: every refund is made.').waitFor()
    await page.getByRole('link', { name: 'Faults' }).click()
    await page.getByLabel('Fault').selectOption('503')
    await page.getByLabel('Next calls').fill('1')
    await page.getByRole('button', { name: 'Add a fault' }).click()
    await page.getByText('503 · all calls · the next time').waitFor()
    assert.equal((await api.call('GET', '/ping')).status, 503)
    await page.getByText('No fault: every call works.').waitFor()

    // By keyboard: away and back, and through the dialog, whose button gets the focus.
    for (const key of ['g', 'h']) await page.keyboard.press(key)
    await page.locator('h1:focus', { hasText: 'Home' }).waitFor()
    for (const key of ['g', 'v']) await page.keyboard.press(key)
    await page.locator('h1:focus', { hasText: 'Dev' }).waitFor()
    await page.getByRole('button', { name: 'Reset…' }).press('Enter')
    await page.getByRole('button', { name: 'Reset everything', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Everything is as it was at the start.').waitFor()
    await page.getByRole('link', { name: 'Refunds 0' }).click()
    await page.getByText('There are no refunds yet.').waitFor()
    await assert.rejects(refunds.get(id), /no refund/)
    // The session was made after the start, and its page still works.
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Refunds' }).click()
    await page.getByText('Nothing waits for an agent.').waitFor()
    assert.deepEqual(strangers, [])
    assert.deepEqual(ownComplaints(complaints), [])
  })

  // The long run of all pages shows every tab.
  await t.test('everybody can use it, in both themes and on a phone', async (t) => {
    const shop = await startDevShop(t)
    await shop.call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday', items: [{}] }] } })
    await shop.call('POST', '/products/bulk', { json: { data: [{ id: 'p1', updatedAt: 1 }] } })
    shop.shop.behave({ behaviour: 'error', times: 1 })
    shop.chaos({ fault: 'delay', share: 0.5 })
    const { deliveries } = await shop.refunds.start({ order: 'o1', reason: 'not_received' })
    await shop.dev('POST', `/deliveries/${deliveries[0]?.id}/replay`)
    for (const [theme, width, tabs] of [
      ['dark', 320, ['Calls', 'Refunds', 'Rules']],
      ['light', 1280, ['Refunds']],
    ] as const) {
      const { page, checkAccess } = await pages.open(shop, '/dev', { theme, width })
      for (const tab of tabs) {
        await page.getByRole('navigation', { name: 'Views of this server' }).getByRole('link', { name: tab }).click()
        await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        await checkAccess()
      }
      if (theme === 'light') continue
      await page.route(/\/dev\/view/, (route) => route.fulfill({ status: 500, body: '' }))
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await checkAccess()
    }
  })

  await t.test('other servers have no such page', async (t) => {
    const api = await startServer(t)
    const { page } = await pages.open(api, '/dev', { memberId: await addMember(api) })
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Dev' }).count(), 0)
  })
})
