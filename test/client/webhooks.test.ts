import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { SignatureError, webhooks } from '../../src/client/index.ts'
import { newSigningSecret, standardHeaders } from '../../src/outbound/signing.ts'

const secret = newSigningSecret()
const body = '{"id":"evt_1","type":"test","data":{"sequence":0,"url":null,"text":"Größe 😀"}}'
const NOW = Date.parse('2026-03-01T09:30:00Z')
const now = () => NOW
const headersAt = (timestamp = NOW / 1000, secrets = [secret]) =>
  standardHeaders(secrets, { id: 'evt_1', timestamp, body })

const rejects = (check: Promise<unknown>, message: RegExp) =>
  assert.rejects(check, (error: Error) => {
    assert.ok(error instanceof SignatureError)
    assert.match(error.message, message)
    assert.ok(!error.message.includes(secret))
    return true
  })

test('an event is verified over text and bytes, with headers of fetch and of Node.js', async () => {
  const event = await webhooks.verify(body, headersAt(), secret, { now })
  assert.equal(event.type, 'test')
  await webhooks.verify(Buffer.from(body), headersAt(), secret, { now })
  await webhooks.verify(body, new Headers(headersAt()), secret, { now })
  await webhooks.verify(await new Blob([body]).arrayBuffer(), headersAt(), secret, { now })
})

test('one of two signatures is enough, and the secret of somebody else is not', async () => {
  const other = newSigningSecret()
  await webhooks.verify(body, headersAt(undefined, [other, secret]), secret, { now })
  await rejects(webhooks.verify(body, headersAt(undefined, [other]), secret, { now }), /does not fit/)
  await rejects(webhooks.verify(`${body} `, headersAt(), secret, { now }), /does not fit/)
  await rejects(webhooks.verify(body, { ...headersAt(), 'webhook-id': 'evt_2' }, secret, { now }), /does not fit/)
})

test('an old or future signature, a missing header and a broken secret are refused', async () => {
  await webhooks.verify(body, headersAt(NOW / 1000 - 300), secret, { now })
  await rejects(webhooks.verify(body, headersAt(NOW / 1000 - 301), secret, { now }), /more than 300 s/)
  await rejects(webhooks.verify(body, headersAt(NOW / 1000 + 301), secret, { now }), /more than 300 s/)
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await rejects(webhooks.verify(body, { ...headersAt(), [name]: undefined }, secret, { now }), new RegExp(name))
  await assert.rejects(webhooks.verify(body, headersAt(), ''), TypeError)
  await assert.rejects(webhooks.verify(body, headersAt(), 'whsec_not base64!'), TypeError)
})

test('what another library signs is accepted', async () => {
  const at = new Date()
  const signature = new Webhook(secret).sign('evt_1', at, body)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
  assert.equal((await webhooks.verify(body, headers, secret)).id, 'evt_1')
})
