import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { addMember, browserOf } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { customer, order, shipment } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

test('the first question is about a parcel that arrives today, and is asked with one click', {
  skip: noBrowser,
}, async (t) => {
  const api = await startServer(t)
  const memberId = await addMember(api, { isOperator: true })
  const pages = await startPages(t)
  const opened = await pages.open(api, '/', { memberId })
  const { page, complaints, checkThemes } = opened
  await page.evaluate(
    `fetch('api/sample-shop/load', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  )
  // The chat window looks at the browser's clock.
  await page.clock.setFixedTime(api.clock.now())
  await page.goto(new URL('/console/try?ask', api.baseUrl).href)
  await page.getByText('You are Greta Köhler.').waitFor()
  const panel = page.frameLocator('iframe[title="Chat window"]')
  const field = panel.locator('textarea')
  await field.waitFor()
  assert.equal(await field.inputValue(), 'Where is order #1441?')
  await panel.getByRole('button', { name: 'Send' }).click()
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(api.clock.now())
  const day = `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'long' })}`
  await panel.getByText(`Order #1441 is out for delivery with DPD and should arrive on ${day}.`).waitFor()
  await checkThemes()
  await page.getByRole('button', { name: 'Somebody else' }).click()
  await page.getByText('Ask where order #1441 is').waitFor()
  await checkThemes()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkThemes()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('You are Greta Köhler.').waitFor()
  assert.deepEqual(complaints, [])
})

test('the first question of a shop is about the order with a parcel that was placed last', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { role: 'agent' }))
  assert.deepEqual((await page.get('/trials/question')).body, { order: null })
  await api.push('customers', [customer({ id: 'c1', name: 'Ada' })])
  await api.push('orders', [
    order({ id: 'o1', number: '#1', customerId: 'c1', placedAt: 1_000 }),
    order({ id: 'o2', number: '#2', customerId: 'c1', placedAt: 2_000 }),
    order({ id: 'o3', number: '#3', customerId: 'c1', placedAt: 3_000 }),
    order({ id: 'o4', number: '#4', customerId: 'unknown', placedAt: 4_000 }),
  ])
  await api.push('shipments', [
    shipment({ id: 's2', orderId: 'o2', updatedAt: 1_000 }),
    shipment({ id: 's1', orderId: 'o1', updatedAt: 2_000 }),
    shipment({ id: 's4', orderId: 'o4', updatedAt: 3_000 }),
  ])
  assert.deepEqual((await page.get('/trials/question')).body.order, {
    id: 'o2',
    number: '#2',
    customerId: 'c1',
    customerName: 'Ada',
  })
})

test('without parcels the first question is about the newest order that was sent, asked by a guest if need be', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { role: 'agent' }))
  const asked = async () => (await page.get('/trials/question')).body.order
  await api.push('orders', [
    order({ id: 'o1', number: '#1', email: 'ada@shop.example', status: 'shipped', placedAt: 1_000 }),
    order({ id: 'o2', number: '#2', email: 'ben@shop.example', status: 'pending', placedAt: 2_000 }),
    order({ id: 'o3', number: '#3', status: 'shipped', placedAt: 3_000 }),
  ])
  assert.deepEqual(await asked(), { id: 'o1', number: '#1', customerId: null, customerName: 'ada@shop.example' })
  await api.push('customers', [customer({ id: 'c1', name: 'Ada' })])
  await api.push('orders', [order({ id: 'o4', number: '#4', customerId: 'c1', status: 'delivered', placedAt: 4_000 })])
  assert.deepEqual(await asked(), { id: 'o4', number: '#4', customerId: 'c1', customerName: 'Ada' })
})
