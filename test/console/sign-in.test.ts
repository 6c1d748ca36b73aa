import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember, assertError, browser, browserOf, PASSWORD, signedIn } from '../support/console.ts'
import { startServer } from '../support/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a member signs in, is known by the cookie, and signs out', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const page = browser(api)
  assertError(await page.get('/session'), 401, 'not_signed_in')
  const answer = await page.post('/sign-in', { email: ' Ada@Shop.example ', password: PASSWORD })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.member.email, 'ada@shop.example')
  assert.equal(answer.body.role, 'owner')
  assert.deepEqual(answer.body.workspaces, [{ id: api.workspaceId, name: 'shop', role: 'owner' }])
  assert.deepEqual((await page.get('/session')).body, answer.body)
  const { cookie } = page
  assert.equal((await page.post('/sign-out')).status, 204)
  assert.equal(page.cookie, undefined)
  assertError(await browser(api, cookie).get('/session'), 401, 'not_signed_in')
})

test('a wrong password and an unknown name get the same response', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const wrong = await browser(api).post('/sign-in', { email: 'ada@shop.example', password: 'wrong horse battery' })
  const unknown = await browser(api).post('/sign-in', { email: 'nobody@shop.example', password: PASSWORD })
  assertError(wrong, 401, 'sign_in_refused')
  assert.deepEqual(wrong.body, unknown.body)
  assert.deepEqual([...wrong.headers.keys()], [...unknown.headers.keys()])
})

test('a session ends after 30 days without use, and after 90 at most', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const statusAfter = async (days: number) => {
    api.clock.advance(days * DAY_MS)
    const { status } = await page.get('/session')
    // The use is noted behind the answer: a write that comes after it waits for it.
    await api.store.write(async () => {})
    return status
  }
  assert.deepEqual([await statusAfter(29), await statusAfter(29), await statusAfter(29)], [200, 200, 200])
  assert.equal(await statusAfter(3), 401)
  const idle = await browserOf(api, page.memberId)
  api.clock.advance(30 * DAY_MS)
  assert.equal((await idle.get('/session')).status, 401)
})
