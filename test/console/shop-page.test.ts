import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, browserOf, signedIn } from '../support/console.ts'
import { consoleOf, startPages } from '../support/console-page.ts'
import { customer, order, product } from '../support/objects.ts'
import { owner, startServer } from '../support/server.ts'
import { clickLauncher, panelOf } from '../support/shop-page.ts'
import { until } from '../support/until.ts'

test('members alone get the page to see the chat on, with their workspace and nothing about customers', async (t) => {
  const api = await startServer(t)
  const ada = await signedIn(api)
  assert.equal((await ada.post('/settings/widget/key')).status, 200)
  await api.push('products', [
    product({
      title: 'Mug <script>',
      imageUrl: 'https://images.example/mug.png',
      variants: [{ id: 'v', price: 1_250 }],
    }),
    product({ id: 'p2', title: 'Old mug', status: 'archived' }),
  ])
  await api.push('customers', [customer({ id: 'c1', name: 'Ada' })])
  await api.push('orders', [order({ id: 'o1', number: '#1001', customerId: 'c1' })])
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const open = (cookie: string | undefined, query = '') =>
    fetch(`${consoleOf(api)}/shop${query}`, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  const page = await open(ben.cookie, '?customer=c1&order=o1')
  assert.equal(page.status, 200)
  const text = await page.text()
  assert.match(text, /Mug &lt;script&gt;/)
  assert.match(text, /€12\.50/)
  assert.doesNotMatch(text, /Old mug|images\.example|#1001|Ada|<script>/)
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "img-src 'self' data:", "frame-ancestors 'none'"])
    assert.ok(policy.split('; ').includes(part), part)
  assert.equal(page.headers.get('cache-control'), 'no-store')

  for (const cookie of [undefined, 'storewire=unknown']) {
    const refused = await open(cookie)
    assert.deepEqual([refused.status, refused.headers.get('location')], [302, './'])
  }
  const { id: workspaceId } = await api.store.write((tx) =>
    createWorkspace(tx, owner, { name: 'other', plan: 'scale', test: false }, api.clock.now()),
  )
  const cy = await browserOf(api, await addMember(api, { email: 'cy@other.example', workspaceId }))
  const other = await (await open(cy.cookie)).text()
  assert.doesNotMatch(other, /Mug/)
  assert.match(other, /The chat window has no key yet/)
})

test('the launcher works on that page, also if the workspace lists other origins, and is not taken for a page of the shop', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const memberId = await addMember(api)
  const ada = await browserOf(api, memberId)
  assert.equal((await ada.post('/settings/widget/key')).status, 200)
  assert.equal((await ada.post('/settings/widget/origins', { origin: 'https://shop.example' })).status, 200)
  const { page, complaints, checkThemes } = await (await startPages(t)).open(api, '/shop', { memberId })
  await page.clock.setFixedTime(api.clock.now())
  await until(() => page.evaluate<boolean>('!!window.storewire?.isReady'))
  await clickLauncher(page)
  const panel = await panelOf(page)
  await panel.fill('textarea', 'Hello from the preview')
  await panel.press('textarea', 'Enter')
  await panel.locator('.customer:not(.unsent) .text', { hasText: 'Hello from the preview' }).waitFor()
  const { data: chats } = (await ada.get('/chats')).body
  assert.equal(chats.length, 1)
  assert.equal((await ada.get('/settings/widget/access')).body.lastSeen, null)
  await checkThemes()
  assert.deepEqual(complaints, [])
})

test('on the page of the sample shop each customer can be signed in, and asks about an order', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const memberId = await addMember(api, { isOperator: true })
  const ada = await browserOf(api, memberId)
  const { page, complaints, checkThemes } = await (await startPages(t)).open(api, '/', { memberId })
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  await page.clock.setFixedTime(api.clock.now())
  await page.goto(`${consoleOf(api)}/shop`)
  await page.selectOption('select', { label: 'Greta Köhler' })
  await page.getByRole('heading', { name: 'Orders of Greta Köhler' }).waitFor()
  await page.getByRole('link', { name: '#1441' }).click()
  await page.getByText('Out for delivery').waitFor()
  const isLoaded = '[...document.images].every((image) => image.complete && image.naturalWidth > 0)'
  await page.evaluate(`for (const image of document.images) image.loading = 'eager'`)
  await until(() => page.evaluate<boolean>(isLoaded))
  await checkThemes()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkThemes()
  await until(() => page.evaluate<boolean>('!!window.storewire?.isReady'))
  await page.getByRole('button', { name: 'Ask about this order' }).click()
  const panel = await panelOf(page)
  await panel.fill('textarea', 'Where is my order #1441?')
  await panel.press('textarea', 'Enter')
  await panel.getByText('Order #1441 is out for delivery with DPD').waitFor()
  assert.equal((await ada.post('/session/workspace', { workspaceId: await sampleOf(ada) })).status, 200)
  const { data: chats } = (await ada.get('/chats')).body
  assert.ok(JSON.stringify(chats).includes('cust-187'))
  assert.deepEqual(complaints, [])
})

async function sampleOf(page: Awaited<ReturnType<typeof browserOf>>): Promise<string> {
  return (await page.get('/sample-shop')).body.workspaceId
}
