import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { inviteMember } from '../../src/access/invites.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { mailInvite } from '../../src/mail/member-links.ts'
import { stopMails } from '../../src/mail/queue.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { begin, end } from '../support/lives.ts'
import { owner, tempFolder } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const INVITES = 30

test('each mail arrives at least once, and none after it was stopped, also if the server is killed in between', async (t) => {
  const smtp = await startSmtp(t, { startTls: false })
  const file = join(await tempFolder(t), 'mails.db')
  const env = {
    STOREWIRE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    STOREWIRE_MAIL_FROM: 'support@shop.example',
    STOREWIRE_PUBLIC_URL: 'https://support.example',
  }
  let life = await begin(file, env)
  t.after(() => end(life, 'SIGKILL'))
  const store = await openStore(file)
  t.after(() => store.close())
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  const invite = (number: number) =>
    store.write(async (tx) => {
      const email = `agent${number}@shop.example`
      const link = await inviteMember(tx, owner, { workspaceId, email, role: 'agent' }, Date.now())
      assert.equal(await mailInvite(tx, { workspaceId, link, email }, Date.now()), true)
    })
  const queuing = Promise.all(Array.from({ length: INVITES }, (_, number) => invite(number)))
  const stopped = new Set<string>()
  for (const count of [3, 9, 15]) {
    await smtp.arrived(count)
    await end(life, 'SIGKILL')
    await queuing
    // While nothing is sent: from this commit on these must not arrive.
    const waiting = await store.read.all<{ to: string }>(
      `SELECT recipient AS "to" FROM mails WHERE state = 'waiting' ORDER BY id DESC LIMIT 2`,
    )
    for (const { to } of waiting) {
      // One that was on its way may have arrived before.
      if (smtp.received.some((mail) => mail.to[0] === to)) continue
      await store.write((tx) => stopMails(tx, { to }))
      stopped.add(to)
    }
    life = await begin(file, env)
  }
  await until(async () => (await store.read.get(`SELECT 1 FROM mails WHERE state = 'waiting'`)) === undefined)
  const arrived = new Set(smtp.received.map(({ to }) => to[0] ?? ''))
  assert.ok(stopped.size >= 3)
  for (let number = 0; number < INVITES; number++) {
    const address = `agent${number}@shop.example`
    assert.equal(arrived.has(address), !stopped.has(address), address)
  }
  // What came twice has one Message-ID.
  for (const address of arrived) {
    const ids = smtp.received.filter(({ to }) => to[0] === address).map(({ headers }) => headers['message-id'])
    assert.equal(new Set(ids).size, 1, address)
  }
})
