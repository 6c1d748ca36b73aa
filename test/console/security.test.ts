import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { addMember, assertError, browser, browserOf, PASSWORD, signedIn } from '../support/console.ts'
import { type Api, startServer } from '../support/server.ts'

const MINUTE_MS = 60_000
const consoleApi = (api: Api) => api.baseUrl.replace('/api/v1', '/console/api')

/** Signs in by hand, and gives what the cookie is set to. */
async function cookieOf(api: Api, headers: Record<string, string> = {}): Promise<string> {
  const answer = await browser(api).post('/sign-in', { email: 'ada@shop.example', password: PASSWORD }, headers)
  assert.equal(answer.status, 200, answer.text)
  return answer.headers.get('set-cookie') ?? ''
}

test('the cookie is hidden from scripts and other sites, and over https from other hosts', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  await addMember(api)
  const http = await cookieOf(api)
  assert.match(http, /^storewire=\w{27}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
  const https = await cookieOf(api, { 'x-forwarded-proto': 'https' })
  assert.match(https, /^__Host-storewire=\w{27}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/)
  const token = /=(\w{27})/.exec(https)?.[1]
  const status = async (cookie: string, proto: string) =>
    (await fetch(`${consoleApi(api)}/session`, { headers: { cookie, 'x-forwarded-proto': proto } })).status
  assert.equal(await status(`__Host-storewire=${token}`, 'https'), 200)
  // A sibling host can plant a cookie without the prefix: over https it counts for nothing.
  assert.equal(await status(`storewire=${token}`, 'https'), 401)
  assert.equal(await status(`storewire=${token}`, 'http'), 200)
  assert.equal(await status(`storewire=planted; storewire=${token}`, 'http'), 401)
})

test('a proxy that is not trusted does not decide whether a request came by https', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  assert.match(await cookieOf(api, { 'x-forwarded-proto': 'https' }), /^storewire=/)
})

test('an https --public-url makes the cookie one for https alone, unless a trusted proxy reports http', async (t) => {
  const publicUrl = 'https://support.shop.example/api/v1'
  const forHttps = /^__Host-storewire=.*; Secure$/
  const untrusted = await startServer(t, { settings: { publicUrl } })
  await addMember(untrusted)
  assert.match(await cookieOf(untrusted), forHttps)
  assert.match(await cookieOf(untrusted, { 'x-forwarded-proto': 'http' }), forHttps)
  const trusted = await startServer(t, { settings: { publicUrl, trustProxy: 1 } })
  await addMember(trusted)
  assert.match(await cookieOf(trusted), forHttps)
  assert.match(await cookieOf(trusted, { 'x-forwarded-proto': 'http' }), /^storewire=/)
  // What stands further left, the client may have written.
  assert.match(await cookieOf(trusted, { 'x-forwarded-proto': 'http, https' }), forHttps)
})

test('the token of a session is nowhere in the database', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const token = page.cookie?.split('=')[1] ?? ''
  const rows = JSON.stringify(await api.store.read.all('SELECT * FROM member_sessions'))
  assert.ok(!rows.includes(token))
  assert.ok(rows.includes(hash('sha256', token, 'hex')))
})

test('a browser that signs in again gets another session, and its earlier one ends', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const page = browser(api)
  const enter = () => page.post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })
  assert.equal((await enter()).status, 200)
  const earlier = page.cookie
  assert.equal((await enter()).status, 200)
  assert.notEqual(page.cookie, earlier)
  assert.equal((await page.get('/session')).status, 200)
  assert.equal((await browser(api, earlier).get('/session')).status, 401)
  assert.equal((await page.get('/me/sessions')).body.sessions.length, 1)
})

test('a one-time link has 160 random bits after the #, and only its hash is stored', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const links = [
    (await owner.post('/members/invite', { email: 'cleo@shop.example', role: 'agent' })).body,
    (await owner.post(`/members/${ben}/reset-link`)).body,
  ]
  const rows = JSON.stringify(await api.store.read.all('SELECT * FROM member_links'))
  for (const { token, fragment } of links) {
    // 27 digits of base 62.
    assert.match(token, /^\w{27}$/)
    assert.match(fragment, new RegExp(`^(invite|reset)=${token}$`))
    assert.ok(!rows.includes(token))
    assert.ok(rows.includes(hash('sha256', token, 'hex')))
  }
  const log = JSON.stringify(await api.store.read.all('SELECT * FROM audit_log'))
  for (const { token } of links) assert.ok(!log.includes(token))
})

test('the console opened from elsewhere over plain http warns that passwords can be read', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  const readable = async (headers: Record<string, string>, { baseUrl } = api) => {
    const { hostname, port } = new URL(baseUrl)
    const { request } = await import('node:http')
    return new Promise<boolean>((resolve, reject) => {
      request({ hostname, port, path: '/console/api/state', headers }, (response) => {
        response.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text).readable))
      })
        .on('error', reject)
        .end()
    })
  }
  assert.equal(await readable({ host: '192.168.1.5:8787' }), true)
  assert.equal(await readable({ host: 'shop.lan' }), true)
  assert.equal(await readable({ host: 'localhost:8787' }), false)
  assert.equal(await readable({ host: '127.0.0.1' }), false)
  assert.equal(await readable({ host: 'shop.lan', 'x-forwarded-proto': 'https' }), false)
  // A public address by https says nothing of another one.
  const known = await startServer(t, { settings: { publicUrl: 'https://support.shop.example/api/v1' } })
  assert.equal(await readable({ host: 'support.shop.example' }, known), false)
  assert.equal(await readable({ host: '192.168.1.5:8787' }, known), true)
})

test("changes are accepted only from the console's own page", async (t) => {
  const api = await startServer(t, { settings: { publicUrl: 'https://support.shop.example/api/v1' } })
  const page = await signedIn(api)
  const { host } = new URL(api.baseUrl)
  const post = async (headers: Record<string, string>, cookie = `__Host-${page.cookie}`) => {
    const response = await fetch(`${consoleApi(api)}/me/sessions/none/end`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
    })
    const { data } = (await response.json()) as { data: { reason: string } }
    return data.reason
  }
  const done = 'no_such_session'
  for (const site of ['cross-site', 'same-site', 'none', ''])
    assert.equal(await post({ 'sec-fetch-site': site, origin: `http://${host}` }), 'other_page', site)
  assert.equal(await post({ 'sec-fetch-site': 'same-origin' }), done)
  for (const origin of ['null', 'http://evil.example', 'http://127.0.0.1:1', `http://${host}.evil.example`, 'nonsense'])
    assert.equal(await post({ origin }), 'other_page', origin)
  assert.equal(await post({ origin: `http://${host}` }), done)
  assert.equal(await post({ origin: 'https://support.shop.example' }), done)
  assert.equal(await post({}), 'other_page')
  // A program sends no cookie, and so nothing that another page could use.
  assert.equal(await post({}, 'other=1'), 'not_signed_in')
})

test('a sign-in sent by another page is rejected', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const answer = await browser(api).post(
    '/sign-in',
    { email: 'ada@shop.example', password: PASSWORD },
    { 'sec-fetch-site': 'cross-site' },
  )
  assertError(answer, 403, 'other_page')
  assert.equal(answer.headers.get('set-cookie'), null)
})

test("a request that another page's form can send is never accepted", async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await fetch(`${consoleApi(api)}/sign-out`, {
      method: 'POST',
      body: Buffer.from('{}'),
      headers: {
        cookie: page.cookie ?? '',
        'sec-fetch-site': 'same-origin',
        'content-type': type,
      },
    })
    assert.equal(response.status, 415, type)
  }
  assert.equal((await page.get('/session')).status, 200)
})

test('responses of the console may not be cached, or read by a page of another origin', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  for (const answer of [await page.get('/session'), await page.get('/nothing'), await browser(api).get('/session')]) {
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
})

/** A server behind a proxy, where each try names the address that it comes from. */
async function guarded(t: Parameters<typeof startServer>[0]) {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  await addMember(api)
  const attempt = (address: string, password: string, email = 'ada@shop.example') =>
    browser(api).post('/sign-in', { email, password }, { 'x-forwarded-for': address })
  return { api, attempt }
}

test('five wrong passwords for a name lock it for five minutes, wherever they come from', async (t) => {
  const { api, attempt } = await guarded(t)
  for (let index = 0; index < 5; index++)
    assertError(await attempt(`203.0.113.${index}`, 'a wrong password'), 401, 'sign_in_refused')
  const locked = await attempt('203.0.113.99', PASSWORD)
  assertError(locked, 429, 'too_many_tries')
  assert.equal(locked.headers.get('retry-after'), '300')
  api.clock.advance(5 * MINUTE_MS)
  assert.equal((await attempt('203.0.113.99', PASSWORD)).status, 200)
  const log = await api.store.read.all<{ action: string; details: string }>(
    `SELECT action, details FROM audit_log WHERE action LIKE 'member.sign%' ORDER BY at, action`,
  )
  assert.deepEqual(
    log.map(({ action, details }) => [action, details]),
    [
      ['member.sign_in_blocked', '{}'],
      ['member.signed_in', '{"failedBefore":5}'],
    ],
  )
})

test('an address that guesses names is locked, too, for up to 15 minutes if it continues', async (t) => {
  const { api, attempt } = await guarded(t)
  let names = 0
  const statuses = async (tries: number) => {
    const seen = []
    for (let index = 0; index < tries; index++) {
      const email = `member${names++}@shop.example`
      await addMember(api, { email, role: 'agent' })
      seen.push((await attempt('203.0.113.7', 'a wrong password', email)).status)
    }
    return seen
  }
  assert.deepEqual(await statuses(6), [401, 401, 401, 401, 401, 429])
  api.clock.advance(5 * MINUTE_MS)
  assert.deepEqual(await statuses(4), [401, 401, 401, 429])
  api.clock.advance(5 * MINUTE_MS)
  assert.deepEqual(await statuses(3), [401, 401, 429])
  const last = await attempt('203.0.113.7', PASSWORD)
  assert.equal(last.headers.get('retry-after'), '300')
  assert.equal((await attempt('203.0.113.8', PASSWORD)).status, 200)
})

test('nobody is locked out at an address from which they signed in before', async (t) => {
  const { attempt } = await guarded(t)
  assert.equal((await attempt('203.0.113.7', PASSWORD)).status, 200)
  for (let index = 0; index < 6; index++) await attempt('198.51.100.1', 'a wrong password')
  assertError(await attempt('198.51.100.2', PASSWORD), 429, 'too_many_tries')
  assert.equal((await attempt('203.0.113.7', PASSWORD)).status, 200)
})

test('guessing links is limited like guessing passwords', async (t) => {
  const api = await startServer(t)
  const page = browser(api)
  for (let index = 0; index < 5; index++)
    assertError(await page.post('/links/show', { token: `guess${index}` }), 404, 'no_such_link')
  assertError(await page.post('/links/show', { token: 'guess' }), 429, 'too_many_tries')
  assertError(await page.post('/resets/redeem', { token: 'x', password: PASSWORD }), 429, 'too_many_tries')
})

test('every way of ending sessions ends them at the next request', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const agent = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const ways: Record<string, () => Promise<{ status: number }>> = {
    'signed out by an owner': () => owner.post(`/members/${agent}/sign-out`),
    'another role': () => owner.post(`/members/${agent}/role`, { role: 'admin' }),
    'a link for a new password': async () => {
      const { token } = (await owner.post(`/members/${agent}/reset-link`)).body
      return browser(api).post('/resets/redeem', { token, password: 'a new password of mine' })
    },
    removal: () => owner.post(`/members/${agent}/remove`),
  }
  for (const [way, end] of Object.entries(ways)) {
    const pages = [await browserOf(api, agent), await browserOf(api, agent)]
    for (const page of pages) assert.equal((await page.get('/session')).status, 200, way)
    assert.equal((await end()).status, 204, way)
    for (const page of pages) assert.equal((await page.get('/session')).status, 401, way)
  }
  assert.equal(await api.store.read.get('SELECT 1 FROM members WHERE id = ?', agent), undefined)
})
