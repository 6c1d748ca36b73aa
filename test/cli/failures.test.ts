import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { BIN, type Finished, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

/** Asserts that a command failed with one line that says why, and printed nothing else. */
function assertFailure({ code, stdout, stderr }: Finished, problem: RegExp): void {
  assert.match(stderr, /^storewire: [^\n]+\n$/)
  assert.match(stderr, problem)
  assert.equal(stdout, '')
  assert.equal(code, 1)
}

async function shop(t: TestContext): Promise<string> {
  const db = join(await tempFolder(t), 'shop.db')
  assert.equal((await storewire(['workspaces', 'create', 'shop', '--db', db])).code, 0)
  return db
}

test('an error is one line that says why, with exit code 1', async (t) => {
  const db = await shop(t)
  const run = (args: string[], input = '') => storewire([...args, '--db', db], { input })
  assertFailure(await run(['workspaces', 'create', 'shop']), /named shop already exists\. Choose another/)
  assertFailure(await run(['workspaces', 'create', ' ']), /Invalid workspace name\. Use 1 to 255 characters/)
  assertFailure(await run(['keys', 'create', '--workspace', 'none']), /no workspace none\. Choose one of: shop/)
  assertFailure(await run(['keys', 'list', '--workspace', 'none']), /no workspace none/)
  assertFailure(await run(['keys', 'revoke', 'key_none']), /no key key_none/)
  assertFailure(await run(['keys', 'use-for-widget', 'key_none']), /no key key_none/)
  assertFailure(await run(['jobs', 'retry', 'job_none']), /no job job_none/)
  assertFailure(await run(['jobs', 'discard', 'job_none']), /no job job_none/)
  assertFailure(await run(['keys', 'import']), /No keys on standard input/)
  assertFailure(await run(['keys', 'import'], 'sk_live_0123456789abcdef\nnonsense\n'), /Key 2 of 2/)
  assert.equal(JSON.parse((await run(['keys', 'list', '--json'])).stdout).length, 2)
  await run(['workspaces', 'create', 'second'])
  assertFailure(await run(['keys', 'create']), /several workspaces: name one with --workspace \(shop, second\)/)
})

test("a name with a line break does not break the error's line", async (t) => {
  const db = await shop(t)
  assertFailure(await storewire(['keys', 'list', '--workspace', 'two\nlines', '--db', db]), /two.lines/)
})

test('a command that only reads does not create a missing file', async (t) => {
  const db = join(await tempFolder(t), 'mistyped.db')
  for (const command of [
    ['workspaces', 'list'],
    ['keys', 'create'],
    ['keys', 'list'],
    ['keys', 'revoke', 'key_1'],
    ['jobs', 'list'],
  ])
    assertFailure(
      await storewire([...command, '--db', db]),
      /cannot open the database .*mistyped\.db: it does not exist/,
    )
  assert.equal(existsSync(db), false)
})

test('in a read-only folder nothing is created, and the error names the cause', async (t) => {
  const disk = smallDisk(t, 8)
  const folder = disk?.folder ?? (await tempFolder(t))
  const db = join(folder, 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  if (disk) execFileSync('mount', ['-o', 'remount,ro', folder])
  else chmodSync(folder, 0o555)
  const problem = /cannot open the database .*(read-only|permission denied).*(--db|writable)/
  assertFailure(await storewire(['serve', '--port', '0', '--db', join(folder, 'new.db')]), problem)
  assertFailure(await storewire(['serve', '--port', '0', '--db', db]), problem)
  if (disk) assertFailure(await storewire(['keys', 'create', '--db', db]), problem)
  if (!disk) chmodSync(folder, 0o755)
})

test('on a full disk nothing starts, and the error names the cause', async (t) => {
  const disk = smallDisk(t, 4)
  if (!disk) return t.skip('mounting a small file system needs root')
  const db = join(disk.folder, 'shop.db')
  await storewire(['workspaces', 'create', 'shop', '--db', db])
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk.folder, 'full')}`, 'bs=4k'])
  assertFailure(await storewire(['serve', '--port', '0', '--db', db]), /cannot open the database .*full.*make room/)
  assertFailure(await storewire(['keys', 'create', '--db', db]), /cannot open the database .*full.*make room/)
})

test('a read-only database file is rejected and stays unchanged', {
  skip: process.platform === 'linux' ? false : 'root is told to obey by a command of Linux',
}, async (t) => {
  const db = await shop(t)
  const before = readFileSync(db)
  chmodSync(db, 0o400)
  // Root may write everything unless it gives up its capabilities.
  const obedient = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
  const program = [...obedient, process.execPath, BIN]
  for (const args of [
    ['serve', '--port', '0'],
    ['keys', 'create'],
  ])
    assertFailure(await storewire([...args, '--db', db], { program }), /permission denied; run as the user who owns it/)
  assert.deepEqual(readFileSync(db), before)
})

test('a file that another user may not read is named, whichever command reads it', {
  skip: process.getuid?.() === 0 ? false : 'only root can be another user',
}, async (t) => {
  const db = await shop(t)
  chmodSync(dirname(db), 0o777)
  const run = (...args: string[]) => storewire(args, { uid: 65_534, gid: 65_534 })
  assertFailure(await run('backup', `${db}.copy`, '--db', db), /cannot back up the database .*run as the user who owns/)
  assertFailure(
    await run('restore', db, '--db', `${db}.new`),
    /shop\.db can't be used: permission denied; run as the user/,
  )
})

test('keys are imported from standard input and never from the command line', async (t) => {
  const db = await shop(t)
  const { code, stdout } = await storewire(['keys', 'import', 'sk_live_0123456789abcdef', '--db', db])
  assert.equal(code, 2)
  assert.equal(stdout, '')
  assert.equal(JSON.parse((await storewire(['keys', 'list', '--db', db, '--json'])).stdout).length, 2)
})

test('a file of another program stays unchanged, to the byte', async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'remember the milk\n'.repeat(100))
  for (const args of [
    ['serve', '--port', '0'],
    ['workspaces', 'create', 'shop'],
    ['keys', 'list'],
  ])
    assertFailure(await storewire([...args, '--db', file]), /not an SQLite database/)
  assert.equal(readFileSync(file, 'utf8'), 'remember the milk\n'.repeat(100))
})

test('an invalid value is reported with its option or variable', async () => {
  const cases: [args: string[], env: Record<string, string>, problem: RegExp][] = [
    [['serve', '--port', '65536'], {}, /--port .*65536.* Give a whole number from 0 to 65535/],
    [['serve', '--port', '-1'], {}, /--port/],
    [['serve', '--port', '80.5'], {}, /--port/],
    [['serve'], { STOREWIRE_PORT: 'x' }, /STOREWIRE_PORT/],
    [['serve', '--rate-limits', 'calls=0'], {}, /--rate-limits .*calls per minute or "off"/],
    [['serve', '--rate-limits', 'calls=5,'], {}, /--rate-limits/],
    [['serve', '--rate-limits', 'constructor=5'], {}, /--rate-limits/],
    [['serve', '--rate-limits', ''], {}, /--rate-limits/],
    [['serve', '--connection-limits', 'network=off'], {}, /Give a list of network, all, streams, unanswered, unsent/],
    [['serve', '--connection-limits', 'sockets=5'], {}, /--connection-limits/],
    [['serve'], { STOREWIRE_CONNECTION_LIMITS: 'off' }, /STOREWIRE_CONNECTION_LIMITS/],
    [['serve'], { STOREWIRE_RATE_LIMITS: 'on' }, /STOREWIRE_RATE_LIMITS/],
    [['serve', '--max-body', '0'], {}, /--max-body/],
    [['serve', '--max-large-body', '513'], {}, /--max-large-body/],
    [['serve', '--trust-proxy', 'yes'], {}, /--trust-proxy/],
    [['serve', '--public-url', 'ftp://shop.example'], {}, /--public-url .*http or https/],
    [['keys', 'create'], { STOREWIRE_KIND: 'golden' }, /STOREWIRE_KIND/],
    [['keys', 'list', 'extra'], {}, /too many arguments/],
    [['keys', 'frobnicate'], {}, /unknown command 'frobnicate'/],
    [['frobnicate'], {}, /unknown command 'frobnicate'/],
    [['serve', '--frobnicate'], {}, /unknown option '--frobnicate'/],
    [['serve', '--db'], {}, /argument missing/],
    [['serve', '--db', ''], {}, /--db .* Name a file\./],
    [['serve'], { STOREWIRE_DB: ':memory:' }, /STOREWIRE_DB.* Name a file\./],
  ]
  const answers = await Promise.all(cases.map(([args, env]) => storewire(args, { env })))
  for (const [index, { code, stdout, stderr }] of answers.entries()) {
    const [args, env, problem] = cases[index] ?? [[], {}, /./]
    const where = JSON.stringify([args, env])
    assert.equal(code, 2, `${where}: ${stderr}`)
    assert.equal(stdout, '', where)
    assert.match(stderr, /^storewire: [^\n]+[.)] See "npx storewire( [-a-z]+)* --help"\.\n$/, where)
    assert.match(stderr, problem, where)
  }
})

for (const command of ['serve', 'workspaces', 'workspaces create', 'keys', 'keys import', 'jobs', 'jobs retry']) {
  test(`"${command}" prints its usage`, async () => {
    const { code, stdout, stderr } = await storewire([...command.split(' '), '--help'])
    assert.equal(code, 0)
    assert.equal(stderr, '')
    assert.match(stdout, new RegExp(`^Usage: storewire ${command} `))
  })
}

test('a command that never finishes its work exits with 1', async () => {
  // No response comes, and the time limit of a call doesn't keep the process running either.
  const never = 'globalThis.fetch=()=>new Promise(()=>{});const wait=setTimeout;setTimeout=(...of)=>wait(...of).unref()'
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(never)}`
  const env = { NODE_OPTIONS, STOREWIRE_SECRET_KEY: 'sk_1' }
  assertFailure(
    await storewire(['backfills', 'list'], { env }),
    /Internal error: the command stopped before finishing\./,
  )
})

test('output to a full disk is one line of error and exit code 1', {
  skip: existsSync('/dev/full') ? false : 'needs the /dev/full of Linux',
}, async (t) => {
  const db = await shop(t)
  const before = readdirSync(dirname(db))
  for (const [command, problem] of [
    ['workspaces list', /cannot write to standard output: the disk is full/],
    ['backup -', /cannot write the copy: the disk is full/],
  ] as const) {
    const script = `'${process.execPath}' '${BIN}' ${command} --db '${db}' > /dev/full`
    const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    assertFailure({ code: status, signal: null, stdout: '', stderr }, problem)
  }
  assert.deepEqual(readdirSync(dirname(db)), before)
})

test('a closed pipe on standard output is not a crash', async (t) => {
  const db = await shop(t)
  const command = `set -o pipefail; '${process.execPath}' '${BIN}' workspaces list --db '${db}' | true`
  const { stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  assert.doesNotMatch(stderr, /\n\s+at |node:/)
})
