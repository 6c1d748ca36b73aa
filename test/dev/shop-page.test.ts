import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openPage } from '../support/browser.ts'
import { startDevShop } from '../support/dev.ts'
import { clickLauncher, panelOf } from '../support/shop-page.ts'
import { until } from '../support/until.ts'

test('programs read the rules of the sample shop where browsers get its page', async (t) => {
  const { dev } = await startDevShop(t)
  assert.deepEqual((await dev('GET', '/shop')).body.rules, [])
  const page = await dev('GET', '/shop?customer=%22%3E%3Cscript%3E', undefined, { accept: 'text/html' })
  assert.match(page.text, /<option value="">nobody/)
  assert.doesNotMatch(page.text, /"><script>/)
  assert.equal((await dev('POST', '/shop/token', { customerId: '' })).status, 400)
  assert.match((await dev('POST', '/shop/token', { customerId: 'c1' })).body.token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  const foreign = { accept: 'text/html', origin: 'https://evil.example' }
  for (const path of ['/shop', '/shop.js']) assert.equal((await dev('GET', path, undefined, foreign)).status, 403, path)
  assert.equal((await dev('POST', '/shop/token', { customerId: 'c1' }, foreign)).status, 403)
})

test('on the page of the sample shop a guest and each customer can chat', { skip: noBrowser }, async (t) => {
  const { dev, push, baseUrl, clock } = await startDevShop(t)
  const updatedAt = new Date().toISOString()
  await push('customers', [{ id: 'c1', updatedAt, name: 'Ada Berger' }])
  await push('orders', [
    {
      id: 'o7',
      number: '#7',
      updatedAt,
      placedAt: updatedAt,
      customerId: 'c1',
      email: 'ada@example.com',
      status: 'shipped',
    },
  ])
  // The shop signs at the time of the clock under test.
  await clock.advance('2h')
  const page = await openPage(t)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(new URL('/dev/shop', baseUrl).href)
  const isReady = () => page.evaluate<boolean>('!!window.storewire?.isReady')
  await until(isReady)
  await clickLauncher(page)
  const say = async (text: string) => {
    const panel = await panelOf(page)
    await panel.fill('textarea', text)
    await panel.press('textarea', 'Enter')
    await panel.locator('.customer:not(.unsent) .text', { hasText: text }).waitFor()
  }
  await say('Hello from a guest')
  await page.selectOption('select', 'c1')
  await page.locator('body[data-customer=c1]').waitFor()
  await until(isReady)
  assert.match(await page.innerText('main'), /Orders of Ada Berger\s[\s\S]*#7/)
  await page.click('.ask')
  await say('Where is my order?')
  assert.match((await dev('GET', '/conversations')).text, /"c1"/)
  assert.deepEqual(complaints, [])
})
