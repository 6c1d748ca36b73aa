import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { judgeRoom, judgeWal } from '../../src/doctor/files.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { commandRunner } from '../support/commands.ts'
import { firstVersion } from '../support/databases.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const runCommand = commandRunner()

const MIB = 1024 * 1024
const HOUR = 60 * 60 * 1000
const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

/** A database that has been served, pushed to and stopped. */
async function served(t: TestContext): Promise<string> {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl, output, stop } = await startProcess(t, ['--db', db])
  const orders = Array.from({ length: 25 }, (_, index) => ({ id: `o${index}`, updatedAt: 1, note: 'x'.repeat(2_000) }))
  await client(baseUrl, keyIn(output())).push('orders', orders)
  await stop()
  addOwner(db)
  return db
}

/** The owner and operator of the workspaces that are there, with a second factor. */
function addOwner(db: string): void {
  change(db, `INSERT INTO members VALUES ('mem_1', 'Ada', 'ada@shop.example', 'x', 1, 1)`)
  change(db, `INSERT INTO memberships SELECT id, 'mem_1', 'owner', 1 FROM workspaces`)
  change(db, `INSERT INTO member_second_factors VALUES ('mem_1', NULL, 0, 1, 1)`)
}

/** A folder with a backup of now, as the server makes it. */
function backups(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-test-'))
  writeFileSync(join(folder, backupName(Date.now())), '')
  return folder
}

const backupName = (at: number) => `storewire-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
const backupFolder = backups()
after(() => rmSync(backupFolder, { recursive: true }))

function change(db: string, sql: string, ...values: unknown[]): void {
  const file = new Database(db)
  file.pragma('foreign_keys = OFF')
  file.prepare(sql).run(...values)
  file.close()
}

/** What is not well: level and words by check, and the exit code. */
async function complaints(db: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(['doctor', '--db', db, '--json'], {
    STOREWIRE_BACKUP_DIR: backupFolder,
    ...env,
  })
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  assert.equal(code, ok ? 0 : 1)
  assert.equal(stderr === '', ok, stderr)
  for (const { level, todo } of findings) assert.equal(todo === null, level === 'ok')
  return findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, found, todo }) => `${level} ${check}: ${found}. ${todo}`)
}

async function onlyComplaint(db: string, env?: Record<string, string>): Promise<string> {
  const found = await complaints(db, env)
  assert.equal(found.length, 1, found.join('\n'))
  return found[0] ?? ''
}

test('a healthy database passes, also while it is served, and stays unchanged', async (t) => {
  const db = await served(t)
  const before = readFileSync(db)
  assert.deepEqual(await complaints(db), [])
  assert.deepEqual(readFileSync(db), before)
  await startProcess(t, ['--db', db])
  const { code, stdout } = await runCommand(['doctor', '--db', db])
  assert.equal(code, 0)
  const checks = stdout.trimEnd().split('\n')
  for (const check of [
    'permissions',
    'disk room',
    'wal',
    'schema',
    'integrity',
    'clock',
    'dead jobs',
    'job backlog',
    'changes',
    'members',
    'settings',
  ])
    assert.ok(
      checks.some((line) => line.startsWith(`ok       ${check}`)),
      `${check}\n${stdout}`,
    )
})

test('a problem is printed with what to do about it', async (t) => {
  const db = await served(t)
  chmodSync(db, 0o644)
  const { code, stdout, stderr } = await runCommand(['doctor', '--db', db])
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^problem {2}permissions {2}other users of this machine can open shop\.db\n {22}Remove their access: chmod 600 \S+shop\.db$/m,
  )
  assert.equal(stderr, 'storewire: 1 problem found\n')
})

test('every file that other users can open is named', async (t) => {
  const db = await served(t)
  const { stop } = await startProcess(t, ['--db', db])
  for (const suffix of ['-wal', '-shm', '-lock']) chmodSync(db + suffix, 0o640)
  assert.match(await onlyComplaint(db), /^problem permissions: .* open shop\.db-wal, shop\.db-shm, shop\.db-lock\. /)
  await stop()
})

test("a missing file, another program's file, a newer one and one that is not a database are told apart", async (t) => {
  const folder = await tempFolder(t)
  assert.match(
    await onlyComplaint(join(folder, 'none.db')),
    /^problem database: the file .* does not exist.*storewire serve/,
  )
  const text = join(folder, 'text.db')
  writeFileSync(text, 'hello '.repeat(1_000), { mode: 0o600 })
  assert.match((await complaints(text)).join('\n'), /^problem schema: the file is not an SQLite database/)
  const foreign = join(folder, 'foreign.db')
  writeFileSync(foreign, '', { mode: 0o600 })
  change(foreign, 'CREATE TABLE theirs (x)')
  assert.match(await onlyComplaint(foreign), /^problem schema: the file is not a storewire database/)
  const newer = await served(t)
  const file = new Database(newer)
  file.pragma('user_version = 99')
  file.close()
  assert.match(await onlyComplaint(newer), /^problem schema: .*newer storewire\. Update storewire\.$/)
})

test('a database of an older version is healthy: the next start updates it', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  firstVersion(db).close()
  chmodSync(db, 0o600)
  const { code, stdout, stderr } = await runCommand(['doctor', '--db', db])
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^ok {7}schema {7}the database is older than this version/m)
  assert.match(stdout, /^ok {7}integrity/m)
  const after = new Database(db, { readonly: true })
  assert.equal(after.pragma('user_version', { simple: true }), 1)
  after.close()
})

test('a damaged page is found, with what to do', async (t) => {
  const db = await served(t)
  const broken = join(await tempFolder(t), 'broken.db')
  copyFileSync(db, broken)
  const root = new Database(db, { readonly: true })
  const page = root.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'orders'").pluck().get() as number
  root.close()
  const fd = openSync(broken, 'r+')
  writeSync(fd, Buffer.alloc(2_000, 0xee), 0, 2_000, (page - 1) * 4_096)
  closeSync(fd)
  chmodSync(broken, 0o600)
  assert.match(
    await onlyComplaint(broken),
    /^problem integrity: the database is damaged: .*restore the newest intact backup/,
  )
})

test('an entry in the future shows that the clock is behind', async (t) => {
  const db = await served(t)
  const later = Date.now() + HOUR
  change(db, "INSERT INTO audit_log SELECT 'aud_later', id, 'x', 'x', 'x', 'x', '{}', ?, NULL FROM workspaces", later)
  const told = await onlyComplaint(db)
  assert.match(told, /^problem clock: .*NTP/)
  assert.ok(told.includes(new Date(later).toISOString()))
})

test('changes that wait for long and that were left out are a warning', async (t) => {
  const db = await served(t)
  change(db, "INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'w', 'scale', 0, 1)")
  const disturbances = (await complaints(db)).length
  const insert =
    "INSERT INTO changes (workspace_id, number, kind, ids, data, at) VALUES ('w', 1, 'products', '[\"p1\"]', NULL, ?)"
  change(db, insert, Date.now() - HOUR)
  const late = (await complaints(db)).filter((line) => line.includes('changes'))
  assert.equal(late.length, 1)
  assert.match(late[0] ?? '', /^warning changes: changes are waiting for more than 15 min: 1 for search\./)
  change(db, "INSERT INTO change_places (workspace_id, reader, number, skipped) VALUES ('w', 'search', 1, 2)")
  const leftOut = (await complaints(db)).filter((line) => line.includes('changes'))
  assert.match(leftOut[0] ?? '', /^warning changes: changes were left out .*: 2 of search\. .*search rebuild/)
  assert.equal((await complaints(db)).length, disturbances + 1)
})

test('dead jobs are a problem, jobs that wait for long a warning', async (t) => {
  const db = await served(t)
  const insert = 'INSERT INTO jobs (id, kind, subject, status, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?)'
  const past = Date.now() - HOUR
  change(db, insert, 'job_1', 'batch', 'bat_1', 'waiting', past, past)
  assert.match(
    await onlyComplaint(db),
    /^warning job backlog: jobs are waiting: 1 batch, due for 60 min\. Check that a server runs/,
  )
  change(db, insert, 'job_2', 'batch', 'bat_2', 'dead', past, past)
  change(db, "UPDATE jobs SET due_at = ? WHERE status = 'waiting'", Date.now())
  assert.match(await onlyComplaint(db), /^problem dead jobs: jobs .*: 1 batch\. .*storewire jobs retry/)
})

test('a workspace without a working key is reported', async (t) => {
  const db = await served(t)
  change(db, "UPDATE api_keys SET revoked_at = 1 WHERE kind = 'secret'")
  assert.match(await onlyComplaint(db), /^warning keys: nobody can push to "default".*storewire keys create/)
})

test('owners without a second factor and open invites are reported', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const run = (args: string[], input = '') => storewire([...args, '--db', db], { input })
  assert.equal((await run(['workspaces', 'create', 'shop'])).code, 0)
  assert.match(
    await onlyComplaint(db),
    /^warning members: nobody can sign in to the console as an owner\. .*: npx storewire members invite --owner$/,
  )
  const create = ['members', 'create', 'ada@shop.example', '--name', 'Ada', '--owner', '--password-stdin']
  assert.equal((await run(create, 'correct horse battery')).code, 0)
  assert.match(
    await onlyComplaint(db),
    /^warning members: owners sign in with a password alone: ada@shop\.example\. Ask/,
  )
  change(db, `INSERT INTO member_second_factors SELECT id, NULL, 0, 1, 1 FROM members`)
  assert.deepEqual(await complaints(db), [])
  change(db, 'UPDATE members SET operator = 0')
  assert.match(await onlyComplaint(db), /^warning members: no operator can sign in: .*--operator on$/)
  change(db, 'UPDATE members SET operator = 1')
  assert.equal((await run(['workspaces', 'create', 'second'])).code, 0)
  assert.match(
    await onlyComplaint(db),
    /^warning members: workspaces have no owner who can sign in: "second"\. .*invite EMAIL --owner --workspace W$/,
  )
  change(
    db,
    `INSERT INTO memberships SELECT id, (SELECT id FROM members), 'owner', 1 FROM workspaces WHERE name = 'second'`,
  )
  assert.equal((await run(['members', 'invite', 'ben@shop.example', '--workspace', 'shop'])).code, 0)
  assert.match(
    await onlyComplaint(db),
    /^warning members: invites are not used yet: ben@shop\.example; the last one ends/,
  )
})

test('doctor says whether backups are scheduled, when the last one was made, and what is missing', async (t) => {
  const db = await served(t)
  const folder = await tempFolder(t)
  const env = { STOREWIRE_BACKUP_DIR: folder }
  const nightly = { STOREWIRE_BACKUP_DIR: '' }
  assert.deepEqual(await complaints(db, nightly), [], 'the first night has not come yet')
  change(db, 'UPDATE nightly_backups SET since = 1')
  assert.match(
    await onlyComplaint(db, nightly),
    /^warning backups: \S+shop\.db-backups has no backup yet; .*\. Make one now: npx storewire backup --db \S+shop\.db$/,
  )
  change(db, 'DELETE FROM nightly_backups')
  assert.match(await onlyComplaint(db, nightly), /^warning backups: no backups are scheduled\. Turn on nightly/)
  assert.match(
    await onlyComplaint(db, env),
    /^warning backups: \S+ has no backup yet; .*\. Make one now: npx storewire back/,
  )
  const day = 24 * HOUR
  writeFileSync(join(folder, backupName(Date.now() - 3 * day)), '')
  assert.match(
    await onlyComplaint(db, env),
    /^warning backups: .*; the next one is due at \S+Z\. Two or more .*missing/,
  )
  // Once a week, three days are not too old.
  const weekly = { ...env, STOREWIRE_BACKUP_CRON: `0 3 * * ${new Date().getDay()}` }
  assert.deepEqual(await complaints(db, weekly), [])
  writeFileSync(join(folder, backupName(Date.now())), '')
  assert.deepEqual(await complaints(db, env), [])
  const { stdout } = await runCommand(['doctor', '--db', db], env)
  assert.match(stdout, /^ok {7}backups {6}the newest backup in \S+ is of \d{4}-\S+Z; the next one is due at \S+Z$/m)
})

test('low disk space and a growing log are reported', () => {
  assert.equal(judgeRoom(10 * MIB, MIB).level, 'problem')
  assert.equal(judgeRoom(500 * MIB, 900 * MIB).level, 'warning')
  assert.equal(judgeRoom(500 * MIB, 100 * MIB).level, 'ok')
  assert.equal(judgeRoom(71_812 * MIB, MIB).found, '70.1 GiB free beside a database of 1 MiB')
  assert.equal(judgeWal(4 * MIB).level, 'ok')
  assert.equal(judgeWal(600 * MIB).level, 'warning')
})

test('a folder is not accepted as a database', async (t) => {
  assert.match(
    await onlyComplaint(await tempFolder(t)),
    /^problem database: .* is not a file\. Name the database file with --db\.$/,
  )
})

test('a backup copied over a database with its log is found, and stays unchanged', async (t) => {
  const db = await served(t)
  const log = randomBytes(8_192)
  writeFileSync(`${db}-wal`, log, { mode: 0o600 })
  new Database(db).pragma('journal_mode = DELETE')
  writeFileSync(`${db}-wal`, log, { mode: 0o600 })
  assert.match(await onlyComplaint(db), /^problem wal: .*shop\.db-wal was left by another database.*storewire restore/)
  assert.deepEqual(readFileSync(`${db}-wal`), log)
})

test('a user who could not serve the database is reported', {
  skip: process.getuid?.() === 0 ? false : 'only root can be another user',
}, async (t) => {
  const db = await served(t)
  const nobody = 65_534
  chmodSync(dirname(db), 0o755)
  for (const file of [db, `${db}-lock`]) chownSync(file, nobody, nobody)
  const { code, stdout } = await storewire(['doctor', '--db', db], { uid: nobody, gid: nobody })
  assert.equal(code, 1)
  assert.ok(stdout.includes(`problem  permissions  this user can't write to ${dirname(db)}\n`), stdout)
})

test('a wrong or missing encryption key is reported', async (t) => {
  const db = await served(t)
  const key = () => ({ STOREWIRE_ENCRYPTION_KEY: randomBytes(32).toString('hex') })
  const [right, wrong] = [key(), key()]
  assert.equal((await runCommand(['refunds', 'secret', 'create', '--db', db], right)).code, 0)
  assert.deepEqual(await complaints(db, right), [])
  assert.match(await onlyComplaint(db, wrong), /^problem secrets: one secret can't be opened with the .* key/)
  assert.match(await onlyComplaint(db), /^warning secrets: one secret .* none is set here\. Make sure/)
})

test('invalid settings are reported as the server would report them', async (t) => {
  const db = await served(t)
  const cases: [Record<string, string>, RegExp][] = [
    [{ STOREWIRE_PORT: 'http' }, /^problem settings: .*STOREWIRE_PORT.*whole number/],
    [{ STOREWIRE_METRICS_TOKEN: 'short' }, /^problem settings: .*at least 16/],
    [{ STOREWIRE_LOG_LEVEL: 'loud' }, /^problem settings: .*silent, error, info, debug/],
    [{ STOREWIRE_HOST: '192.0.2.1' }, /^problem settings: this machine has no address 192\.0\.2\.1/],
    [{ STOREWIRE_HOST: '0.0.0.0' }, /^warning settings: the server listens on 0\.0\.0\.0 without a proxy: others can/],
    [{ STOREWIRE_PROT: '80' }, /^warning settings: no command reads the variable STOREWIRE_PROT/],
    [{ STOREWIRE_MAX_BODY: '64' }, /^warning settings: bulk calls and tickets are limited to 32 MiB/],
    [
      { STOREWIRE_RATE_LIMITS: 'calls=10' },
      /^warning settings: the limit of 30 bulk calls per minute can't be reached/,
    ],
    [{ STOREWIRE_PUBLIC_URL: 'https://a.example/api/v1' }, /^warning settings: .*proxy.*STOREWIRE_TRUST_PROXY/],
    [
      { STOREWIRE_ENCRYPTION_KEY: 'short' },
      /^problem settings: STOREWIRE_ENCRYPTION_KEY contains no valid encryption key/,
    ],
    [{ STOREWIRE_ENCRYPTION_KEY_FILE: `${db}-none` }, /^problem settings: cannot read .*-none: there is no such file/],
    [{ STOREWIRE_BACKUP_DIR: `${db}-none` }, /^problem settings: backups can't be written to .*does not exist/],
    [{ STOREWIRE_BACKUP_DIR: db }, /^problem settings: backups can't be written to .*it is a file; name a folder/],
    [{ STOREWIRE_BACKUP_KEEP: '3', STOREWIRE_BACKUP_DIR: '' }, /^problem settings: .*no folder.*STOREWIRE_BACKUP_DIR/],
    [{ STOREWIRE_PUBLIC_URL: 'http://a.example' }, /^warning settings: .*does not end in \/api\/v1/],
  ]
  for (const [env, expected] of cases) assert.match(await onlyComplaint(db, env), expected)
  const wellSet = {
    STOREWIRE_HOST: '::',
    STOREWIRE_TRUST_PROXY: '1',
    STOREWIRE_PORT: '0',
    STOREWIRE_JSON: '',
    STOREWIRE_WORKSPACE: 'default',
  }
  assert.deepEqual(await complaints(db, wellSet), [])
  const key = randomBytes(32).toString('base64')
  const keyFile = join(await tempFolder(t), 'key')
  writeFileSync(keyFile, key)
  assert.deepEqual(await complaints(db, { STOREWIRE_ENCRYPTION_KEY: key, STOREWIRE_SECRET_KEY: 'sk_1' }), [])
  assert.deepEqual(await complaints(db, { STOREWIRE_ENCRYPTION_KEY_FILE: keyFile }), [])
})

test('how full the room for pictures is, and erased ones that are still there, are reported', async (t) => {
  const db = await served(t)
  const found = async () => {
    const { stdout } = await runCommand(['doctor', '--db', db, '--json'], { STOREWIRE_BACKUP_DIR: backupFolder })
    return (JSON.parse(stdout) as { findings: Finding[] }).findings.filter(({ check }) => check === 'pictures')
  }
  assert.deepEqual(await found(), [
    { check: 'pictures', level: 'ok', found: 'pictures in chats take 0 B of 1 GiB', todo: null },
  ])
  const add = (id: string, state: string, mib: number) =>
    change(
      db,
      `INSERT INTO pictures (id, workspace_id, state, sender, bytes, created_at) SELECT '${id}', id, '${state}', 'guest', ${mib * MIB}, 1 FROM workspaces`,
    )
  add('pic_1', 'erased', 8)
  assert.match((await found())[0]?.found ?? '', /erased and not overwritten yet: 1$/)
  add('pic_2', 'whole', 240)
  const [guests] = await found()
  assert.equal(guests?.level, 'warning')
  assert.match(guests.found, /^pictures of guests take .* of .*: the next ones may be refused/)
  assert.match(guests.todo ?? '', /pictures limit MIB/)
  add('pic_3', 'whole', 760)
  assert.match((await found())[0]?.found ?? '', /^pictures in chats take .* of .*: the next ones/)
})

test('disabled endpoints of events, and deliveries that failed in the last day, are reported', async (t) => {
  const db = await served(t)
  const insert = `INSERT INTO event_endpoints (id, workspace_id, kind, host, ending, has_token, types, include_text, by_operator, state, skipped,
    created_at) SELECT ?, id, 'slack', 'hooks.slack.com', 'abcd', 0, '[]', 0, 0, ?, 0, 1 FROM workspaces`
  change(db, insert, 'evp_1', 'on')
  assert.deepEqual(await complaints(db), [])
  change(db, insert, 'evp_2', 'disabled')
  assert.match(
    await onlyComplaint(db),
    /^problem events: endpoints of events are disabled, so nobody hears there: slack at hooks\.slack\.com of "default"/,
  )
  change(db, `DELETE FROM event_endpoints WHERE id = 'evp_2'`)
  const deliver = `INSERT INTO event_deliveries (id, workspace_id, endpoint_id, event_id, state, tries, created_at)
    SELECT ?, id, 'evp_1', 'evt_1', 'failed', 8, ? FROM workspaces`
  change(db, deliver, 'evd_1', Date.now() - 25 * HOUR)
  assert.deepEqual(await complaints(db), [])
  change(db, deliver, 'evd_2', Date.now() - HOUR)
  assert.match(
    await onlyComplaint(db),
    /^warning events: deliveries of events have failed in the last day: 1\. See why/,
  )
})
