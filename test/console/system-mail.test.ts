import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, signedIn } from '../support/console.ts'
import { startServer } from '../support/server.ts'
import { SENDER, smtpMailer, startSmtp } from '../support/smtp.ts'

test('operators see how e-mail is set up, and send a test to themselves', async (t) => {
  const smtp = await startSmtp(t)
  const api = await startServer(t, { mailer: smtpMailer(smtp) })
  const ada = await signedIn(api, { isOperator: true })
  const setup = { host: `127.0.0.1:${smtp.port}`, sender: SENDER, domains: ['brand.example'] }
  assert.deepEqual((await ada.get('/system/mail')).body, {
    setup: { ...setup, succeededAt: null, failedAt: null, problem: null },
    waiting: 0,
    failed: 0,
  })
  assert.deepEqual((await ada.post('/system/mail/test')).body, {
    ...{ to: 'ada@shop.example', verdict: 'sent', code: 250, explanation: null },
  })
  assert.equal(smtp.received[0]?.headers.subject, 'A test of storewire')
  smtp.answer('AUTH', 535, '5.7.8 No')
  api.clock.advance(1_000)
  const WRONG = 'User name or password of the SMTP server is wrong.'
  assert.partialDeepStrictEqual((await ada.post('/system/mail/test')).body, { verdict: 'later', explanation: WRONG })
  assert.partialDeepStrictEqual((await ada.get('/system/mail')).body.setup, {
    succeededAt: '2026-03-01T09:30:00.000Z',
    failedAt: '2026-03-01T09:30:01.000Z',
    problem: WRONG,
  })
})

test('without e-mail the page has no test, and others than operators see nothing of it', async (t) => {
  const api = await startServer(t)
  const ada = await signedIn(api, { isOperator: true })
  assert.deepEqual((await ada.get('/system/mail')).body, { setup: null, waiting: 0, failed: 0 })
  assertError(await ada.post('/system/mail/test'), 409, 'mail_off')
  const ben = await signedIn(api, { email: 'ben@shop.example' })
  assert.equal((await ben.get('/system/mail')).status, 403)
  assert.equal((await ben.post('/system/mail/test')).status, 403)
})
