import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, PASSWORD } from '../support/console.ts'
import { startDevShop } from '../support/dev.ts'

test('the console of storewire dev opens signed in as its owner', async (t) => {
  const shop = await startDevShop(t)
  const open = (headers: Record<string, string> = {}) =>
    fetch(new URL('/console', shop.baseUrl), { headers: { accept: 'text/html', ...headers } })
  const [set = ''] = (await open()).headers.getSetCookie()
  assert.match(set, /^storewire-dev=\w{27}; Path=\/; .*HttpOnly; SameSite=Strict$/)
  const cookie = set.split(';')[0] ?? ''
  const page = browser(shop, cookie)
  const { body } = await page.get('/session')
  assert.deepEqual([body.role, body.member.isOperator, body.workspace.name], ['owner', true, 'dev'])
  // They have no password to type in again.
  assert.equal((await page.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).status, 200)
  assert.deepEqual((await open({ cookie })).headers.getSetCookie(), [])
  assert.equal((await open({ 'x-forwarded-for': '203.0.113.7' })).headers.getSetCookie().length, 0)
  assert.equal((await page.post('/sign-out')).status, 204)
  assert.equal((await open({ cookie })).headers.getSetCookie().length, 1)
})

test('a page of the console stays signed in after a reset, and when the clock moves on by months', async (t) => {
  const shop = await startDevShop(t)
  const opened = await fetch(new URL('/console', shop.baseUrl), { headers: { accept: 'text/html' } })
  const page = browser(shop, opened.headers.getSetCookie()[0]?.split(';')[0])
  await shop.reset()
  assert.equal((await page.get('/session')).body.member.email, 'developer@localhost')
  await shop.clock.advance('100d')
  assert.equal((await page.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })).status, 200)
  assert.equal((await browser(shop).get('/session')).status, 401)
})

test('in storewire dev every member may set endpoints on this machine', async (t) => {
  const shop = await startDevShop(t)
  const opened = await fetch(new URL('/console', shop.baseUrl), { headers: { accept: 'text/html' } })
  const developer = browser(shop, opened.headers.getSetCookie()[0]?.split(';')[0])
  const { token } = (await developer.post('/members/invite', { email: 'ben@shop.example', role: 'admin' })).body
  const ben = browser(shop)
  const joined = await ben.post('/invites/accept', { token, name: 'Ben', password: PASSWORD })
  assert.deepEqual([joined.body.role, joined.body.member.isOperator], ['admin', false])
  const saved = await ben.post('/settings/refunds', { endpointUrl: new URL('/dev/shop/refunds', shop.baseUrl).href })
  assert.equal(saved.status, 200, saved.text)
  const other = await ben.post('/settings/refunds', { endpointUrl: 'http://127.0.0.1:9/' })
  assert.equal(other.status, 200, other.text)
})

test("storewire dev accepts no password, and a program's call is not signed in", async (t) => {
  const shop = await startDevShop(t)
  const answer = await browser(shop).post('/sign-in', { email: 'developer@localhost', password: '' })
  assert.equal(answer.status, 401)
  assert.equal((await fetch(new URL('/console', shop.baseUrl))).headers.getSetCookie().length, 0)
  assert.equal((await browser(shop).get('/session')).status, 401)
})
