import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, visit } from '../support/browser.ts'
import { startDevShop } from '../support/dev.ts'

test('the page shows calls with bodies, refunds with history, and batches, and runs no script from the data', async (t) => {
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

test('a delivery shows the request as it was sent, without the secret', async (t) => {
  const { dev, refunds, signingSecret } = await startDevShop(t)
  const { deliveries } = await refunds.start({ order: 'o1', reason: 'defect' })
  const { text } = await dev('GET', '')
  assert.match(text, /<div>Request<\/div><pre>content-type: application\/json\n/)
  assert.match(text, /service-signature: t=\d+,v1=[0-9a-f]{64}\n/)
  const body = new RegExp(`^{.{1,8}id.{1,8}:.{1,8}${deliveries[0]?.id}.*refund\\.preview.*</pre>`, 'm')
  assert.match(text, body)
  assert.ok(!text.includes(signingSecret) && !text.includes(signingSecret.slice('whsec_'.length)))
})

test('files of the API reference and health checks are not listed as calls, and unknown addresses are', async (t) => {
  const { dev, baseUrl } = await startDevShop(t)
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/reference/scalar.js',
    '/api/v1/spec.json',
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

test('in a browser the page updates itself, and its buttons confirm, replay, move the clock and reset', {
  skip: noBrowser,
}, async (t) => {
  const { call, refunds, shop, clock, baseUrl } = await startDevShop(t)
  const { page, strangers, complaints } = await visit(t, new URL('/dev', baseUrl).href)
  await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday' }] } })
  const refused = page.getByRole('region', { name: 'Calls' }).getByText('data[0].updatedAt must be an ISO-8601 time')
  await refused.waitFor()
  await refused.click()
  await page.getByText('"updatedAt": "yesterday"').waitFor()

  shop.behave({ behaviour: 'error', times: 1 })
  const { id } = await refunds.start({ order: 'o1', reason: 'defect' })
  await page.getByText(`awaiting customer`).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('no_answer:store_error').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText(/20 s ahead/).waitFor()
  await clock.advance('5s')
  await page.locator(`#${id} > summary .good`, { hasText: 'succeeded' }).waitFor()

  await page.locator(`#${id} > summary`).click()
  await page.getByRole('button', { name: 'Replay' }).last().click()
  await page.getByText('sent again').waitFor({ state: 'attached' })
  assert.equal(shop.requests().filter(({ type }) => type === 'refund.create').length, 3)
  await page.getByRole('button', { name: 'Reset everything' }).click()
  await page.getByRole('region', { name: 'Refunds' }).getByText('None yet.').waitFor()
  await assert.rejects(refunds.get(id), /no refund/)
  assert.deepEqual([strangers, complaints], [[], []])
})

/** Runs in the page: the words that are on more than one line, with everything opened, and whether the page scrolls sideways. */
const BROKEN_WORDS = `(() => {
  for (const details of document.querySelectorAll('details')) details.open = true
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { index, 0: word } of node.nodeValue.matchAll(/[\\w:.]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word)
    }
  }
  return { found, isWide: document.documentElement.scrollWidth > innerWidth }
})()`

for (const width of [320, 1280]) {
  test(`at ${width} pixels no word of the page is broken, and only what is wide scrolls`, {
    skip: noBrowser,
  }, async (t) => {
    const { call, dev, refunds, shop, baseUrl } = await startDevShop(t)
    await call('POST', '/orders', { json: { data: [{ id: 'o9', updatedAt: 'yesterday', items: [{}] }] } })
    await call('POST', '/products/bulk', { json: { data: [{ id: 'p1', updatedAt: 1 }] } })
    shop.behave({ behaviour: 'error', times: 1 })
    const { id, deliveries } = await refunds.start({ order: 'o1', reason: 'not_received' })
    await dev('POST', `/deliveries/${deliveries[0]?.id}/replay`)
    await dev('POST', `/refunds/${id}/confirm`)
    const { page } = await visit(t, new URL('/dev', baseUrl).href)
    await page.setViewportSize({ width, height: 900 })
    const broken = await page.evaluate(BROKEN_WORDS)
    assert.deepEqual(broken, { found: [], isWide: false })
  })
}
