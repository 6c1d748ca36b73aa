import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import type { Letter } from '../../src/http/mail-kind.ts'
import { mailState } from '../../src/mail/setup.ts'
import { startMailShop } from '../support/mail-shop.ts'
import { SENDER, smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const letter: Letter = {
  ...{ fromName: 'Wool & Co', from: null, replyTo: null, html: null, unsubscribe: null },
  subject: 'Hello',
  text: 'A text.\n',
}
const sending = (own: Partial<Letter> = {}) => ({
  id: 'mail_1',
  to: 'ada@example.com',
  locale: 'en',
  letter: { ...letter, ...own },
})

/** Short limits, where a test waits for them. */
const SHORT = { connect: 300, greeting: 300, silence: 300, whole: 2_000 }

test('TLS from the first byte, and STARTTLS, both with a certificate that is checked', async (t) => {
  for (const secure of [true, false]) {
    const smtp = await startSmtp(t, { secure })
    assert.deepEqual(await smtpMailer(smtp, { isSecure: secure }).send(sending()), { verdict: 'sent', code: 250 })
    assert.deepEqual([smtp.received[0]?.isEncrypted, smtp.signIns], [true, [true]])
    const untrusted = await smtpMailer(smtp, { isSecure: secure, ca: undefined }).send(sending())
    assert.equal(untrusted.verdict, 'later')
    assert.match(
      'explanation' in untrusted ? untrusted.explanation : '',
      /TLS connection .* failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. It needs a certificate .* NODE_EXTRA_CA_CERTS/,
    )
    assert.equal(smtp.received.length, 1)
    assert.equal(await smtpMailer(smtp, { isSecure: secure }).check(), undefined)
    const refused = await smtpMailer(smtp, { isSecure: secure, ca: undefined }).check()
    assert.equal(refused?.explanation, 'explanation' in untrusted ? untrusted.explanation : '')
  }
})

test('a certificate for another name, and TLS where STARTTLS is spoken, are explained', async (t) => {
  // The certificate is for 127.0.0.1.
  const elsewhere = await startSmtp(t, { host: '127.0.0.2' })
  const other = await smtpMailer(elsewhere, { host: '127.0.0.2' }).send(sending())
  assert.match('explanation' in other ? other.explanation : '', /is for another name/)
  const smtp = await startSmtp(t)
  const early = await smtpMailer(smtp, { isSecure: true }).send(sending())
  assert.match('explanation' in early ? early.explanation : '', /does not begin with TLS. Use smtp:\/\//)
  assert.deepEqual([other.verdict, early.verdict], ['later', 'later'])
})

test('no password leaves this machine unencrypted', async (t) => {
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (outside === undefined) return t.skip('this machine has no address that others reach')
  const smtp = await startSmtp(t, { startTls: false, host: outside })
  const refused = await smtpMailer(smtp, { host: outside }).send(sending())
  assert.equal(refused.verdict, 'later')
  assert.deepEqual([smtp.signIns, smtp.received], [[], []])
  // A relay without a sign-in gets the mail as it is.
  const relay = { host: outside, user: null, password: null }
  assert.equal((await smtpMailer(smtp, relay).send(sending())).verdict, 'sent')
})

test('a wrong password is shown to operators, and the mail waits', async (t) => {
  const smtp = await startSmtp(t)
  const shop = await startMailShop(t, { mailer: smtpMailer(smtp, { password: 'wrong' }) })
  const id = await shop.queue()
  await until(async () => (await shop.look(id)).tries === 1)
  const WRONG = 'User name or password of the SMTP server is wrong.'
  const { state, code, explanation } = await shop.look(id)
  assert.deepEqual([state, code, explanation], ['waiting', 535, WRONG])
  const setup = await mailState(shop.api.store.read)
  assert.deepEqual([setup?.problem, setup?.failedAt, setup?.succeededAt], [WRONG, shop.api.clock.now(), null])
})

test('each step is refused for a while or for good, with its meaning', async (t) => {
  const smtp = await startSmtp(t)
  const tried = async (stage: Parameters<typeof smtp.answer>[0], code: number, words: string) => {
    smtp.answer(stage, code, words)
    const { verdict, ...failure } = await smtpMailer(smtp).send(sending())
    smtp.answer(stage, null)
    return [verdict, 'explanation' in failure && failure.explanation, 'isServer' in failure && failure.isServer]
  }
  assert.deepEqual(await tried('MAIL FROM', 553, '5.7.1 Sender is not yours'), [
    'refused',
    'The mail server has refused the mail. Check that it may be sent from this address (SPF, DKIM).',
    true,
  ])
  assert.deepEqual(await tried('RCPT TO', 452, '4.2.2 Mailbox full'), ['later', 'The mailbox is full.', false])
  assert.deepEqual(await tried('RCPT TO', 550, 'No'), [
    'refused',
    'The mail server has refused the address. Check the address.',
    false,
  ])
  assert.deepEqual(await tried('DATA', 421, 'Busy'), [
    'later',
    'The mail server is busy or accepts no more connections for now.',
    false,
  ])
  assert.deepEqual(await tried('DATA', 554, 'Spam'), [
    'refused',
    'The mail server has refused the mail. Check that it may be sent from this address (SPF, DKIM).',
    false,
  ])
  assert.deepEqual(await tried('DATA', 599, 'Odd'), [
    'refused',
    'The mail server has refused the mail for good.',
    false,
  ])
})

test('a server that hangs, or is not there, holds nothing up for long', async (t) => {
  const smtp = await startSmtp(t)
  for (const when of ['greeting', 'data'] as const) {
    smtp.hang(when)
    const { verdict, ...failure } = await smtpMailer(smtp, {}, SHORT).send(sending())
    assert.equal(verdict, 'later', when)
    assert.match('explanation' in failure ? failure.explanation : '', /did not respond in time/, when)
  }
  const nobody = await smtpMailer({ port: 1, ca: smtp.ca }, {}, SHORT).send(sending())
  assert.match(
    'explanation' in nobody ? nobody.explanation : '',
    /Nothing listens at the SMTP server’s address 127.0.0.1:1/,
  )
})

test('a server that sends a byte now and then ends with the limit of the whole', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220-')
    const drip = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const limits = { ...SHORT, greeting: 60_000, whole: 500 }
  const mailer = smtpMailer({ port, ca: '' }, { ca: undefined }, limits)
  const failures = [await mailer.check(), await mailer.send(sending())]
  for (const failure of failures)
    assert.match(failure && 'explanation' in failure ? failure.explanation : '', /did not respond in time/)
})

test('of what a server says that is not SMTP, the beginning is shown', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(`\u001b[31m${'x'.repeat(200_000)}\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { verdict, ...failure } = await smtpMailer({ port, ca: '' }, { ca: undefined }, SHORT).send(sending())
  assert.equal(verdict, 'later')
  const explanation = 'explanation' in failure ? failure.explanation : ''
  assert.match(explanation, /^The connection to the SMTP server 127\.0\.0\.1:\d+ failed: [ -~]*x…$/)
  assert.ok(explanation.length < 500)
})

test('names and subjects with line breaks begin no header, and no address becomes two', async (t) => {
  const smtp = await startSmtp(t)
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\nBody\u2028\u0000'
  const own = { fromName: `Eve <eve@example.com>, ${evil}`, subject: evil, text: `.\r\n.\r\nQUIT\r\n${evil}` }
  await smtpMailer(smtp).send(sending(own))
  const [mail] = smtp.received
  assert.deepEqual(mail?.to, ['ada@example.com'])
  assert.equal(mail?.headers.bcc, undefined)
  assert.equal(mail?.headers.subject, 'x Bcc: eve@example.com Body')
  assert.equal(mail?.headers.from, `"Eve <eve@example.com>, x Bcc: eve@example.com Body" <${SENDER}>`)
  assert.equal(mail?.text.startsWith('.\n.\nQUIT\nx\nBcc: eve@example.com'), true)
})

test('a huge text is cut, and HTML that is too large is left out', async (t) => {
  const smtp = await startSmtp(t)
  await smtpMailer(smtp).send(
    sending({
      subject: '😀'.repeat(5_000),
      fromName: 'n'.repeat(9_000),
      text: 'ü\n'.repeat(3_000_000),
      html: 'x'.repeat(500_000),
    }),
  )
  const [mail] = smtp.received
  assert.equal(mail?.html, null)
  assert.ok((mail?.raw.length ?? 0) < 1_200_000)
  assert.ok((mail?.headers.subject?.length ?? 0) <= 200)
})

test('an own sender counts only in the domains that the operator lists', async (t) => {
  const smtp = await startSmtp(t)
  for (const from of ['hello@brand.example', 'hello@other.example', 'hello@sub.brand.example', 'Hello@BRAND.example'])
    await smtpMailer(smtp).send(sending({ from, replyTo: 'team@shop.example' }))
  assert.deepEqual(
    smtp.received.map((mail) => [mail.from, mail.headers.from, mail.headers['reply-to']]),
    ['hello@brand.example', SENDER, SENDER, 'Hello@brand.example'].map((from) => [
      from,
      `"Wool & Co" <${from}>`,
      'team@shop.example',
    ]),
  )
})

test('a mail that can be stopped has the headers of RFC 8058', async (t) => {
  const smtp = await startSmtp(t)
  await smtpMailer(smtp).send(sending({ unsubscribe: 'https://support.example/mail/stop' }))
  const { headers } = smtp.received[0] ?? {}
  assert.equal(headers?.['list-unsubscribe'], '<https://support.example/mail/stop>')
  assert.equal(headers?.['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
})
