import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailbox, type Mailbox } from '../../src/mail/mailbox.ts'
import { queueMail } from '../../src/mail/queue.ts'
import { commandRunner } from '../support/commands.ts'
import { addMember, browser, PASSWORD, signedIn } from '../support/console.ts'
import { type Api, startServer, testClock } from '../support/server.ts'
import { PUBLIC_BASE, smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const run = commandRunner()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const mailbox = () => createMailbox({ now: () => 0, base: PUBLIC_BASE })

/** The token of the link in a mail; its address is the console's. */
function tokenIn(text: string, kind: string): string {
  const [, token] = new RegExp(`${PUBLIC_BASE}/console#${kind}=(\\w+)`).exec(text) ?? []
  assert.ok(token, text)
  return token
}

const arrived = async (box: Mailbox, count: number) => {
  await until(() => box.mails().length >= count)
  const [newest] = box.mails()
  assert.ok(newest)
  return newest
}

/** Waits until no mail waits any longer. */
const sent = ({ store }: Api) =>
  until(async () => (await store.read.get(`SELECT 1 FROM jobs WHERE kind = 'mail.send'`)) === undefined)

test('an invite is mailed with a link of its own, beside the link on the screen', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  const ada = await signedIn(api)
  const { body } = await ada.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  assert.equal(body.isMailed, true)
  const mail = await arrived(box, 1)
  assert.deepEqual([mail.to, mail.subject], ['ben@shop.example', 'Invite to shop'])
  assert.match(mail.text, /^ada@shop.example invites you to work in shop as an agent\./)
  const token = tokenIn(mail.text, 'invite')
  assert.notEqual(token, body.token)
  assert.ok(mail.html?.includes(`${PUBLIC_BASE}/console#invite=${token}`))
  // Both are of one invite: the first that is used ends the other.
  const visitor = browser(api)
  for (const each of [token, body.token])
    assert.equal((await visitor.post('/links/show', { token: each })).body.email, 'ben@shop.example')
  const accepted = await visitor.post('/invites/accept', { token, name: 'Ben', password: PASSWORD })
  assert.equal(accepted.status, 200)
  for (const each of [token, body.token])
    assert.equal((await browser(api).post('/links/show', { token: each })).status, 404)
})

test('at most 3 invites an hour are mailed to one address, and 200 of a workspace; the link is on the screen all the same', async (t) => {
  const box = mailbox()
  const clock = testClock()
  const api = await startServer(t, { mailer: box, clock })
  const ada = await signedIn(api)
  const isMailed = async (email: string) => {
    const { body } = await ada.post('/members/invite', { email, role: 'agent' })
    await sent(api)
    assert.ok(body.token)
    return body.isMailed
  }
  for (let count = 0; count < 3; count++) assert.equal(await isMailed('ben@shop.example'), true)
  assert.equal(await isMailed('ben@shop.example'), false)
  assert.equal(await isMailed('cy@shop.example'), true)
  await api.store.write(async (tx) => {
    const { workspaceId } = api
    for (let count = 0; count < 196; count++)
      await queueMail(tx, { kind: 'member.invite', workspaceId, to: `x${count}@shop.example`, about: 'x' }, clock.now())
    await tx.run(`UPDATE mails SET state = 'sent'`)
    await tx.run(`DELETE FROM jobs WHERE kind = 'mail.send'`)
  })
  assert.equal(await isMailed('dan@shop.example'), false)
  clock.advance(HOUR_MS + 1)
  // The password is asked for again by now.
  await ada.post('/confirm', { password: PASSWORD })
  assert.equal(await isMailed('ben@shop.example'), true)
})

test('how the mail of an invite went is shown beside it', async (t) => {
  const smtp = await startSmtp(t)
  smtp.answer('RCPT TO', 550, '5.1.1 No such user')
  const api = await startServer(t, { mailer: smtpMailer(smtp) })
  const ada = await signedIn(api)
  await ada.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  await sent(api)
  const { body } = await ada.get('/members')
  assert.partialDeepStrictEqual(body.invites[0].mail, {
    state: 'failed',
    code: 550,
    explanation: 'This mailbox does not exist. Check the address.',
  })
})

test('an invite that was revoked is not mailed any longer, and without e-mail none is', async (t) => {
  const smtp = await startSmtp(t)
  smtp.answer('RCPT TO', 450)
  const clock = testClock()
  const api = await startServer(t, { mailer: smtpMailer(smtp), clock })
  const ada = await signedIn(api)
  const { body } = await ada.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  await until(async () => (await api.store.read.get('SELECT 1 FROM mails WHERE tries = 1')) !== undefined)
  await ada.post(`/invites/${body.id}/revoke`)
  smtp.answer('RCPT TO', null)
  clock.advance(2 * MINUTE_MS)
  api.wake()
  await sent(api)
  assert.deepEqual(smtp.received, [])
  const off = await startServer(t)
  const invited = await (await signedIn(off)).post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  assert.equal(invited.body.isMailed, false)
})

test('the link for a new password is mailed, but not one that removes the second factor', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  const ada = await signedIn(api)
  const memberId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const plain = await ada.post(`/members/${memberId}/reset-link`, {})
  assert.equal(plain.body.isMailed, true)
  const mail = await arrived(box, 1)
  assert.deepEqual([mail.to, mail.subject], ['ben@shop.example', 'Set a new password'])
  tokenIn(mail.text, 'reset')
  const delicate = await ada.post(`/members/${memberId}/reset-link`, { secondFactor: true })
  assert.equal(delicate.body.isMailed, false)
  await sent(api)
  assert.equal(box.mails().length, 1)
})

test('the command line mails invites and links, too', async (t) => {
  const box = mailbox()
  // Commands have the clock of the machine.
  const api = await startServer(t, { mailer: box, clock: testClock(Date.now() + MINUTE_MS) })
  await addMember(api)
  const invited = await run(['members', 'invite', 'ben@shop.example', '--db', api.file])
  assert.match(invited.stdout, /The server also mails one\.\n$/)
  const reset = await run(['members', 'reset-link', 'ada@shop.example', '--db', api.file, '--json'])
  assert.equal(JSON.parse(reset.stdout).isMailed, true)
  api.wake()
  await arrived(box, 2)
  assert.deepEqual(
    box
      .mails()
      .map(({ to }) => to)
      .toSorted(),
    ['ada@shop.example', 'ben@shop.example'],
  )
  // Not a user of the server's machine.
  for (const { text } of box.mails())
    assert.match(text, /^Somebody who runs the server (invites you to work in shop|has made a link)/)
  const off = await startServer(t)
  await addMember(off)
  const shown = await run(['members', 'invite', 'ben@shop.example', '--db', off.file])
  assert.match(shown.stdout, /No e-mail is sent: pass it on yourself\.\n$/)
})

test('a forgotten password is set with a mailed link, once', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  await addMember(api)
  const visitor = browser(api)
  assert.equal((await visitor.get('/state')).body.canReset, true)
  assert.deepEqual((await visitor.post('/forgotten', { email: ' Ada@SHOP.example ' })).body, { minutes: 30 })
  const mail = await arrived(box, 1)
  assert.deepEqual([mail.to, mail.subject], ['ada@shop.example', 'Set a new password'])
  const token = tokenIn(mail.text, 'reset')
  const password = 'another horse entirely'
  assert.equal((await visitor.post('/resets/redeem', { token, password })).status, 204)
  assert.equal((await visitor.post('/sign-in', { email: 'ada@shop.example', password })).status, 200)
  assert.equal((await visitor.post('/resets/redeem', { token, password })).status, 404)
  const { body } = await visitor.get('/audit')
  const actions = body.data.map(({ action }: { action: string }) => action)
  for (const action of ['member.reset_asked', 'member.password_reset']) assert.ok(actions.includes(action), action)
})

test('a mailed link never removes a second factor', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  const memberId = await addMember(api)
  await api.store.write((tx) => tx.run('INSERT INTO member_second_factors VALUES (?, NULL, 0, 1, 1)', memberId))
  const visitor = browser(api)
  await visitor.post('/forgotten', { email: 'ada@shop.example' })
  const token = tokenIn((await arrived(box, 1)).text, 'reset')
  const password = 'another horse entirely'
  await visitor.post('/resets/redeem', { token, password })
  const answer = await visitor.post('/sign-in', { email: 'ada@shop.example', password })
  assert.deepEqual([answer.status, answer.body.data.reason], [401, 'code_needed'])
})

test('nobody learns who is a member: unknown addresses and operators have the same response, and get no mail', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  await addMember(api)
  await addMember(api, { email: 'op@shop.example', isOperator: true })
  const visitor = browser(api)
  const answers = []
  for (const email of ['ada@shop.example', 'eve@shop.example', 'op@shop.example', 'no address', 'x'.repeat(900)])
    answers.push(await visitor.post('/forgotten', { email }))
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)), new Set(['202 {"minutes":30}']))
  await sent(api)
  assert.deepEqual(
    box.mails().map(({ to }) => to),
    ['ada@shop.example'],
  )
  // What strangers typed is not kept.
  assert.deepEqual(await api.store.read.all('SELECT recipient FROM mails'), [{ recipient: 'ada@shop.example' }])
})

test('a request writes the same rows for every address, before anybody looks who has it', async (t) => {
  const api = await startServer(t, { mailer: { ...mailbox(), setup: null } })
  await addMember(api)
  await api.store.write((tx) =>
    tx.run(`INSERT INTO mail_setup (id, host, sender, domains) VALUES (1, 'h', 'a@b.example', '[]')`),
  )
  for (const email of ['ada@shop.example', 'eve@shop.example']) await browser(api).post('/forgotten', { email })
  assert.deepEqual(
    await api.store.read.all('SELECT recipient, kind, state FROM mails ORDER BY id'),
    ['ada@shop.example', 'eve@shop.example'].map((recipient) => ({
      recipient,
      kind: 'member.forgot',
      state: 'waiting',
    })),
  )
})

test('a request writes the same rows for every address, also beyond the mails that one gets in an hour', async (t) => {
  const box = mailbox()
  const mailer = { ...box }
  const api = await startServer(t, { mailer })
  await addMember(api)
  const both = ['ada@shop.example', 'eve@shop.example']
  const visitor = browser(api)
  for (let count = 0; count < 3; count++) for (const email of both) await visitor.post('/forgotten', { email })
  await sent(api)
  assert.equal(box.mails().length, 3)
  // Nothing is looked at from now on.
  mailer.setup = null
  for (const email of both) await visitor.post('/forgotten', { email })
  assert.deepEqual(
    await api.store.read.all(`SELECT recipient FROM mails WHERE state = 'waiting' ORDER BY id`),
    both.map((recipient) => ({ recipient })),
  )
})

test('an address gets 3 such mails an hour, and a network may ask 20 times', async (t) => {
  const box = mailbox()
  const clock = testClock()
  const api = await startServer(t, { mailer: box, clock })
  await addMember(api)
  const visitor = browser(api)
  const ask = async (email: string) => (await visitor.post('/forgotten', { email })).status
  for (let count = 0; count < 5; count++) assert.equal(await ask('ada@shop.example'), 202)
  await sent(api)
  assert.equal(box.mails().length, 3)
  for (let count = 5; count < 20; count++) assert.equal(await ask(`eve${count}@shop.example`), 202)
  const refused = await visitor.post('/forgotten', { email: 'ada@shop.example' })
  assert.deepEqual([refused.status, refused.body.data.reason], [429, 'too_many_resets'])
  clock.advance(HOUR_MS + 1)
  assert.equal(await ask('ada@shop.example'), 202)
  await arrived(box, 4)
})

test('without e-mail there is no such way', async (t) => {
  const api = await startServer(t)
  await addMember(api)
  const visitor = browser(api)
  assert.equal((await visitor.get('/state')).body.canReset, false)
  const answer = await visitor.post('/forgotten', { email: 'ada@shop.example' })
  assert.deepEqual([answer.status, answer.body.data.reason], [409, 'mail_off'])
})

test('an invite that was mailed twice, since the server ended between the two, can be used with either link', async (t) => {
  const box = mailbox()
  const api = await startServer(t, { mailer: box })
  const ada = await signedIn(api)
  await ada.post('/members/invite', { email: 'ben@shop.example', role: 'agent' })
  await sent(api)
  // As if the process had ended before it could store that the mail was sent.
  await api.store.write(async (tx) => {
    await tx.run(`UPDATE mails SET state = 'waiting', tries = 0`)
    await tx.run(`INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
      SELECT 'job_again', 'mail.send', id, 'waiting', 0, 0 FROM mails`)
  })
  api.wake()
  await arrived(box, 2)
  for (const { text } of box.mails())
    assert.equal((await browser(api).post('/links/show', { token: tokenIn(text, 'invite') })).status, 200)
  assert.equal(new Set(box.mails().map(({ headers }) => headers.find((line) => /^message-id/i.test(line)))).size, 1)
})
