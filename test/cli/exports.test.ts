import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConversation } from '../../src/conversations/conversations.ts'
import { commandRunner } from '../support/commands.ts'
import { order } from '../support/objects.ts'
import { startServer, tempFolder } from '../support/server.ts'

test('lists are written to new files that only their user can read, with the filters of the list, and audited', async (t) => {
  const { file, push, store, workspaceId, clock } = await startServer(t)
  const folder = await tempFolder(t)
  const run = commandRunner()
  const exported = async (...args: string[]) => {
    const target = join(folder, `${args.join(' ')}.csv`)
    const [type = '', ...filters] = args
    const { code, stdout, stderr } = await run([type, 'export', target, ...filters, '--db', file])
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal((await stat(target)).mode & 0o777, 0o600)
    const lines = (await readFile(target, 'utf8')).split('\n')
    return { target, stdout: stdout.replace(target, 'FILE'), ids: lines.slice(1, -1).map((line) => line.split(',')[0]) }
  }
  await push('orders', [order({ id: 'o1', status: 'shipped' }), order({ id: 'o2', status: 'pending' })])
  await store.write((tx) => createConversation(tx, { workspaceId }, clock.now()))
  const { target, ...orders } = await exported('orders', '--status', 'shipped')
  assert.deepEqual(orders, { stdout: '1 orders are in FILE.\n', ids: ['o1'] })
  assert.deepEqual((await exported('refunds')).ids, [])
  assert.equal((await exported('conversations')).stdout, '0 chats are in FILE.\n')
  const log = JSON.parse((await run(['audit', 'list', '--action', 'list', '--json', '--db', file])).stdout)
  assert.deepEqual(
    log.map(({ subject, details }: { subject: string; details: unknown }) => [subject, details]),
    [
      ['chats', { filters: ['show'] }],
      ['refunds', { filters: [] }],
      ['orders', { filters: ['status'] }],
    ],
  )

  const again = await run(['orders', 'export', target, '--db', file])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /already exists/)
  const invalid = join(folder, 'invalid.csv')
  assert.equal((await run(['orders', 'export', invalid, '--placed-since', 'soon', '--db', file])).code, 1)
  await assert.rejects(stat(invalid), 'the beginning of a list is not left')
})
