import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeMode } from '../../src/conversations/modes.ts'
import { changeNotifications, type NotificationChange, quietUntil } from '../../src/events/members/settings.ts'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { commandRunner } from '../support/commands.ts'
import { addMember, signedIn } from '../support/console.ts'
import { type Api, owner, testClock } from '../support/server.ts'
import { agent, customer, startShop } from '../support/shop.ts'
import { PUBLIC_BASE } from '../support/smtp.ts'
import { fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const run = commandRunner()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A shop with a member, whose mails are kept in memory. The clock stands at 09:30 UTC. */
async function start(t: TestContext) {
  const clock = testClock()
  const box = createMailbox({ now: clock.now, base: PUBLIC_BASE })
  const shop = await startShop(t, { mailer: box, clock })
  const { api } = shop
  const memberId = await addMember(api)
  const widget = await startWidget(api)
  const set = (change: NotificationChange, id = memberId) =>
    api.store.write((tx) =>
      changeNotifications(tx, owner, { workspaceId: api.workspaceId, memberId: id, change }, clock.now()),
    )
  const wait = async () => {
    const page = await widget.open()
    await page.call('POST', '/messages', { json: { text: 'Secret words: hello' } })
    return page.conversationId
  }
  const arrived = async (count: number) => {
    await until(() => box.mails().length >= count)
    return box.mails()
  }
  return { shop, api, box, clock, memberId, set, wait, arrived }
}

/** Waits until all changes were read, and what is due is sent. */
async function settled({ store, workspaceId, clock }: Api): Promise<void> {
  await until(async () => {
    const newest = await store.read.get<{ number: number }>(
      `SELECT coalesce(max(number), 0) AS number FROM changes WHERE workspace_id = ? AND kind IN ('conversation', 'refund')`,
      workspaceId,
    )
    const place = await store.read.get<{ number: number }>(
      `SELECT number FROM change_places WHERE workspace_id = ? AND reader = 'member mails'`,
      workspaceId,
    )
    return (place?.number ?? 0) >= (newest?.number ?? 0)
  })
  await until(async () => {
    const due = `SELECT 1 FROM jobs WHERE kind = 'mail.send' AND due_at <= ?`
    return (await store.read.get(due, clock.now())) === undefined
  })
}

test('members hear by mail that a customer waits, without words of the customer', async (t) => {
  const { api, wait, arrived } = await start(t)
  await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const conversationId = await wait()
  const mails = await arrived(2)
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), ['ada@shop.example', 'ben@shop.example'])
  for (const mail of mails) {
    assert.equal(mail.subject, 'shop: A customer waits for people')
    assert.ok(mail.text.includes(`${PUBLIC_BASE}/console/chats/${conversationId}`))
    assert.ok(mail.text.includes(`You get this mail as ${mail.to}.`))
    assert.doesNotMatch(mail.text + mail.html + mail.headers.join(), /Secret words/)
  }
})

test('a refund that waits, and one that fails, are mailed once each', async (t) => {
  const { shop, api, set, arrived, clock, box } = await start(t)
  await set({ types: ['refund.waiting', 'refund.failed'] })
  const refund = await shop.offer()
  const ref = { workspaceId: api.workspaceId, id: refund.id }
  await api.store.write((tx) => confirmRefund(tx, customer, ref, clock.now()))
  const [waiting] = await arrived(1)
  assert.equal(waiting?.subject, 'shop: A refund waits for approval')
  assert.match(waiting?.text ?? '', /A refund of .* for order o1 waits for approval\./)
  shop.endpoint.behave(...Array(2).fill(fails))
  await api.store.write((tx) => approveRefund(tx, agent, ref, clock.now()))
  await shop.tried(refund.id, 1)
  clock.advance(30_000)
  api.wake()
  const [failing] = await arrived(2)
  assert.equal(failing?.subject, 'shop: A refund fails, or nobody knows whether it was made')
  assert.match(failing?.text ?? '', /has not answered two tries/)
  await settled(api)
  assert.equal(box.mails().length, 2)
})

test('each member chooses what to get, in the console and by the command line', async (t) => {
  const { api, wait, box } = await start(t)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const { body: before } = await ben.get('/me/notifications')
  assert.partialDeepStrictEqual(before, {
    isMailOn: true,
    email: 'ben@shop.example',
    types: ['conversation.waiting', 'refund.waiting', 'refund.failed'],
    quietFrom: null,
  })
  const { body } = await ben.post('/me/notifications', {
    types: ['refund.waiting'],
    quietFrom: '22:00',
    quietTo: '7:00',
  })
  assert.partialDeepStrictEqual(body, { types: ['refund.waiting'], quietFrom: '22:00', quietTo: '07:00' })
  for (const wrong of [{ types: ['refund.wait'] }, { quietFrom: '25:00' }, { quietTo: null }, { quietFrom: '07:00' }])
    assert.equal((await ben.post('/me/notifications', wrong)).status, 400, JSON.stringify(wrong))
  const args = ['members', 'notifications', 'ada@shop.example', '--db', api.file]
  assert.match(
    (await run(args)).stdout,
    /gets mails about conversation\.waiting, refund\.waiting, refund\.failed\.\nThere are no quiet hours\./,
  )
  const changed = await run([...args, '--types', 'none', '--quiet', '18:00-08:30', '--json'])
  assert.deepEqual(JSON.parse(changed.stdout), { email: 'ada@shop.example', types: [], quiet: '18:00-08:30' })
  assert.equal((await run([...args, '--quiet', 'always'])).code, 2)
  await wait()
  await settled(api)
  assert.deepEqual(box.mails(), [])
})

test('in quiet hours nothing is mailed; what is still open at their end is in one mail', async (t) => {
  const { api, set, wait, arrived, box, clock } = await start(t)
  await set({ quietFrom: 9 * 60, quietTo: 10 * 60 })
  const [answered, open] = [await wait(), await wait()]
  await settled(api)
  assert.deepEqual(box.mails(), [])
  await api.store.write((tx) =>
    changeMode(tx, owner, { workspaceId: api.workspaceId, id: answered, mode: 'human' }, clock.now()),
  )
  clock.advance(30 * MINUTE_MS)
  api.wake()
  const [digest, ...others] = await arrived(1)
  assert.equal(others.length, 0)
  assert.equal(digest?.subject, 'shop: one thing waits')
  assert.ok(digest?.text.includes(`/chats/${open}`))
  assert.ok(!digest?.text.includes(answered))
})

test('the end of quiet hours is in the time zone of the workspace, also beyond midnight', () => {
  const at = (text: string) => Date.parse(text)
  const night = { types: [], quietFrom: 22 * 60, quietTo: 7 * 60 }
  assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-01T21:30:20Z')), at('2026-03-02T06:00:00Z'))
  assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-02T05:59:59Z')), at('2026-03-02T06:00:00Z'))
  assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-02T06:00:00Z')), undefined)
  assert.equal(quietUntil(night, 'UTC', at('2026-03-01T21:59:59Z')), undefined)
})

test('quiet hours end by the clock on the wall, also in nights in which it is put forward or back', () => {
  const at = (text: string) => Date.parse(text)
  const until = (quietTo: number, timeZone: string, now: string) =>
    quietUntil({ types: [], quietFrom: 22 * 60, quietTo }, timeZone, at(now))
  // 07:00 in Berlin, after 8 and after 10 hours.
  assert.equal(until(7 * 60, 'Europe/Berlin', '2026-03-28T21:00:00Z'), at('2026-03-29T05:00:00Z'))
  assert.equal(until(7 * 60, 'Europe/Berlin', '2026-10-24T20:00:00Z'), at('2026-10-25T06:00:00Z'))
  // By half an hour on Lord Howe Island.
  assert.equal(until(7 * 60, 'Australia/Lord_Howe', '2026-10-03T12:00:00Z'), at('2026-10-03T20:00:00Z'))
  assert.equal(until(7 * 60, 'Australia/Lord_Howe', '2026-04-04T12:00:00Z'), at('2026-04-04T20:30:00Z'))
  // A time that this night does not have: they end when it is left out.
  assert.equal(until(2 * 60 + 30, 'Europe/Berlin', '2026-03-28T22:00:00Z'), at('2026-03-29T01:00:00Z'))
  // A time that it has twice: they end with the first.
  assert.equal(until(2 * 60 + 30, 'Europe/Berlin', '2026-10-24T22:00:00Z'), at('2026-10-25T00:30:00Z'))
})

test('an address gets 20 mails an hour at most, and then one digest', async (t) => {
  const { api, wait, arrived, box, clock } = await start(t)
  for (let count = 0; count < 25; count++) await wait()
  await settled(api)
  assert.equal(box.mails().length, 20)
  clock.advance(HOUR_MS)
  api.wake()
  const [digest] = await arrived(21)
  assert.equal(digest?.subject, 'shop: 5 things wait')
  await settled(api)
  assert.equal(box.mails().length, 21)
})

test('somebody who has left gets nothing, and what was answered meanwhile is not mailed', async (t) => {
  const { api, wait, box, memberId, set, clock } = await start(t)
  await set({ quietFrom: 9 * 60, quietTo: 10 * 60 })
  await wait()
  await settled(api)
  await api.store.write((tx) => tx.run('DELETE FROM memberships WHERE member_id = ?', memberId))
  clock.advance(30 * MINUTE_MS)
  api.wake()
  await settled(api)
  assert.deepEqual(box.mails(), [])
})
