import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { createEndpoint, updateEndpoint } from '../../src/events/change-endpoints.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { createMailbox, type Mailbox } from '../../src/mail/mailbox.ts'
import { browser, signedIn } from '../support/console.ts'
import { type Api, owner, startServer, testClock } from '../support/server.ts'
import { PUBLIC_BASE, smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const HOUR_MS = 3_600_000
const TEAM = 'team@shop.example'

async function start(t: TestContext, mailer?: Parameters<typeof startServer>[1]) {
  const clock = testClock()
  const box = createMailbox({ now: clock.now, base: PUBLIC_BASE })
  const api = await startServer(t, { mailer: box, clock, ...mailer })
  return { api, box, clock, widget: await startWidget(api) }
}

const by = ({ sealer, outbound }: Api) => ({ sealer, policy: outbound.policy })

const add = (api: Api, change: object = {}) =>
  api.store.write((tx) =>
    createEndpoint(
      tx,
      owner,
      api.workspaceId,
      { url: TEAM, types: ['conversation.waiting'], ...change },
      by(api),
      api.clock.now(),
    ),
  )

const to = (box: Mailbox, address = TEAM) => box.mails().filter((mail) => mail.to === address)

/** Confirms the address with the link of its newest mail. */
async function confirm(api: Api, box: Mailbox, address = TEAM): Promise<string> {
  await until(() => to(box, address).length > 0)
  const [, token = ''] = /console#confirm=(\w+)/.exec(to(box, address)[0]?.text ?? '') ?? []
  assert.equal((await browser(api).post('/event-addresses/confirm', { token })).status, 200)
  return token
}

const state = async ({ store }: Api) =>
  store.read.get<{ state: string; host: string; ending: string; kind: string }>(
    'SELECT state, host, ending, kind FROM event_endpoints',
  )

async function settled({ store, clock }: Api): Promise<void> {
  await until(async () => {
    const due = `SELECT 1 FROM jobs WHERE kind IN ('mail.send', 'event.deliver') AND due_at <= ?`
    return (await store.read.get(due, clock.now())) === undefined
  })
}

test('an address gets events after its owner has confirmed it, each in one mail of plain text', async (t) => {
  const { api, box, widget } = await start(t)
  const { endpoint, secret } = await add(api)
  assert.deepEqual([endpoint.kind, endpoint.isConfirmed, endpoint.state, secret], ['email', false, 'off', null])
  assert.deepEqual(await state(api), { state: 'off', host: 'shop.example', ending: '', kind: 'email' })
  await until(() => to(box).length === 1)
  assert.equal(to(box)[0]?.subject, 'Confirm mails of shop')
  const first = await widget.open()
  await first.call('POST', '/messages', { json: { text: 'Before' } })
  const token = await confirm(api, box)
  // Single use.
  assert.equal((await browser(api).post('/event-addresses/confirm', { token })).status, 404)
  const page = await widget.open()
  await page.call('POST', '/messages', { json: { text: 'Secret words' } })
  await until(() => to(box).length === 2)
  const [mail] = to(box)
  assert.equal(mail?.subject, 'shop: A customer waits for people')
  assert.ok(mail?.text.includes(`${PUBLIC_BASE}/console/chats/${page.conversationId}`))
  assert.doesNotMatch(mail?.text ?? '', /Secret words|Before/)
  assert.equal(mail?.html, null)
  await until(
    async () => (await api.store.read.get(`SELECT 1 FROM event_deliveries WHERE state = 'delivered'`)) !== undefined,
  )
})

test('opening the link confirms nothing, and an unconfirmed address gets no test', async (t) => {
  const { api, box } = await start(t)
  const ada = await signedIn(api)
  const made = await ada.post('/settings/events/endpoints', { url: TEAM })
  assert.equal(made.status, 200, made.text)
  await until(() => to(box).length === 1)
  const [, token = ''] = /#confirm=(\w+)/.exec(to(box)[0]?.text ?? '') ?? []
  assert.equal((await fetch(new URL(`/console#confirm=${token}`, api.baseUrl))).status, 200)
  const tested = await ada.post(`/settings/events/endpoints/${made.body.endpoint.id}/test`)
  assert.deepEqual([tested.status, tested.body.data.reason], [409, 'not_confirmed'])
  const on = await ada.post(`/settings/events/endpoints/${made.body.endpoint.id}/switch`, { on: true })
  assert.deepEqual([on.status, on.body.data.reason], [409, 'not_confirmed'])
  await confirm(api, box)
  const done = await ada.post(`/settings/events/endpoints/${made.body.endpoint.id}/test`)
  assert.deepEqual([done.body.state, to(box)[0]?.subject], ['delivered', 'shop: A test'])
})

test('a new address has to be confirmed again, and nobody is asked more than 3 times an hour', async (t) => {
  const { api, box } = await start(t)
  const { endpoint } = await add(api)
  await confirm(api, box)
  assert.equal((await state(api))?.state, 'on')
  const change = (url: string) =>
    api.store.write((tx) =>
      updateEndpoint(
        tx,
        owner,
        { workspaceId: api.workspaceId, id: endpoint.id, change: { url } },
        by(api),
        api.clock.now(),
      ),
    )
  assert.equal((await change('other@shop.example')).endpoint.isConfirmed, false)
  assert.equal((await state(api))?.state, 'off')
  await add(api)
  await add(api)
  await assert.rejects(add(api), { reason: 'asked_too_often' })
})

test('a server without e-mail refuses the address, and so does a text that is none', async (t) => {
  const api = await startServer(t)
  await assert.rejects(add(api), { reason: 'mail_off' })
  assert.equal(await state(api), undefined)
  await assert.rejects(add(api, { url: 'https://shop.example', kind: 'email' }), { reason: 'wrong_endpoint_url' })
  await assert.rejects(add(api, { kind: 'webhook' }), { reason: 'wrong_endpoint_url' })
})

test('20 events an hour, then one digest; all their deliveries have arrived', async (t) => {
  const { api, box, clock, widget } = await start(t)
  await add(api)
  await confirm(api, box)
  for (let count = 0; count < 23; count++) {
    const page = await widget.open()
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
  }
  await until(async () => (await api.store.read.all('SELECT 1 FROM event_deliveries')).length === 23)
  await settled(api)
  assert.equal(to(box).length, 1 + 20)
  clock.advance(HOUR_MS)
  api.wake()
  await until(() => to(box).length === 22)
  assert.equal(to(box)[0]?.subject, 'shop: 3 events')
  await until(
    async () => (await api.store.read.all(`SELECT 1 FROM event_deliveries WHERE state <> 'delivered'`)).length === 0,
  )
})

test('a mail that is refused for good is a failed delivery, with its reason', async (t) => {
  const smtp = await startSmtp(t)
  const { api, widget } = await start(t, { mailer: smtpMailer(smtp) })
  await add(api)
  const [asked] = await smtp.arrived(1)
  const [, token = ''] = /#confirm=(\w+)/.exec(asked?.text ?? '') ?? []
  await browser(api).post('/event-addresses/confirm', { token })
  smtp.answer('RCPT TO', 550, '5.2.1 Off')
  const page = await widget.open()
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await until(
    async () => (await api.store.read.get(`SELECT 1 FROM event_deliveries WHERE state = 'failed'`)) !== undefined,
  )
  assert.deepEqual(await api.store.read.get('SELECT verdict, explanation FROM event_deliveries'), {
    verdict: 'smtp_refused',
    explanation: 'The mailbox is switched off. (550)',
  })
})

test('an endpoint that is switched off sends nothing that waits', async (t) => {
  const { api, box, clock, widget } = await start(t)
  const ada = await signedIn(api)
  await ada.post('/me/notifications', { types: [] })
  const { endpoint } = await add(api)
  await confirm(api, box)
  for (let count = 0; count < 21; count++) {
    const page = await widget.open()
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
  }
  await until(async () => (await api.store.read.all('SELECT 1 FROM event_deliveries')).length === 21)
  await settled(api)
  await ada.post(`/settings/events/endpoints/${endpoint.id}/switch`, { on: false })
  clock.advance(HOUR_MS)
  api.wake()
  await settled(api)
  assert.equal(to(box).length, 1 + 20)
})

test('an address that was replaced gets nothing more: neither the question whether the next is right, nor what waits', async (t) => {
  const { api, box, clock, widget } = await start(t)
  const { store, workspaceId } = api
  const change = (url: string, id: string) =>
    store.write((tx) => updateEndpoint(tx, owner, { workspaceId, id, change: { url } }, by(api), clock.now()))
  const OTHER = 'other@shop.example'
  const id = await store.write(async (tx) => {
    const made = { url: OTHER, types: ['conversation.waiting'] }
    const { endpoint } = await createEndpoint(tx, owner, workspaceId, made, by(api), clock.now())
    await updateEndpoint(tx, owner, { workspaceId, id: endpoint.id, change: { url: TEAM } }, by(api), clock.now())
    return endpoint.id
  })
  await settled(api)
  assert.deepEqual(to(box, OTHER), [])
  await confirm(api, box)
  for (let count = 0; count < 21; count++) {
    const page = await widget.open()
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
  }
  await until(async () => (await store.read.all('SELECT 1 FROM event_deliveries')).length === 21)
  await settled(api)
  await change(OTHER, id)
  await settled(api)
  await confirm(api, box, OTHER)
  clock.advance(HOUR_MS)
  api.wake()
  await settled(api)
  assert.equal(to(box).length, 1 + 20)
  assert.equal(await store.read.get(`SELECT 1 FROM event_deliveries WHERE state = 'waiting'`), undefined)
})

test('an event beyond those that a digest names does not wait for good', async (t) => {
  const { api, box, clock, widget } = await start(t)
  await add(api)
  await confirm(api, box)
  for (let count = 0; count < 72; count++) {
    const page = await widget.open()
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
  }
  await until(async () => (await api.store.read.all('SELECT 1 FROM event_deliveries')).length === 72)
  await settled(api)
  clock.advance(HOUR_MS)
  api.wake()
  await until(() => to(box).length === 22)
  assert.equal(to(box)[0]?.subject, 'shop: 52 events')
  assert.match(to(box)[0]?.text ?? '', /And 2 more\.\n$/)
  await settled(api)
  assert.deepEqual(
    await api.store.read.all('SELECT state, verdict, count(*) AS count FROM event_deliveries GROUP BY state, verdict'),
    [
      { state: 'delivered', verdict: 'delivered', count: 70 },
      { state: 'skipped', verdict: 'counted', count: 2 },
    ],
  )
})

test('an address that can’t be read with the encryption key holds up no other delivery', async (t) => {
  const { api, box, widget } = await start(t, { encryptionKey: randomBytes(32) })
  const { store } = api
  await add(api)
  await confirm(api, box)
  const secret = await store.read.get<{ secret: string }>('SELECT secret FROM event_endpoints')
  const put = (text: string) => store.write((tx) => tx.run('UPDATE event_endpoints SET secret = ?', text))
  await put(createSealer(randomBytes(32)).seal('{}', 'something else'))
  const page = await widget.open()
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await until(
    async () =>
      (await store.read.get(
        `SELECT 1 FROM jobs WHERE kind = 'event.deliver' AND lease_until IS NULL AND last_error LIKE '%cannot be decrypted%'`,
      )) !== undefined,
  )
  await put(secret?.secret ?? '')
  api.clock.advance(10_000)
  api.wake()
  await until(() => to(box).length === 2)
})
