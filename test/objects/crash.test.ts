import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { importThroughCrashes } from '../support/crashing-import.ts'
import { tempFolder } from '../support/server.ts'

test('an import survives 20 kills: everything acknowledged is there, once, and nothing is stuck', async (t) => {
  const report = await importThroughCrashes(join(await tempFolder(t), 'crash.db'), 20)
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.kills, 20)
  // How many depends on the machine alone.
  assert.ok(report.acknowledgedBatches > 0)
})
