import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { chatThroughKills } from '../support/crashing-chats.ts'
import { tempFolder } from '../support/server.ts'

test('a message has exactly one answer and a confirmed refund is made once, also if the server is killed in between', async (t) => {
  const { kills, answered, offered } = await chatThroughKills(join(await tempFolder(t), 'chats.db'), 3)
  assert.equal(kills, 3)
  assert.ok(answered >= 10 && offered > 0)
})
