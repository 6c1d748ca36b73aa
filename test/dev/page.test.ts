import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, visit } from '../support/browser.ts'
import { startDevShop } from '../support/dev.ts'

test('the page shows calls with their bodies, refunds with their history, and batches, and runs nothing that stands in the data', async (t) => {
  const { call, dev, refunds } = await startDevShop(t)
  const evil = '"><script>alert(1)</script>'
  await call('POST', '/orders', { json: { data: [{ id: evil, updatedAt: 1, items: [{ id: 'l1' }] }] } })
  await call('POST', '/orders/bulk', { json: { data: [{ id: 'o2', updatedAt: 1 }] } })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
  const { status, headers, text } = await dev('GET', '')
  assert.equal(status, 200)
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(text, /<script>|alert\(1\)<\/script>|\son\w+=|<style/)
  assert.match(text, /data\[0\]\.items\[0\]\.quantity is required/)
  assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.match(text, new RegExp(`<details id="${id}">`))
  assert.match(text, /bat_\w+/)
  assert.doesNotMatch(text, /Bearer|sk_/)
})

test('a delivery is sent again over HTTP, to another address where one is given', async (t) => {
  const { dev, refunds, store } = await startDevShop(t)
  const { deliveries } = await refunds.start({ order: 'o1', reason: 'defect' })
  const path = `/deliveries/${deliveries[0]?.id}/replay`
  assert.equal((await dev('POST', path)).body.verdict, 'amount')
  assert.equal(store.requests().length, 2)
  const elsewhere = await dev('POST', path, { url: 'http://127.0.0.1:1/refunds' })
  assert.equal(elsewhere.body.verdict, 'no_answer:connection')
  assert.equal((await dev('POST', '/deliveries/dlv_none/replay')).status, 404)
})

// After ten seconds it would cut them off, and none would get the end of its answer.
test('a server that stops does not wait for who looks at its page or waits', async (t) => {
  const { dev, stop, baseUrl } = await startDevShop(t)
  const events = await fetch(new URL('/dev/events', baseUrl))
  assert.equal(events.headers.get('content-type'), 'text/event-stream')
  const waiting = dev('GET', '/wait?for=refund.succeeded&order=o1')
  await dev('GET', '/clock')
  await stop()
  assert.equal((await waiting).status, 408)
  assert.match(await events.text(), /^: hello/)
})

test('who goes away from the page or gives up waiting takes nothing along', async (t) => {
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

test('in a browser the page follows along, and its buttons confirm, replay, move the clock and reset', {
  skip: noBrowser,
}, async (t) => {
  const { call, refunds, store, clock, baseUrl } = await startDevShop(t)
  const { page, strangers, complaints } = await visit(t, new URL('/dev', baseUrl).href)
  await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday' }] } })
  const refused = page.getByRole('region', { name: 'Calls' }).getByText('data[0].updatedAt must be an ISO-8601 time')
  await refused.waitFor()
  await refused.click()
  await page.getByText('"updatedAt": "yesterday"').waitFor()

  store.behave({ behaviour: 'error', times: 1 })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
  await page.getByText(`awaiting customer`).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('no_answer:store_error').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText(/20 s ahead/).waitFor()
  await clock.advance('5s')
  await page.locator(`#${id} .good`, { hasText: 'succeeded' }).waitFor()

  await page.locator(`#${id} summary`).click()
  await page.getByRole('button', { name: 'Replay' }).last().click()
  await page.getByText('sent again').waitFor({ state: 'attached' })
  assert.equal(store.requests().filter(({ type }) => type === 'refund.create').length, 3)
  await page.getByRole('button', { name: 'Reset everything' }).click()
  await page.getByRole('region', { name: 'Refunds' }).getByText('None yet.').waitFor()
  await assert.rejects(refunds.get(id), /no refund/)
  assert.deepEqual([strangers, complaints], [[], []])
})
