import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { conflict } from '../../src/lib/errors.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { countMails, lastMail, pendingMail } from '../../src/mail/mails.ts'
import { MOST_WAITING_MAILS, queueMail, stopMails } from '../../src/mail/queue.ts'
import { commandRunner } from '../support/commands.ts'
import { startMailShop, TEST_KIND } from '../support/mail-shop.ts'
import { customer } from '../support/objects.ts'
import { tempFolder, testClock } from '../support/server.ts'
import { PUBLIC_BASE, SENDER, smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const run = commandRunner()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const mailbox = () => createMailbox({ now: () => 0, base: PUBLIC_BASE })

test('a mail is sent from the operator’s address, in the name of the workspace, once', async (t) => {
  const smtp = await startSmtp(t)
  const counted: string[] = []
  const shop = await startMailShop(t, {
    mailer: smtpMailer(smtp),
    metrics: { ...noMetrics, mail: (...labels) => void counted.push(labels.join(' ')) },
    compose: async (_tx, { data }, { base }) => ({ text: `${data.word} ${base}`, html: '<p>Hé</p>' }),
  })
  const id = await shop.queue({ data: { word: 'Größe' }, locale: 'de' })
  const { state, tries, code } = await shop.reaches(id, 'sent')
  assert.deepEqual({ state, tries, code }, { state: 'sent', tries: 1, code: 250 })
  const [mail] = smtp.received
  assert.equal(smtp.received.length, 1)
  assert.equal(mail?.isEncrypted, true)
  assert.deepEqual([mail?.from, mail?.to], [SENDER, ['ada@example.com']])
  assert.equal(mail?.text.trim(), `Größe ${PUBLIC_BASE}`)
  assert.equal(mail?.html?.trim(), '<p>Hé</p>')
  const { from, to, subject, 'message-id': messageId, 'auto-submitted': auto } = mail?.headers ?? {}
  assert.deepEqual(
    { from, to, subject, messageId, auto, language: mail?.headers['content-language'] },
    {
      from: `shop <${SENDER}>`,
      to: 'ada@example.com',
      subject: 'Hello',
      messageId: `<${id}@shop.example>`,
      auto: 'auto-generated',
      language: 'de',
    },
  )
  assert.deepEqual(shop.ends, [{ id, end: { state: 'sent', code: 250, explanation: null } }])
  assert.deepEqual(counted, ['of_test sent'])
  // Nothing of the text is stored.
  assert.deepEqual(await shop.api.store.read.all('SELECT data FROM mails'), [{ data: '{}' }])
})

test('nothing is queued without an SMTP server, for a text that is no address, or beyond the bound', async (t) => {
  const off = await startMailShop(t, {})
  assert.equal(await off.queue(), null)
  const shop = await startMailShop(t, { mailer: mailbox() })
  for (const to of [
    'ada',
    'ada@',
    'ada@example.com\r\nBcc: eve@example.com',
    'a b@example.com',
    '<ada@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])
    assert.equal(await shop.queue({ to }), null, to)
  const { store, workspaceId, clock } = shop.api
  const later = { kind: TEST_KIND, workspaceId, to: 'ada@example.com', about: 'it', dueAt: clock.now() + HOUR_MS }
  await store.write(async (tx) => {
    for (let count = 0; count < MOST_WAITING_MAILS.workspace; count++)
      assert.notEqual(await queueMail(tx, later, clock.now()), null)
    assert.equal(await queueMail(tx, later, clock.now()), null)
    assert.notEqual(await queueMail(tx, { ...later, workspaceId: null }, clock.now()), null)
  })
})

test('a domain of letters other than ASCII is written as its mail servers have it', async (t) => {
  const shop = await startMailShop(t, { mailer: mailbox() })
  const id = await shop.queue({ to: ' Ada@BÜCHER.example ' })
  assert.equal((await shop.look(id)).to, 'Ada@xn--bcher-kva.example')
})

test('a mail that is no longer to be sent when its turn comes is skipped', async (t) => {
  const box = mailbox()
  const shop = await startMailShop(t, { mailer: box, compose: async () => null })
  const id = await shop.queue()
  await shop.reaches(id, 'skipped')
  assert.deepEqual(box.mails(), [])
  assert.deepEqual(shop.ends, [{ id, end: { state: 'skipped', code: null, explanation: null } }])
})

test('4xx is tried again after longer and longer waits, 5xx is not, and each says what it means', async (t) => {
  const smtp = await startSmtp(t)
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: smtpMailer(smtp), clock })
  smtp.answer('RCPT TO', 550, '5.1.1 No such user', 'gone@example.com')
  smtp.answer('RCPT TO', 550, '5.1.1 No such user', 'gone@example.com')
  const gone = await shop.reaches(await shop.queue({ to: 'gone@example.com' }), 'failed')
  assert.deepEqual(
    [gone.tries, gone.code, gone.explanation],
    [1, 550, 'This mailbox does not exist. Check the address.'],
  )
  smtp.answer('RCPT TO', 451, '4.7.1 Greylisted')
  const id = await shop.queue()
  for (const [index, wait] of [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS].entries()) {
    await until(async () => (await shop.look(id)).tries === index + 1)
    const { state, code, explanation, dueAt } = await shop.look(id)
    assert.deepEqual(
      [state, code, explanation],
      ['waiting', 451, 'The mail server accepts a new sender only at a later try.'],
    )
    assert.ok(dueAt - clock.now() >= wait && dueAt - clock.now() <= wait * 1.1 + 1)
    if (index === 2) smtp.answer('RCPT TO', null)
    clock.advance(wait * 1.1 + 1)
    shop.api.wake()
  }
  assert.equal((await shop.reaches(id, 'sent')).explanation, null)
})

test('a mail that can’t be sent in time fails', async (t) => {
  const smtp = await startSmtp(t)
  smtp.answer('DATA', 452, 'Out of room')
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: smtpMailer(smtp), clock, validMs: 3 * MINUTE_MS })
  const id = await shop.queue()
  await until(async () => (await shop.look(id)).tries === 1)
  clock.advance(70_000)
  shop.api.wake()
  const { tries, explanation } = await shop.reaches(id, 'failed')
  assert.deepEqual([tries, explanation], [2, 'The mail server is out of room.'])
})

test('a stopped mail is not sent, also one that waits for another try', async (t) => {
  const smtp = await startSmtp(t)
  smtp.answer('RCPT TO', 450)
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: smtpMailer(smtp), clock })
  const { store } = shop.api
  const [tried, other] = [
    await shop.queue({ about: 'a' }),
    await shop.queue({ about: 'b', dueAt: clock.now() + 1_000 }),
  ]
  await until(async () => (await shop.look(tried)).tries === 1)
  assert.equal(await store.write((tx) => stopMails(tx, { to: 'ada@example.com' })), 2)
  smtp.answer('RCPT TO', null)
  clock.advance(HOUR_MS)
  shop.api.wake()
  await until(async () => (await store.read.get(`SELECT 1 FROM jobs WHERE kind = 'mail.send'`)) === undefined)
  assert.deepEqual(
    [(await shop.look(tried)).state, (await shop.look(other)).state, smtp.received.length],
    ['stopped', 'stopped', 0],
  )
})

test('mails of one subject are found, counted, and the one that waits is found', async (t) => {
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: mailbox(), clock })
  const {
    store: { read },
    workspaceId,
  } = shop.api
  await shop.reaches(await shop.queue({ about: 'a' }), 'sent')
  const id = await shop.queue({ about: 'a', dueAt: clock.now() + HOUR_MS })
  assert.equal((await lastMail(read, { workspaceId, about: 'a' }))?.id, id)
  assert.equal((await pendingMail(read, { kind: TEST_KIND, about: 'a' }))?.id, id)
  assert.equal(await pendingMail(read, { kind: TEST_KIND, about: 'b' }), undefined)
  const of = { to: 'ada@example.com', since: clock.now() - HOUR_MS }
  assert.equal(await countMails(read, of), 2)
  assert.equal(await countMails(read, { ...of, kinds: ['other'] }), 0)
  assert.equal(await countMails(read, { ...of, since: clock.now() }), 0)
})

test('a mail whose text can’t be written is tried again', async (t) => {
  const smtp = await startSmtp(t)
  let fails = 1
  const clock = testClock()
  const shop = await startMailShop(t, {
    mailer: smtpMailer(smtp),
    clock,
    compose: async () => {
      if (fails-- > 0) throw conflict('broken', 'It is broken.')
      return {}
    },
  })
  const id = await shop.queue()
  await until(() => fails === 0)
  await until(
    async () =>
      (await shop.api.store.read.get('SELECT 1 FROM jobs WHERE attempts = 1 AND lease_until IS NULL')) !== undefined,
  )
  clock.advance(MINUTE_MS)
  shop.api.wake()
  await shop.reaches(id, 'sent')
})

test('a mail whose text could never be written is sent once an operator retries its job', async (t) => {
  const box = mailbox()
  // Commands have the clock of the machine.
  const clock = testClock(Date.now())
  let isBroken = true
  const shop = await startMailShop(t, {
    mailer: box,
    clock,
    compose: async (_tx, { data }) => {
      if (isBroken) throw conflict('broken', 'It is broken.')
      return { text: `${data.word}` }
    },
  })
  const id = await shop.queue({ data: { word: 'Größe' } })
  const job = () =>
    shop.api.store.read.get<{ id: string; status: string; attempts: number; leased: number }>(
      'SELECT id, status, attempts, lease_until IS NOT NULL AS leased FROM jobs',
    )
  for (let attempts = 1; attempts < 10; attempts++) {
    await until(async () => {
      const now = await job()
      return now?.attempts === attempts && now.leased === 0
    })
    clock.advance(2 * HOUR_MS)
    shop.api.wake()
  }
  await until(async () => (await job())?.status === 'dead')
  assert.equal((await shop.look(id)).state, 'failed')
  isBroken = false
  assert.equal((await run(['jobs', 'retry', (await job())?.id ?? '', '--db', shop.api.file])).code, 0)
  shop.api.wake()
  await shop.reaches(id, 'sent')
  assert.equal(box.mails()[0]?.text, 'Größe')
})

test('an erased customer’s mails are gone with the erasure, and nothing of them is sent', async (t) => {
  const box = mailbox()
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: box, clock })
  const { call, push, store } = shop.api
  await push('customers', [customer()])
  await shop.queue({ customerId: 'c1', dueAt: clock.now() + MINUTE_MS })
  assert.equal((await call('DELETE', '/customers/c1')).status, 204)
  assert.deepEqual(await store.read.all('SELECT id FROM mails'), [])
  clock.advance(HOUR_MS)
  shop.api.wake()
  await until(async () => (await store.read.get(`SELECT 1 FROM jobs WHERE kind = 'mail.send'`)) === undefined)
  assert.deepEqual(box.mails(), [])
})

test('a restore stops every mail that waits', async (t) => {
  const clock = testClock()
  const shop = await startMailShop(t, { mailer: mailbox(), clock })
  await shop.queue({ dueAt: clock.now() + HOUR_MS, data: { word: 'x' } })
  const folder = await tempFolder(t)
  const [backup, restored] = [join(folder, 'backup.db'), join(folder, 'restored.db')]
  assert.equal((await run(['backup', backup, '--db', shop.api.file])).code, 0)
  const { code, stderr } = await run(['restore', backup, '--db', restored])
  assert.equal(code, 0, stderr)
  const db = new Database(restored, { readonly: true })
  t.after(() => db.close())
  assert.deepEqual(db.prepare('SELECT state, data FROM mails').raw().all(), [['stopped', '{}']])
  assert.deepEqual(db.prepare(`SELECT 1 FROM jobs WHERE kind = 'mail.send'`).all(), [])
})
