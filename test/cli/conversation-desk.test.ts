import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveToPeople } from '../../src/conversations/hand-over.ts'
import { DAY_MS, toIso } from '../../src/lib/time.ts'
import { commandRunner } from '../support/commands.ts'
import { signedIn } from '../support/console.ts'
import { startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const runCommand = commandRunner()

test('the command line assigns, snoozes, tags and closes, and asks before it replies for another', async (t) => {
  const api = await startServer(t)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const page = await (await startWidget(api)).open('c1')
  await page.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const id = page.conversationId
  await api.store.write((tx) =>
    leaveToPeople(
      tx,
      id,
      {
        reason: 'cancel_order',
        summary: 'Wants to cancel #1',
        refundDraft: {
          ...{ orderId: 'o1', orderNumber: '#1', lines: [{ itemId: 'l1', title: 'Mug', quantity: 2 }] },
          ...{ kind: 'not_received', reason: 'outside_period' },
        },
      },
      api.clock.now(),
    ),
  )
  const run = (...args: string[]) => runCommand(['conversations', ...args, '--db', api.file])
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const assignee = { memberId: ben.memberId, name: 'ben' }
  assert.deepEqual(await json('assign', id, '--to', 'Ben@shop.example'), { id, assignee })
  const until = toIso(Date.now() + DAY_MS)
  assert.deepEqual(await json('snooze', id, '--until', until), { id, snoozedUntil: until })
  const tags = ['late', 'vip']
  assert.deepEqual(await json('tag', id, '--add', 'vip', 'late'), { id, tags })
  const shown = await json('show', id)
  assert.deepEqual([shown.assignee, shown.snoozedUntil, shown.tags, shown.closeReason], [assignee, until, tags, null])
  const { stdout } = await run('show', id)
  assert.match(stdout, /\nassignee: ben\nsnoozed until: \S+Z\ntags: late, vip\nhanded over: \S+Z, cancel order\n/)
  assert.match(stdout, /drafted refund: 2 × Mug of #1, as it did not arrive: the return period of the order is over\n/)
  const refused = await run('reply', id, 'Hi!')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, new RegExp(`ben has this conversation\\..* --despite ${ben.memberId}`))
  assert.equal((await run('reply', id, 'Hi!', '--despite', ben.memberId)).code, 0)
  assert.equal((await json('show', id)).snoozedUntil, null)
  assert.equal((await run('assign', id, '--nobody')).stdout, `Nobody has ${id}.\n`)
  assert.equal((await run('snooze', id, '--wake')).stdout, `${id} is not snoozed.\n`)
  assert.equal((await run('tag', id, '--remove', 'vip', 'late')).stdout, `${id} has no tags.\n`)
  assert.deepEqual(await json('close', id, '--reason', 'spam'), { id, mode: 'closed', reason: 'spam' })
  assert.match((await run('show', id)).stdout, /\nclosed because: spam\n/)
  for (const [args, message] of [
    [['assign', id], /Add --to EMAIL or --nobody/],
    [['snooze', id], /Add --until TIME or --wake/],
    [['close', id, '--reason', 'bored'], /solved, no_reply, duplicate, spam, other/],
  ] as const) {
    const { code, stderr } = await run(...args)
    assert.deepEqual([code, message.test(stderr)], [2, true], stderr)
  }
  const { code, stderr } = await run('assign', id, '--to', 'eve@shop.example')
  assert.deepEqual([code, /members list/.test(stderr)], [1, true])
})
