import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { startProcess, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const ping = async (baseUrl: string, key: string) =>
  (await fetch(`${baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } })).status

test('scripts make workspaces and keys, and revoke them, beside a running server', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire([...args, '--db', db, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { secretKey, publishableKey, inviteOwner, ...workspace } = await json(
    ...['workspaces', 'create', 'shop', '--plan', 'growth', '--test'],
  )
  assert.match(publishableKey, /^pk_/)
  assert.equal(inviteOwner, `npx storewire members invite --owner --workspace ${workspace.id} --db ${db}`)
  assert.deepEqual(Object.keys(workspace), ['id', 'name', 'plan', 'test', 'timeZone'])
  assert.deepEqual({ ...workspace, id: '' }, { id: '', name: 'shop', plan: 'growth', test: true, timeZone: 'UTC' })
  const { baseUrl, output } = await startProcess(t, ['--db', db])
  assert.doesNotMatch(output(), /sk_/)
  assert.equal(await ping(baseUrl, secretKey), 200)
  const created = await json('keys', 'create', '--workspace', 'shop', '--name', 'backend')
  assert.deepEqual(Object.keys(created), ['id', 'key', 'kind', 'workspaceId', 'name'])
  assert.equal(created.workspaceId, workspace.id)
  assert.equal(await ping(baseUrl, created.key), 200)
  const publishable = await json('keys', 'create', '--kind', 'publishable')
  assert.match(publishable.key, /^pk_/)
  const used = async () =>
    (await json('keys', 'list')).map(({ name, widget }: { name: string; widget: boolean }) => [name, widget])
  const before = [
    ['first secret key', false],
    ['chat widget', true],
    ['backend', false],
    ['', false],
  ]
  assert.deepEqual(await used(), before)
  await json('keys', 'use-for-widget', publishable.id)
  assert.deepEqual(await used(), [before[0], ['chat widget', false], before[2], ['', true]])
  const list = await json('keys', 'list')
  assert.deepEqual(
    list.map(({ kind, key, hash }: { kind: string; key: string | null; hash?: string }) => [kind, key !== null, hash]),
    ['secret', 'publishable', 'secret', 'publishable'].map((kind) => [kind, kind === 'publishable', undefined]),
  )
  assert.equal(list.at(-1).key, publishable.key)
  const refused = await storewire(['keys', 'revoke', publishable.id, '--db', db])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^storewire: .*use-for-widget.*\n$/)
  await json('keys', 'revoke', created.id)
  assert.equal(await ping(baseUrl, created.key), 401)
  const imported = await storewire(['keys', 'import', '--db', db, '--json'], {
    input: 'sk_live_0123456789abcdef\n\n  pk_sand_0123456789abcdef \r\n',
  })
  assert.deepEqual(
    JSON.parse(imported.stdout).map(({ kind }: { kind: string }) => kind),
    ['secret', 'publishable'],
  )
  assert.equal(await ping(baseUrl, 'sk_live_0123456789abcdef'), 200)
  assert.deepEqual(await json('workspaces', 'list'), [workspace])
  assert.deepEqual(await json('jobs', 'list'), [])
})

test('people read aligned tables, without colour where there is no terminal', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await storewire(['workspaces', 'create', '店', '--db', db])
  await storewire(['workspaces', 'create', 'a longer name', '--db', db])
  const { stdout } = await storewire(['workspaces', 'list', '--db', db])
  const [head = '', first = '', second = ''] = stdout.split('\n')
  assert.match(head, /^ID +NAME +PLAN +TEST +TIME ZONE$/)
  assert.equal(first.indexOf('scale') + 1, second.indexOf('scale'))
  assert.equal(stdout.includes('\u001b'), false)
  const created = await storewire(['keys', 'create', '--workspace', '店', '--db', db])
  assert.match(created.stdout, /^sk_\w{33}\n$/)
  assert.match(created.stderr, /^This is the only time the key is shown\. Its id is key_\w+\.\n$/)
})

test('every option can come from the environment', async (t) => {
  const db = join(await tempFolder(t), 'env.db')
  const env = {
    STOREWIRE_DB: db,
    STOREWIRE_PLAN: 'starter',
    STOREWIRE_TEST: '1',
    STOREWIRE_JSON: '1',
    STOREWIRE_KIND: 'publishable',
    STOREWIRE_NAME: 'from env',
  }
  assert.equal(JSON.parse((await storewire(['workspaces', 'create', 'shop'], { env })).stdout).plan, 'starter')
  const { kind, name } = JSON.parse((await storewire(['keys', 'create'], { env })).stdout)
  assert.deepEqual([kind, name], ['publishable', 'from env'])
})

test('an empty variable counts as unset, and a switch is off with 0 or false', async (t) => {
  const db = join(await tempFolder(t), 'off.db')
  for (const [name, off] of [
    ['a', '0'],
    ['b', 'false'],
  ] as const) {
    const env = { STOREWIRE_DB: db, STOREWIRE_PLAN: '', STOREWIRE_TEST: off, STOREWIRE_JSON: off }
    const { code, stdout } = await storewire(['workspaces', 'create', name], { env })
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`\\n\\S+ +${name} +scale +no +UTC\\n\\n`))
  }
})

const wrongUsage: string[][] = [
  [],
  ['frobnicate'],
  ['serve', '--frobnicate'],
  ['serve', '--port', '70000'],
  ['serve', '--port', 'x'],
  ['serve', '--rate-limits', 'calls=many'],
  ['serve', '--rate-limits', 'speed=1'],
  ['serve', '--trust-proxy', '-1'],
  ['serve', '--public-url', 'shop.example'],
  ['keys', 'revoke'],
  ['serve', '--db', ''],
  ['dev', '--db', ''],
  ['keys', 'create', '--kind', 'golden'],
  ['workspaces', 'create', 'shop', '--plan', 'free'],
]

test('a usage error is one line that says what to do, with exit code 2', async () => {
  for (const args of wrongUsage) {
    const { code, stdout, stderr } = await storewire(args)
    assert.equal(code, 2, args.join(' '))
    assert.equal(stdout, '')
    if (args.length > 0) assert.match(stderr, /^storewire: .+\n$/, args.join(' '))
  }
  const help = await storewire(['--help'])
  assert.equal(help.code, 0)
  assert.match(help.stdout, /serve .*\n[\s\S]*workspaces .*\n[\s\S]*keys /)
  assert.match(
    (await storewire(['--version'])).stdout,
    /^storewire \d+\.\d+\.\d+ \(commit [-\w]+, Node\.js \d+\.\d+\.\d+, SQLite 3\.\d+\.\d+\)\n$/,
  )
})

test('a file that is not a storewire database is one line that says what to do, with exit code 1', async (t) => {
  const folder = await tempFolder(t)
  const path = (name: string) => join(folder, name)
  writeFileSync(
    path('text.db'),
    'no database at all, but long enough to be looked at as one, since the header has 100 bytes'.repeat(10),
  )
  mkdirSync(path('folder.db'))
  const foreign = new Database(path('foreign.db'))
  foreign.exec('CREATE TABLE theirs (x)')
  foreign.close()
  await storewire(['workspaces', 'create', 'shop', '--db', path('newer.db')])
  const newer = new Database(path('newer.db'))
  newer.pragma('user_version = 99')
  newer.close()
  const cases: [string[], RegExp][] = [
    [['keys', 'list', '--db', path('none.db')], /it does not exist/],
    [['serve', '--db', path('no/such/folder.db')], /folder does not exist/],
    [['serve', '--db', path('folder.db')], /it is a folder/],
    [['serve', '--db', path('text.db')], /not an SQLite database/],
    [['keys', 'list', '--db', path('foreign.db')], /another program/],
    [['serve', '--db', path('newer.db')], /newer storewire .*update storewire/],
  ]
  for (const [args, problem] of cases) {
    const { code, stderr } = await storewire(args)
    assert.equal(code, 1)
    assert.match(stderr, /^storewire: cannot open the database .+\n$/)
    assert.match(stderr, problem)
  }
  assert.equal(existsSync(`${path('text.db')}-lock`), false)
  assert.match((await storewire(['keys', 'list', '--workspace', 'none', '--db', path('newer.db')])).stderr, /newer/)
})
