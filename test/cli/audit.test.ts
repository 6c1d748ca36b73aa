import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { audit } from '../../src/access/audit.ts'
import { commandRunner } from '../support/commands.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

test('the audit log is listed with filters, one line an entry, and written to a file', async (t) => {
  const { store, workspaceId, clock, file } = await startServer(t)
  const folder = await tempFolder(t)
  const run = commandRunner()
  const succeeds = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['audit', ...args, '--db', file])
    assert.equal(code, 0, stderr)
    return stdout
  }
  clock.advance(60_000)
  const since = new Date(clock.now()).toISOString()
  const long = 'benjamin.featherstonehaugh-cholmondeley@wool-and-company.shop.example'
  await store.write(async (tx) => {
    const entry = { workspaceId, at: clock.now(), details: { note: '=1+1,"x"' } }
    for (const name of ['ada@shop.example', long])
      await audit(tx, {
        ...entry,
        actor: { name, origin: '203.0.113.7', role: 'owner' },
        action: 'refund.approved',
        target: 'act_1',
      })
    await audit(tx, {
      ...entry,
      actor: { name: 'cli', origin: 'cli', role: null },
      action: 'key.revoked',
      target: 'key_1',
    })
  })
  const listed = async (...args: string[]) => JSON.parse(await succeeds('list', '--json', '--since', since, ...args))
  assert.equal((await listed()).length, 3)
  assert.deepEqual(
    (await listed('--action', 'refund', '--actor', long)).map(({ action, subject }: Record<string, string>) => [
      action,
      subject,
    ]),
    [['refund.approved', 'act_1']],
  )
  assert.equal((await listed('--limit', '1')).length, 1)
  assert.match(
    await succeeds('list', '--subject', 'key_1'),
    /^TIME .*\n2026-03-01T09:31Z +cli +key\.revoked +key_1 +cli +Note: =1\+1,"x"\n$/,
  )
  const inSeconds = await run(['audit', 'list', '--since', '1700000000', '--db', file])
  assert.match(inSeconds.stderr, /The time looks like seconds: use milliseconds, 1700000000000\./)
  assert.equal(inSeconds.code, 2)
  const csv = join(folder, 'audit.csv')
  assert.match(await succeeds('export', csv, '--action', 'refund'), /^2 entries are in /)
  const [heading, first = '', ...rest] = (await readFile(csv, 'utf8')).trimEnd().split('\n')
  assert.equal(heading, 'at,actor,role,origin,action,subject,details')
  assert.ok(first.endsWith('owner,203.0.113.7,refund.approved,act_1,"{""note"":""=1+1,\\""x\\""""}"'), first)
  assert.equal(rest.length, 1)
  assert.match((await run(['audit', 'export', csv, '--db', file])).stderr, /already exists/)
  const other = join(folder, 'other.csv')
  assert.equal((await run(['audit', 'export', other, '--workspace', 'nowhere', '--db', file])).code, 1)
  await assert.rejects(readFile(other), { code: 'ENOENT' })
  await succeeds('export', join(folder, 'audit.ndjson'), '--subject', 'key_1')
  const ndjson = await readFile(join(folder, 'audit.ndjson'), 'utf8')
  assert.equal(JSON.parse(ndjson).action, 'key.revoked')
  if (noTerminal) return
  const shown = await onTerminal(['audit', 'list', '--since', since, '--db', file], { NO_COLOR: '1' })
  const lines = shown.trimEnd().split('\n')
  assert.equal(lines.filter((line) => line.startsWith('2026')).length, 3, shown)
  for (const line of lines) assert.ok([...line].length <= 80, shown)
})
