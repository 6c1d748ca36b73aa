import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../src/access/keys.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { addNotice } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { changeLetterSettings } from '../../src/letters/settings.ts'
import { stopFor } from '../../src/letters/stops.ts'
import { useLink } from '../../src/letters/use-link.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { begin, call, end, type Life } from '../support/lives.ts'
import { owner, tempFolder } from '../support/server.ts'
import { PUBLIC_BASE, type ReceivedMail, SENDER, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

/*
 * Mails to customers of a server that is killed again and again. KILLS=100 node --test test/letters/crash.test.ts
 */

const KILLS = Number(process.env.KILLS ?? 3)
/** Guests who come between two kills. */
const GUESTS = 4
const LOOK_MS = 100

const CONFIRMATION = 'Confirm your e-mail address'
const TRANSCRIPT = 'Your chat with'
const REPLY = 'New reply from'
const REFUND = 'Your refund from'

test('each mail to a customer arrives at least once, and none after the address was stopped, also if the server is killed in between', async (t) => {
  const smtp = await startSmtp(t, { startTls: false })
  const file = join(await tempFolder(t), 'letters.db')
  const env = {
    STOREWIRE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    STOREWIRE_MAIL_FROM: SENDER,
    STOREWIRE_PUBLIC_URL: PUBLIC_BASE,
  }
  let life = await begin(file, env)
  t.after(() => end(life, 'SIGKILL'))
  const store = await openStore(file)
  t.after(() => store.close())
  const { workspaceId, key } = await prepare(store)
  /** By address how many mails had come when it was stopped. */
  const stopped = new Map<string, number>()
  const mailsTo = (address: string, subject = '') =>
    smtp.received.filter(({ to, headers }) => to[0] === address && headers.subject?.startsWith(subject))

  /** A guest asks for a copy of the chat, confirms the address, and then somebody replies or a refund is made. */
  const visit = async (number: number) => {
    const address = `guest${number}@shop.example`
    const came = (subject: string) => until(() => stopped.has(address) || mailsTo(address, subject).length > 0)
    const open = { 'x-service-key': key }
    type Session = { sessionId: string; token: string }
    const { sessionId, token } = await again(() => call<Session>(life.url, '', 'POST', '/widget/sessions', {}, open))
    await again(() => call(life.url, token, 'POST', '/widget/messages', { text: 'Where is my mug?' }))
    await again(() => call(life.url, token, 'POST', '/widget/transcript', { email: address }))
    await came(CONFIRMATION)
    const chat = await store.read.get<{ id: string }>(
      'SELECT conversation_id AS id FROM widget_sessions WHERE id = ?',
      sessionId,
    )
    const id = chat?.id ?? ''
    const isConfirmed = await again(() => confirm(store, life, mailsTo(address, CONFIRMATION), id))
    assert.ok(isConfirmed || stopped.has(address))
    await store.write<unknown>((tx) =>
      number % 2 === 0
        ? reply(tx, owner, { workspaceId, id, text: 'It left today.', agentName: 'Ben' }, Date.now())
        : addNotice(tx, id, { code: 'succeeded', amount: 3_900, currency: 'EUR' }, Date.now()),
    )
    await came(TRANSCRIPT)
    await came(number % 2 === 0 ? REPLY : REFUND)
  }

  let isOver = false
  const hurrying = hurry(store, () => isOver)
  const visits: Promise<void>[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    for (let guest = 0; guest < GUESTS; guest++) visits.push(visit(visits.length))
    // Those who came before may be anywhere by now.
    await smtp.arrived(smtp.received.length + 1 + Math.floor(Math.random() * GUESTS))
    await end(life, 'SIGKILL')
    await smtp.quiet()
    const waiting = await store.read.get<{ to: string }>(
      `SELECT recipient AS "to" FROM mails WHERE state = 'waiting' ORDER BY id LIMIT 1`,
    )
    // One that was stopped may still be in the list if the server was killed before its turn.
    if (waiting && !stopped.has(waiting.to)) {
      await stop(store, workspaceId, waiting.to, mailsTo(waiting.to))
      stopped.set(waiting.to, mailsTo(waiting.to).length)
    }
    life = await begin(file, env)
  }
  await Promise.all(visits)
  await until(async () => (await store.read.get(`SELECT 1 FROM mails WHERE state = 'waiting'`)) === undefined)
  isOver = true
  await hurrying
  assert.ok(stopped.size > 0)
  for (const [address, count] of stopped) assert.equal(mailsTo(address).length, count, address)
  // What came twice has one Message-ID.
  for (const { to, headers } of smtp.received) {
    const ids = mailsTo(to[0] ?? '', headers.subject).map((mail) => mail.headers['message-id'])
    assert.equal(new Set(ids).size, 1, `${to}: ${headers.subject}`)
  }
  t.diagnostic(`${KILLS} kills, ${visits.length} guests, ${smtp.received.length} mails, ${stopped.size} stopped`)
})

/** Mails to customers, on. @returns the workspace and its publishable key */
async function prepare(store: Store) {
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  return store.write(async (tx) => {
    await changeLetterSettings(tx, owner, { workspaceId, change: { enabled: true } }, Date.now())
    const { key } = await createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'chats' }, Date.now())
    return { workspaceId, key }
  })
}

/** Until it succeeds: a connection that breaks is a kill, and what was asked for may have been done all the same. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await sleep(LOOK_MS)
    }
  }
}

/** Presses the button of each mail that asks. @returns whether the address is confirmed, if not by this call, by one that was cut off */
async function confirm(store: Store, { url }: Life, mails: ReceivedMail[], conversationId: string): Promise<boolean> {
  for (const { text } of mails) {
    const [, token = ''] = /\/mail\/confirm\?lang=en#(ml_\w+)/.exec(text) ?? []
    const { hostname, port } = new URL(url)
    const headers = { authorization: `Bearer ${token}` }
    const { ok } = await fetch(`http://${hostname}:${port}/mail/confirm`, { method: 'POST', headers })
    if (ok) return true
  }
  const sql = 'SELECT 1 FROM mail_contacts WHERE conversation_id = ? AND confirmed_at IS NOT NULL'
  return (await store.read.get(sql, conversationId)) !== undefined
}

/** By the link of a mail if one has come, else as an agent who was asked to. */
async function stop(store: Store, workspaceId: string, address: string, mails: ReceivedMail[]): Promise<void> {
  const [, token] = /\/mail\/stop\?lang=en#(ml_\w+)/.exec(mails.at(-1)?.text ?? '') ?? []
  await store.write<unknown>((tx) =>
    token === undefined
      ? stopFor(tx, owner, { workspaceId, address }, Date.now())
      : useLink(tx, 'stop', token, Date.now()),
  )
}

/** Nobody waits two minutes for a reply, and guests of one network cause as many mails as they like. */
async function hurry(store: Store, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await store.write(async (tx) => {
      const now = Date.now()
      await tx.run(
        `UPDATE jobs SET due_at = ? WHERE kind = 'mail.send' AND lease_until IS NULL AND due_at > ?`,
        now,
        now,
      )
      await tx.run('DELETE FROM mail_causes')
    })
    await sleep(LOOK_MS)
  }
}
