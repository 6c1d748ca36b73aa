import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { waitThroughKills } from '../support/crashing-events.ts'
import { tempFolder } from '../support/server.ts'

test('each waiting chat has one event that arrives, also if the server is killed in between', async (t) => {
  const { kills, waiting } = await waitThroughKills(join(await tempFolder(t), 'events.db'), 3)
  assert.equal(kills, 3)
  assert.ok(waiting >= 3)
})
