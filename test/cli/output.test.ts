import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

const ESCAPE = '\u001b'

/** A database with the workspace `shop`, and commands that must succeed on it. */
async function shop(t: TestContext) {
  const db = join(await tempFolder(t), 'shop.db')
  const run = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await storewire([...args, '--db', db], { input })
    assert.equal(code, 0, stderr)
    assert.equal(stderr, '')
    return stdout
  }
  const json = async (args: string[], input = '') => JSON.parse(await run([...args, '--json'], input))
  const { secretKey, publishableKey: _, inviteOwner: __, ...workspace } = await json(['workspaces', 'create', 'shop'])
  return { db, run, json, workspace, secretKey: secretKey as string }
}

const KEY_FIELDS = [
  'createdAt',
  'createdBy',
  'id',
  'key',
  'kind',
  'lastUsedAt',
  'name',
  'prefix',
  'revokedAt',
  'suffix',
  'widget',
  'workspaceId',
]

test('every command prints one JSON value for scripts, and only keys create prints the value of a secret key', async (t) => {
  const { json, workspace, secretKey } = await shop(t)
  assert.deepEqual(workspace, { id: workspace.id, name: 'shop', plan: 'scale', test: false, timeZone: 'UTC' })
  assert.match(workspace.id, /^org_\w+$/)
  assert.deepEqual(await json(['workspaces', 'list']), [workspace])

  const created = await json(['keys', 'create', '--name', 'backend'])
  const { id, key } = created
  assert.deepEqual(created, { id, key, kind: 'secret', workspaceId: workspace.id, name: 'backend' })
  const publishable = await json(['keys', 'create', '--kind', 'publishable'])
  const imported = await json(['keys', 'import'], 'sk_live_0123456789abcdef0123456789abcdef\n')
  const shown = [
    await json(['keys', 'use-for-widget', publishable.id]),
    await json(['keys', 'revoke', id]),
    ...imported,
    ...(await json(['keys', 'list'])),
  ]
  assert.equal(shown.length, 8)
  for (const entry of shown) {
    assert.deepEqual(Object.keys(entry).sort(), KEY_FIELDS)
    assert.match(entry.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  const [ofWidget, revoked, older] = shown
  assert.equal(ofWidget.widget, true)
  assert.match(revoked.revokedAt, /Z$/)
  assert.deepEqual(
    [older.kind, older.name, older.prefix, older.suffix, older.lastUsedAt, older.revokedAt],
    ['secret', 'imported', 'sk_live_', 'cdef', null, null],
  )
  const all = JSON.stringify(shown)
  for (const secret of [secretKey, key, 'sk_live_0123456789abcdef0123456789abcdef']) assert.ok(!all.includes(secret))
  assert.deepEqual([ofWidget.key, revoked.key, older.key], [publishable.key, null, null])
})

test('every command prints a table for people, with the state of each key', async (t) => {
  const { run, json } = await shop(t)
  const { id: secret, key } = await json(['keys', 'create', '--name', 'backend'])
  const { id: publishable, key: whole } = await json(['keys', 'create', '--kind', 'publishable', '--name', 'web'])
  const columns = /^ID +KIND +NAME +KEY +CREATED +LAST USED +STATE\n/
  assert.match(await run(['keys', 'use-for-widget', publishable]), columns)
  assert.match(await run(['keys', 'revoke', secret]), columns)
  const [, , , first = '', second = '', ...rest] = (await run(['keys', 'list'])).split('\n')
  assert.match(
    first,
    new RegExp(`^${secret} +secret +backend +${key.slice(0, 8)}…${key.slice(-4)} +\\S+Z +never +revoked$`),
  )
  assert.match(second, new RegExp(`^${publishable} +publishable +web +pk_\\w{5}…\\w{4} +\\S+Z +never +widget$`))
  assert.deepEqual(rest.slice(0, 2), ['', 'Publishable keys, which may be public:'])
  assert.deepEqual(rest.slice(-2), [`  ${publishable}  ${whole}`, ''])
  const importedTable = await run(['keys', 'import', '--kind', 'secret'], 'older-key-0123456789abcdef\n')
  assert.match(importedTable, /\nkey_\w+ +secret +imported +older-ke…cdef +\S+Z +never +active\n$/)
  assert.match(await run(['jobs', 'list']), /^ID +KIND +SUBJECT +STATE +ATTEMPTS +DUE +LAST ERROR\n$/)
})

test('an operator lists a dead job, retries it, and discards it', async (t) => {
  const { db, run, json, workspace } = await shop(t)
  const store = new Database(db)
  store.exec(`INSERT INTO batches (id, workspace_id, resource, status, received, failure, created_at, finished_at)
    VALUES ('bat_1', '${workspace.id}', 'orders', 'failed', 7, 'the disk is gone', 0, 0)`)
  store.exec(`INSERT INTO jobs (id, kind, subject, status, attempts, due_at, last_error, created_at)
    VALUES ('job_1', 'batch', 'bat_1', 'dead', 5, 0, 'the disk is gone', 0)`)
  store.close()
  const dead = {
    id: 'job_1',
    kind: 'batch',
    subject: 'bat_1',
    state: 'dead',
    attempts: 5,
    dueAt: '1970-01-01T00:00:00.000Z',
    lastError: 'the disk is gone',
    createdAt: '1970-01-01T00:00:00.000Z',
  }
  assert.deepEqual(await json(['jobs', 'list']), [dead])
  assert.match(await run(['jobs', 'list']), /\njob_1 +batch +bat_1 +dead +5 +1970\S+ +the disk is gone\n$/)
  const retried = await json(['jobs', 'retry', 'job_1'])
  assert.deepEqual([retried.state, retried.attempts], ['waiting', 0])
  assert.equal((await json(['jobs', 'discard', 'job_1'])).id, 'job_1')
  assert.deepEqual(await json(['jobs', 'list']), [])
})

test('styles are printed on terminals only, and NO_COLOR turns them off', {
  skip: noTerminal,
}, async (t) => {
  const { db, run } = await shop(t)
  const list = ['workspaces', 'list', '--db', db]
  assert.ok((await onTerminal(list)).startsWith(`${ESCAPE}[1mID `))
  const plain = await onTerminal(list, { NO_COLOR: '1' })
  assert.match(plain, /^ID /)
  assert.ok(!plain.includes(ESCAPE))
  assert.ok(!(await run(['workspaces', 'list'])).includes(ESCAPE))
  assert.ok(!(await storewire(['keys', 'create', '--db', db])).stdout.includes(ESCAPE))
})

test('the database is the one of --db, else of STOREWIRE_DB, else ./storewire.db', async (t) => {
  const cwd = await tempFolder(t)
  const create = (name: string, args: string[], env: Record<string, string>) =>
    storewire(['workspaces', 'create', name, ...args], { cwd, env })
  const env = { STOREWIRE_DB: 'variable.db' }
  await create('by option', ['--db', 'option.db'], env)
  await create('by variable', [], env)
  await create('by default', [], {})
  for (const [file, name] of [
    ['option.db', 'by option'],
    ['variable.db', 'by variable'],
    ['storewire.db', 'by default'],
  ] as const) {
    const { stdout } = await storewire(['workspaces', 'list', '--json', '--db', join(cwd, file)])
    assert.deepEqual(
      JSON.parse(stdout).map((workspace: { name: string }) => workspace.name),
      [name],
    )
  }
})

test('control characters in names and ids are escaped', async (t) => {
  const { db, run } = await shop(t)
  const name = `${ESCAPE}]0;owned\u0007${ESCAPE}[2J\u009b1m\rroot`
  await run(['workspaces', 'create', name])
  const table = await run(['workspaces', 'list'])
  assert.match(table, /\\u\{1b\}\]0;owned\\u\{7\}\\u\{1b\}\[2J\\u\{9b\}1m root/)
  const { stderr } = await storewire(['keys', 'list', '--workspace', `${ESCAPE}[2J`, '--db', db])
  assert.match(stderr, /no workspace \\u\{1b\}\[2J\. Choose/)
  for (const text of [table, stderr]) assert.doesNotMatch(text, /(?!\n)\p{Cc}/u)
})

test('importing a secret key that is short enough to be guessed prints a warning', async (t) => {
  const { db } = await shop(t)
  const importing = (...keys: string[]) => storewire(['keys', 'import', '--db', db], { input: keys.join('\n') })
  const short = ['sk_live_0123456789abcdef', `sk_live_${'7'.repeat(38)}`]
  const long = [`sk_live_${'0123456789abcdef'.repeat(2)}`, `sk_${'Zz9'.repeat(8)}`]
  const { code, stderr } = await importing(...short, ...long, 'pk_live_0123456789abcdef')
  assert.equal(code, 0)
  assert.match(stderr, /^2 of 4 secret keys have fewer than 128 random bits: .*SHA-256.*keys create.*\n$/)
  assert.equal((await importing(...long)).stderr, '')
})
