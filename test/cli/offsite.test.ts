import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { ACCESS, type BucketServer, startBucketServer } from '../support/bucket-server.ts'
import { startProcess, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const PLACE = 's3://backups/shop'

async function world(t: TestContext) {
  const service = await startBucketServer(t)
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const env = {
    STOREWIRE_ENCRYPTION_KEY: KEY,
    STOREWIRE_S3_ENDPOINT: service.url,
    AWS_ACCESS_KEY_ID: ACCESS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
  }
  const run = (args: string[], more: Record<string, string | undefined> = {}) =>
    storewire(args, { env: { ...env, ...more } })
  await run(['workspaces', 'create', 'shop', '--db', db])
  return { service, folder, db, env, run }
}

const namesIn = ({ objects }: BucketServer) => [...objects.keys()]
const workspacesIn = (file: string) => {
  const db = new Database(file)
  try {
    return db.prepare('SELECT name FROM workspaces').pluck().all()
  } finally {
    db.close()
  }
}

test('a copy in a bucket brings the database back after the machine has burned', async (t) => {
  const { service, folder, db, run } = await world(t)
  const made = await run(['backup', '--to', PLACE, '--db', db])
  assert.equal(made.code, 0, made.stderr)
  assert.match(
    made.stdout,
    /^s3:\/\/backups\/shop\/storewire-ins_\w+-\d{4}.*\.db\.enc is encrypted, and was read back and verified: \d+ bytes/,
  )
  assert.match(made.stdout, /Keep the encryption key in another place, too: without it no copy can be read\./)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.storewire-tmp')),
    [],
  )

  assert.match((await run(['backups', 'key-kept', '--db', db])).stdout, /^Confirmed/)
  const again = await run(['backup', '--to', PLACE, '--keep', '1', '--db', db])
  assert.doesNotMatch(again.stdout, /Keep the encryption key/)
  assert.match(again.stdout, /\.db\.enc is deleted$/m)
  assert.equal(namesIn(service).length, 1)

  const other = join(folder, 'other.db')
  const listed = await run(['backups', 'list', '--from', PLACE, '--db', other])
  assert.match(listed.stdout, /^COPY +SIZE +MADE/)
  const restored = await run(['restore', PLACE, '--db', other])
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(workspacesIn(other), ['shop'])
  // The machine that made the backup may still run: both have names of their own.
  await run(['backup', '--to', PLACE, '--keep', '1', '--db', other])
  assert.equal(namesIn(service).length, 2)
  const ambiguous = await run(['restore', PLACE, '--db', join(folder, 'third.db')])
  assert.match(ambiguous.stderr, /has copies of 2 installations/)
  const { copies } = JSON.parse((await run(['backups', 'list', '--from', PLACE, '--json'])).stdout)
  const named = await run(['restore', `${PLACE}/${copies[1].name}`, '--db', join(folder, 'third.db'), '--json'])
  assert.equal(JSON.parse(named.stdout).copy, `${PLACE}/${copies[1].name}`)
})

test('nothing is sent without an encryption key or an access key, and no key is ever an argument', async (t) => {
  const { service, folder, db, run } = await world(t)
  const noKey = await run(['backup', '--to', PLACE, '--db', db], { STOREWIRE_ENCRYPTION_KEY: undefined })
  assert.match(noKey.stderr, /made only with an encryption key: set STOREWIRE_ENCRYPTION_KEY_FILE/)
  const noAccess = await run(['backup', '--to', PLACE, '--db', db], { AWS_SECRET_ACCESS_KEY: undefined })
  assert.match(noAccess.stderr, /set AWS_ACCESS_KEY_ID, and AWS_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY_FILE/)
  assert.deepEqual(service.seen, [])
  const file = join(folder, 'secret')
  writeFileSync(file, `${ACCESS.secretAccessKey}\n`)
  const byFile = await run(['backup', '--to', PLACE, '--db', db], {
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_SECRET_ACCESS_KEY_FILE: file,
  })
  assert.equal(byFile.code, 0, byFile.stderr)
  for (const [args, error] of [
    [['backup', '--to', 'https://backups', '--db', db], /is not a place for copies/],
    [['backup', folder, '--to', PLACE, '--db', db], /Name one of them/],
    [
      ['backup', '--to', PLACE, '--s3-endpoint', 'http://s3.example.com', '--db', db],
      /Plain http is only for this machine/,
    ],
    [['serve', '--backup-to', PLACE, '--db', db, '--port', '0'], /made only with an encryption key/],
  ] as const)
    assert.match((await run([...args], { STOREWIRE_ENCRYPTION_KEY: undefined })).stderr, error)
})

test('a copy does not fill the disk of the database', async (t) => {
  const { service, db, run } = await world(t)
  const disk = smallDisk(t, 5)
  if (!disk) return t.skip('mounting a small file system needs root')
  const file = join(disk.folder, 'shop.db')
  await run(['backup', file, '--db', db])
  const filled = new Database(file)
  filled.exec('CREATE TABLE filler (bytes BLOB)')
  filled.exec(`INSERT INTO filler VALUES (zeroblob(${3 * 1024 * 1024 - statSync(file).size}))`)
  filled.close()
  for (const args of [['--to', PLACE], ['-']]) {
    const { code, stderr } = await run(['backup', ...args, '--db', file])
    assert.equal(code, 1)
    assert.match(stderr, /^storewire: The copy needs [\d.]+ MiB of free space beside the database until it is sent/)
  }
  assert.deepEqual(namesIn(service), [])
})

test('with another encryption key operators are reminded of it again', async (t) => {
  const { folder, db, run } = await world(t)
  await run(['backups', 'key-kept', '--db', db])
  const file = join(folder, 'new.key')
  const next = Buffer.alloc(32, 9).toString('base64')
  writeFileSync(file, next)
  await run(['secrets', 'rotate-key', '--new-key-file', file, '--db', db])
  const copied = await run(['backup', '--to', PLACE, '--db', db], { STOREWIRE_ENCRYPTION_KEY: next })
  assert.match(copied.stdout, /Keep the encryption key in another place, too/)
})

test('a failed restore leaves the database that there is', async (t) => {
  const { service, db, run } = await world(t)
  await run(['backup', '--to', PLACE, '--db', db])
  const restore = (more?: Record<string, string>) => run(['restore', PLACE, '--db', db, '--force'], more)
  const wrongKey = await restore({ STOREWIRE_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') })
  assert.match(wrongKey.stderr, /does not open with the encryption key that is set/)
  const [name = ''] = namesIn(service)
  const whole = service.objects.get(name) as Buffer
  service.objects.set(name, whole.subarray(0, -20))
  assert.match((await restore()).stderr, /does not open|changed or cut/)
  service.objects.set(name, whole)
  service.fault = (method, url) => (method === 'GET' && url.pathname.endsWith('.enc') ? 'drop' : undefined)
  assert.match((await restore()).stderr, /cannot be reached/)
  assert.deepEqual(workspacesIn(db), ['shop'])
  const disk = smallDisk(t, 1)
  service.fault = () => undefined
  if (!disk) return t.diagnostic('a full disk cannot be tried here')
  const full = await run(['restore', PLACE, '--db', join(disk.folder, 'shop.db')])
  assert.match(full.stderr, /full|no space/i)
  assert.equal(existsSync(join(disk.folder, 'shop.db')), false)
})

test('a server makes copies at the set times, reports their age, and a failed one', async (t) => {
  const { service, db, env, run } = await world(t)
  service.fault = () => ({ status: 403, code: 'AccessDenied' })
  const options = ['--backup-to', PLACE, '--backup-cron', '* * * * * *', '--backup-keep', '2', '--metrics']
  const { baseUrl, errors, stop } = await startProcess(t, ['--db', db, ...options], { env })
  const metrics = async () => (await fetch(new URL('/metrics', baseUrl))).text()
  await until(() => /does not allow this: the access key needs the rights/.test(errors()))
  // An alert must fire also where no copy ever succeeded.
  assert.match(await metrics(), /^storewire_backup_age_seconds\{place="bucket"\} \d/m)
  assert.match(errors(), /backups key-kept.*Keep the encryption key in another place/)
  service.fault = () => undefined
  await until(() => namesIn(service).length >= 2)
  assert.match(await metrics(), /^storewire_backup_age_seconds\{place="bucket"\} \d/m)
  await stop()
  for (const secret of [KEY, ACCESS.secretAccessKey]) assert.equal(errors().includes(secret), false)

  const serverEnv = { STOREWIRE_BACKUP_TO: PLACE }
  const doctor = await run(['doctor', '--db', db], serverEnv)
  assert.match(doctor.stdout, /the newest copy in s3:\/\/backups\/shop is of /)
  assert.match(doctor.stdout, /nobody has confirmed that it is kept in another place/)
  await run(['backups', 'key-kept', '--db', db])
  assert.doesNotMatch((await run(['doctor', '--db', db], serverEnv)).stdout, /nobody has confirmed/)
  const unset = await run(['doctor', '--db', db], { ...serverEnv, AWS_ACCESS_KEY_ID: undefined })
  assert.match(unset.stdout, /copies elsewhere need an access key/)
})
