import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { migrations } from '../../src/store/migrations.ts'
import { openStore } from '../../src/store/store.ts'
import { owner } from './server.ts'

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

/** The names of the workspaces in a database, read as any program reads it. */
export function workspacesIn(file: string): string[] {
  const db = new Database(file, { fileMustExist: true })
  try {
    return db.prepare<[], string>('SELECT name FROM workspaces ORDER BY name').pluck().all()
  } finally {
    db.close()
  }
}

/** Writes nonsense over a page in the middle of a file. */
export function damage(file: string): void {
  const descriptor = openSync(file, 'r+')
  const middle = Math.floor(statSync(file).size / 2 / 4096) * 4096
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, middle)
  closeSync(descriptor)
}
