import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const EVERY_SECOND = '* * * * * *'

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}

test('a server backs up at the set times, keeps the newest backups, and continues after a failed one', async (t) => {
  const folder = await tempFolder(t)
  const [db, copies] = [join(folder, 'shop.db'), join(folder, 'copies')]
  mkdirSync(copies)
  writeFileSync(join(copies, 'storewire-2026-01-01T03-00-00Z.db'), 'old')
  const options = ['--backup-dir', copies, '--backup-cron', EVERY_SECOND, '--backup-keep', '2']
  const { child, baseUrl, stop } = await startProcess(t, ['--db', db, ...options])
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const lines = () =>
    log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const done = () => lines().filter(({ message }) => message === 'Backed up the database')
  await until(() => done().length >= 3)
  renameSync(copies, `${copies}-moved`)
  const last = done().at(-1)
  assert.match(last.file, /copies\/storewire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
  assert.match(last.sha256, /^[0-9a-f]{64}$/)
  // The first failure may be one of a backup that was in progress.
  await until(() =>
    lines().some(
      ({ level, task, error }) =>
        level === 'error' &&
        task === 'backup' &&
        /^cannot write the backup .*: the folder does not exist; create it first$/.test(error),
    ),
  )
  assert.equal((await fetch(`${baseUrl}/../../healthz`)).status, 200)

  mkdirSync(copies)
  const before = done().length
  await until(() => done().length >= before + 3)
  assert.equal(await stop(), 0)
  // A backup that was in progress ends too.
  await until(() => readdirSync(copies).every((name) => !name.startsWith('.')))
  const kept = readdirSync(copies)
  assert.ok(kept.length >= 2 && kept.length <= 3, kept.join())
  const verified = await storewire(['verify', join(copies, kept.at(-1) ?? '')])
  assert.equal(verified.code, 0, verified.stderr)
})

test('a backup plan that cannot work is refused at the start', async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  writeFileSync(join(folder, 'file'), '')
  const cases: [string[], number, RegExp][] = [
    [
      ['--backup-dir', join(folder, 'none')],
      1,
      /cannot write backups to .*: the folder does not exist; create it first/,
    ],
    [['--backup-dir', join(folder, 'file')], 1, /cannot write backups to .*: it is a file; name a folder/],
    [['--backup-dir', folder, '--backup-cron', 'nightly'], 2, /"0 3 \* \* \*" is daily at 03:00/],
    [['--backup-dir', folder, '--backup-cron', '0 0 30 2 *'], 2, /daily at 03:00/],
    [['--backup-dir', folder, '--backup-keep', '0'], 2, /whole number from 1/],
    [['--backup-cron', '0 3 * * *'], 2, /need --backup-dir/],
  ]
  for (const [options, expected, problem] of cases) {
    const { code, stderr } = await storewire(['serve', '--port', '0', '--db', db, ...options])
    assert.equal(code, expected, options.join(' '))
    assert.match(stderr, /^storewire: .+\n$/)
    assert.match(stderr, problem)
  }
  assert.deepEqual(readdirSync(folder), ['file'])
})
