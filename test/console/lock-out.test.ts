import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { addMember, assertError, browser, browserOf, linkFor, PASSWORD } from '../support/console.ts'
import { type Api, startServer } from '../support/server.ts'

/** More than are counted one by one. An IPv6 /48 has 65,536 networks. */
const NETWORKS = 20_300
/** As many as a connection may have unanswered. */
const AHEAD = 16

/**
 * Guesses one-time links, each from another network of 2001:db8:1::/48.
 *
 * @returns the number of responses by status
 */
async function guessLinks({ baseUrl }: Api): Promise<Record<string, number>> {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  await once(socket, 'connect')
  let sent = 0
  const send = () => {
    const body = JSON.stringify({ token: `guess ${sent}` })
    const headers = [
      'POST /console/api/links/show HTTP/1.1',
      `Host: ${host}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `X-Forwarded-For: 2001:db8:1:${sent.toString(16)}::1`,
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
    sent++
  }
  for (let n = 0; n < AHEAD; n++) send()
  const statuses: Record<string, number> = {}
  let answered = 0
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      statuses[status] = (statuses[status] ?? 0) + 1
      answered++
      if (sent < NETWORKS) send()
    }
    if (answered === NETWORKS) break
    // A status line may have come in part.
    text = /(?:HTTP\/1\.1 .{0,3}|H[TP/1.]*)$/.exec(text)?.[0] ?? ''
  }
  return statuses
}

test('a stranger with 20,300 networks locks nobody out of the console', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  const ada = await addMember(api)
  const page = await browserOf(api, ada)
  const post = (address: string, path: string, json: object, by = browser(api)) =>
    by.post(path, json, { 'x-forwarded-for': address })
  const signIn = (address: string, password = PASSWORD) =>
    post(address, '/sign-in', { email: 'ada@shop.example', password })
  const atHome = '203.0.113.7'
  assert.equal((await signIn(atHome)).status, 200)

  const statuses = await guessLinks(api)
  // Of the stranger's further networks all are counted together.
  assert.ok((statuses['429'] ?? 0) > 100, JSON.stringify(statuses))

  assert.equal((await signIn(atHome)).status, 200)
  assert.equal((await signIn('198.51.100.1')).status, 200)
  assert.equal((await post('198.51.100.2', '/confirm', { password: PASSWORD }, page)).status, 200)
  const [, token] = (await linkFor(api, 'reset', { memberId: ada })).split('=')
  assert.equal((await post('198.51.100.3', '/links/show', { token })).status, 200)
  // Not even those in the stranger's own networks: guesses at links are not guesses at passwords.
  assert.equal((await signIn('2001:db8:1:1::1')).status, 200)
  assertError(await post('2001:db8:1:ffff::1', '/links/show', { token }), 429, 'too_many_tries')
})

test('a member who is signed in types the password again, whatever strangers guess', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  const page = await browserOf(api, await addMember(api))
  const guess = (address: string) =>
    browser(api).post(
      '/sign-in',
      { email: 'ada@shop.example', password: 'a wrong password' },
      { 'x-forwarded-for': address },
    )
  const confirm = (password: string) => page.post('/confirm', { password }, { 'x-forwarded-for': '203.0.113.7' })
  for (let index = 0; index < 6; index++) await guess('203.0.113.7')
  assert.equal((await confirm(PASSWORD)).status, 200)
  // In a browser that was left open guesses are limited, too.
  for (let index = 0; index < 5; index++) assertError(await confirm('a wrong password'), 403, 'wrong_password')
  assertError(await confirm(PASSWORD), 429, 'too_many_tries')
})
