import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assign } from '../../src/conversations/assign.ts'
import { assigneeOf } from '../../src/conversations/assignees.ts'
import { snooze, wakeJobHandler } from '../../src/conversations/snooze.ts'
import { tagConversation, tagsOf } from '../../src/conversations/tags.ts'
import { conversationsWith } from '../../src/conversations/words.ts'
import { startScheduler } from '../../src/jobs/scheduler.ts'
import { silentLog } from '../../src/lib/log.ts'
import { HOUR_MS } from '../../src/lib/time.ts'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { restore } from '../../src/store/sqlite/restore.ts'
import { addMember } from '../support/console.ts'
import { owner, startServer, tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

test('after a restore a chat is found, has its member and tags, and wakes if its time is over', async (t) => {
  const api = await startServer(t)
  const { workspaceId, clock } = api
  const memberId = await addMember(api, { role: 'agent' })
  const page = await (await startWidget(api)).open('c1')
  const id = page.conversationId
  await page.call('POST', '/messages', { json: { text: 'my teapot' } })
  await api.store.write(async (tx) => {
    const chat = { workspaceId, id, agentName: null }
    await assign(tx, owner, { ...chat, memberId }, clock.now())
    await tagConversation(tx, owner, { ...chat, add: ['vip'], remove: [] }, clock.now())
    await snooze(tx, owner, { ...chat, until: clock.now() + HOUR_MS }, clock.now())
  })
  const folder = await tempFolder(t)
  const [backup, file] = [join(folder, 'backup.db'), join(folder, 'shop.db')]
  await backUp(api.file, backup)
  await restore(backup, file, { now: clock.now() })
  const store = await openStore(file, { serving: true })
  t.after(() => store.close())
  clock.advance(2 * HOUR_MS)
  const scheduler = startScheduler({ store, clock, log: silentLog, handlers: [wakeJobHandler()] })
  t.after(() => scheduler.stop())
  const waits = () => store.read.get('SELECT 1 FROM conversations WHERE waiting_since IS NOT NULL')
  await until(async () => (await waits()) !== undefined)
  assert.deepEqual([(await assigneeOf(store.read, id))?.memberId, await tagsOf(store.read, id)], [memberId, ['vip']])
  assert.deepEqual(await conversationsWith(store, workspaceId, 'teapot'), { ids: [id], isComplete: true })
})
