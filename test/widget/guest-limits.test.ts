import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRateLimits } from '../../src/http/limits/rate-limit.ts'
import { assertError } from '../support/errors.ts'
import { openEvents } from '../support/event-stream.ts'
import { type Answer, startServer } from '../support/server.ts'
import { type Page, startWidget } from '../support/widget.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PROXY = { settings: { trustProxy: 1 } }

const say = (page: Page, text: string, headers = {}) => page.call('POST', '/messages', { json: { text }, headers })
const from = (address: string) => ({ 'x-forwarded-for': address })
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)

test('each session may send 30 messages a minute', async (t) => {
  const api = await startServer(t, { limits: { messages: 30 } })
  const { open } = await startWidget(api)
  const [one, two] = [await open(), await open('c1')]
  const answers = await Promise.all(Array.from({ length: 31 }, (_, n) => say(one, `${n}`)))
  assert.deepEqual(statusesOf(answers).toSorted(), [...Array(30).fill(200), 429])
  const refused = answers.find(({ status }) => status === 429) as Answer
  assertError(refused, 429, 'TOO_MANY_REQUESTS')
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.equal((await say(two, 'mine')).status, 200)
  assert.equal((await one.call('GET', '/conversation')).body.messages.length, 30)
  api.clock.advance(MINUTE)
  assert.equal((await say(one, 'later')).status, 200)
})

test('guests of one network may store 1 MB a day in all their sessions, and block nobody else', async (t) => {
  const api = await startServer(t, { limits: { guests: 1_000 }, ...PROXY })
  const { open, start } = await startWidget(api)
  const here = from('2001:db8::1')
  const pages = [await open(), await open()]
  const customer = await open('c1')
  const text = 'x'.repeat(4_000)
  let sent = 0
  let refused: Answer | undefined
  while (!refused && sent < 400) {
    const answer = await say(
      pages[sent % 2] as Page,
      text,
      sent % 3 === 0 ? { ...here, 'idempotency-key': `${sent}` } : here,
    )
    if (answer.status === 200) sent++
    else refused = answer
  }
  // With what is counted for each message beside its text.
  assert.equal(sent, Math.floor(1_000_000 / 4_100))
  assert.ok(refused)
  assertError(refused, 429, 'TOO_MANY_REQUESTS')
  assert.deepEqual(refused.body.data, { limit: 1_000_000, windowSeconds: DAY / 1000 })
  assert.equal(refused.headers.get('retry-after'), String(14.5 * 3_600))
  const sameNetwork = from('2001:db8::ffff')
  assert.equal((await say(pages[0] as Page, text, sameNetwork)).status, 429)
  for (const address of ['2001:db8:0:1::1', '203.0.113.7'])
    assert.equal((await say(pages[0] as Page, text, from(address))).status, 200)
  assert.equal((await say(customer, text, here)).status, 200)
  const long = { pageUrl: `https://shop.example/${'x'.repeat(1_900)}` }
  // The first still fits beside the messages.
  assert.deepEqual(statusesOf([await start(long, here), await start(long, here)]), [200, 429])
  api.clock.advance(14.5 * 3_600_000)
  assert.equal((await say(await open(), text, here)).status, 200)
})

test('a conversation may be read for so many kB a minute, in all its sessions, and the others meanwhile', async (t) => {
  const api = await startServer(t, { limits: { reads: 400 } })
  const { open } = await startWidget(api)
  const [one, again, other] = [await open('c1'), await open('c1'), await open('c2')]
  for (let message = 0; message < 10; message++) await say(one, 'x'.repeat(4_000))
  await say(other, 'short')
  const read = async (page: Page) => page.call('GET', '/conversation')
  const { text } = await read(one)
  let reads = 1
  let refused: Answer | undefined
  while (!refused && reads < 100) {
    const answer = await read(reads % 2 === 0 ? one : again)
    if (answer.status === 200) reads++
    else refused = answer
  }
  assert.equal(reads, Math.ceil(100_000 / text.length))
  assert.ok(refused)
  assertError(refused, 429, 'TOO_MANY_REQUESTS')
  assert.deepEqual(refused.body.data, { limit: 400_000, windowSeconds: 60 })
  assert.equal((await read(other)).status, 200)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 10, `${seconds}`)
  api.clock.advance(seconds * 1_000)
  assert.equal((await read(one)).status, 200)
  api.clock.advance(MINUTE)
  for (let call = 0; call < reads; call++) assert.equal((await read(one)).status, 200)
})

test('sessions of guests count like their messages, so that they cannot fill the file', async (t) => {
  const api = await startServer(t, { limits: { guests: 10 }, ...PROXY })
  const { start, sign } = await startWidget(api)
  const visit = { pageUrl: `https://shop.example/${'x'.repeat(479)}`, visitorId: 'v'.repeat(250) }
  const answers: Answer[] = []
  for (let n = 0; n < 11; n++) answers.push(await start(visit, from('203.0.113.7')))
  assert.deepEqual(statusesOf(answers), [...Array(10).fill(200), 429])
  const signedIn = await start({ ...visit, identityToken: await sign() }, from('203.0.113.7'))
  assert.equal(signedIn.status, 200)
})

test('a message with an Idempotency-Key is stored once, and its response is repeated byte for byte', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const text = '"Grüße"\n'.repeat(400)
  const headers = { 'idempotency-key': 'k1' }
  const first = await say(page, text, headers)
  const again = await say(page, text, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const records = await api.store.read.all<{ body: string }>('SELECT body FROM idempotency_records')
  assert.deepEqual(records, [{ body: first.body.id }])
})

test('a guest who stores all that is allowed makes the file grow by at most eight times as much', async (t) => {
  const api = await startServer(t, { limits: { guests: 50 } })
  const { open } = await startWidget(api)
  const rows = async (table: string) => (await api.store.read.all(`SELECT 1 FROM ${table}`)).length
  const page = await open()
  let sent = 0
  // The dearest way for the server: one character each, with the longest key.
  while ((await say(page, 'x', { 'idempotency-key': `${sent}`.padStart(255, 'k') })).status === 200) sent++
  assert.ok(sent < 500, `${sent} messages`)
  assert.deepEqual([await rows('messages'), await rows('idempotency_records')], [sent, sent])
  const { bytes } = (await api.store.read.get<{ bytes: number }>(
    `SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE '%messages%' OR name LIKE '%idempotency%'`,
  )) as { bytes: number }
  assert.ok(bytes <= 8 * 50_000, `${bytes} bytes`)
})

test('200 visitors behind one address within four minutes chat without reaching a limit', async (t) => {
  const api = await startServer(t, { limits: defaultRateLimits })
  const { open } = await startWidget(api)
  const pages: Page[] = []
  for (let n = 0; n < 200; n++) {
    pages.push(await open())
    api.clock.advance((4 * MINUTE) / 200)
  }
  const streams = await Promise.all(pages.map(({ token }) => openEvents(t, api.baseUrl, token)))
  assert.ok(streams.every(({ status }) => status === 200))
  for (let round = 0; round < 3; round++) {
    const text = `${round}: ${'Where is my order? '.repeat(6)}`
    const answers = await Promise.all(
      pages.map(async (page, n) => [
        await say(page, text, { 'idempotency-key': `${n} ${round}` }),
        await page.call('GET', '/conversation'),
      ]),
    )
    assert.deepEqual([...new Set(statusesOf(answers.flat()))], [200])
    // After their first message they wait for people.
    for (const stream of streams) assert.equal((await stream.next(round === 0 ? 2 : 1))[0]?.data.text, text)
  }
})
