import { closeSync, copyFileSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { owner, tempFolder } from './server.ts'

/** The newest version of the schema. */
export const schema = migrations.at(-1)?.version ?? 1

/** A closed database with workspaces of these names. */
export async function databaseWith(file: string, ...names: string[]): Promise<string> {
  const store = await openStore(file, { create: true })
  for (const name of names)
    await store.write((tx) => createWorkspace(tx, owner, { name, plan: 'scale', test: false }, 0))
  await store.close()
  return file
}

/** Opens an empty database with the schema of the first version. */
export function firstVersion(file: string): Database.Database {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec(readFileSync(new URL('../store/fixtures/schema-1.sql', import.meta.url), 'utf8'))
  db.pragma('user_version = 1')
  db.pragma(`application_id = ${0x53545752}`)
  return db
}

/** The names of the workspaces in a database, read with plain SQLite. */
export function workspacesIn(file: string): string[] {
  const db = new Database(file, { fileMustExist: true })
  try {
    return db.prepare<[], string>('SELECT name FROM workspaces ORDER BY name').pluck().all()
  } finally {
    db.close()
  }
}

/** Overwrites a page of a file with garbage: the middle one, or the given number. SQLite counts pages from 1. */
export function damage(file: string, page = Math.floor(statSync(file).size / 2 / 4096) + 1): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096)
  closeSync(descriptor)
}

/** Leaves a database as after a crash: the workspace has this name only in the write-ahead log. */
export async function crashedDatabase(t: TestContext, file: string, name: string): Promise<void> {
  const living = await databaseWith(join(await tempFolder(t), 'living.db'), 'older')
  const db = new Database(living)
  db.pragma('journal_mode = WAL')
  db.prepare('UPDATE workspaces SET name = ?').run(name)
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(living + suffix, file + suffix)
  db.close()
}
