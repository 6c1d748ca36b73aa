import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { verifyDatabase } from '../../src/store/sqlite/verify.ts'
import { crashedDatabase, databaseWith, firstVersion, workspacesIn } from '../support/databases.ts'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const dieAt = (change: number) => ({
  NODE_OPTIONS: `--import ${new URL('../support/die-at.ts', import.meta.url).href}`,
  DIE_AT: String(change),
})
/** So that what runs again runs in the same second. */
const STILL = '--import data:text/javascript,Date.now=()=>1795000000000'

/** Runs a command again and again, killed before its first change of files, its second and so on, until it gets to its end. */
async function throughCrashes(
  args: string[],
  { before, after }: { before: () => Promise<void> | void; after: (isDone: boolean) => Promise<void> | void },
): Promise<number> {
  for (let change = 0; ; change++) {
    await before()
    const env = dieAt(change)
    const { code, stderr } = await storewire(args, {
      env: { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS} ${STILL}` },
    })
    assert.ok(code === 0 || code === null, stderr)
    await after(code === 0)
    if (code === 0) return change
  }
}

test('wherever a restore is interrupted, the complete old database is there, or the new one', async (t) => {
  const folder = await tempFolder(t)
  const [backup, target] = [join(await tempFolder(t), 'backup.db'), join(folder, 'shop.db')]
  await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), backup)
  const seen: string[] = []
  const changes = await throughCrashes(['restore', backup, '--db', target, '--force'], {
    before: async () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      await crashedDatabase(t, target, 'latest')
    },
    after: (isDone) => {
      const [name = ''] = workspacesIn(target)
      verifyDatabase(target)
      seen.push(name)
      if (name === 'latest') return assert.equal(isDone, false)
      const kept = readdirSync(folder).filter((file) => file.startsWith('shop.db.replaced-'))
      assert.deepEqual(
        kept.map((file) => workspacesIn(join(folder, file))),
        [['latest']],
      )
    },
  })
  t.diagnostic(`${changes} crashes: ${seen.join(' ')}`)
  assert.deepEqual([...new Set(seen)], ['latest', 'saved'])
})

test('wherever a restore over a damaged database is interrupted, its log does not get into the new one', async (t) => {
  const folder = await tempFolder(t)
  const [backup, target] = [join(await tempFolder(t), 'backup.db'), join(folder, 'shop.db')]
  await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), backup)
  let isReplaced = false
  await throughCrashes(['restore', backup, '--db', target, '--force'], {
    before: async () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      await crashedDatabase(t, target, 'latest')
      writeFileSync(target, 'x'.repeat(8192))
    },
    after: () => {
      if (!isReplaced && verifyFails(target)) return
      isReplaced = true
      assert.deepEqual(workspacesIn(target), ['saved'])
    },
  })
  assert.equal(isReplaced, true)
})

function verifyFails(file: string): boolean {
  try {
    verifyDatabase(file)
    return false
  } catch {
    return true
  }
}

test('wherever a backup is interrupted, its name has no file or a sound one', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  const changes = await throughCrashes(['backup', folder, '--db', file], {
    before: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    },
    after: (isDone) => {
      const backups = readdirSync(folder).filter((name) => !name.startsWith('.'))
      assert.ok(backups.length === 1 || !isDone)
      for (const name of backups) assert.deepEqual(workspacesIn(join(folder, name)), ['a'])
    },
  })
  assert.ok(changes > 0)
})

/** What the same command does in the second in which it was killed. */
async function again(args: string[]): Promise<void> {
  const { code, stderr } = await storewire(args, { env: { NODE_OPTIONS: STILL } })
  assert.equal(code, 0, stderr)
}

test('wherever an update of the tables is interrupted, a start in the same second finishes it, and keeps the backup', async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, 'shop.db')
  const args = ['workspaces', 'list', '--db', file]
  let mostBackups = 0
  await throughCrashes(args, {
    before: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      const db = firstVersion(file)
      db.exec("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('org_1', 'old', 'scale', 0, 0)")
      db.close()
    },
    after: async () => {
      const left = readdirSync(folder).filter(isBackup)
      await again(args)
      assert.deepEqual(workspacesIn(file), ['old'])
      const backups = readdirSync(folder).filter(isBackup)
      for (const name of left) assert.ok(backups.includes(name), `${name} is gone`)
      for (const name of backups) assert.equal(verifyDatabase(join(folder, name)).version, 1)
      assert.ok(backups.length > 0)
      mostBackups = Math.max(mostBackups, backups.length)
    },
  })
  assert.equal(mostBackups, 2)
})

const isBackup = (name: string) => name.startsWith('shop.db.schema-1.')

test('wherever a restore is interrupted, the same restore in the same second finishes', async (t) => {
  const folder = await tempFolder(t)
  const [backup, target] = [join(await tempFolder(t), 'backup.db'), join(folder, 'shop.db')]
  await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), backup)
  const args = ['restore', backup, '--db', target, '--force']
  await throughCrashes(args, {
    before: async () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      await crashedDatabase(t, target, 'latest')
      writeFileSync(target, 'x'.repeat(8192))
    },
    after: async (isDone) => {
      if (isDone || !verifyFails(target)) return
      await again(args)
      assert.deepEqual(workspacesIn(target), ['saved'])
    },
  })
})
