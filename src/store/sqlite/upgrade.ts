import { realpathSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { systemClock } from '../../lib/time.ts'
import { backUp, backUpResting, fileTime, freeName } from './backup.ts'
import { logBytes } from './files.ts'
import { migrate, outdatedVersion } from './migrate.ts'
import { type Migration, migrations } from './migrations.ts'
import { MAPPED_BYTES } from './verify.ts'

/**
 * Brings an opened file to the newest schema. Before an existing file is changed, a verified backup is written beside it, named with
 * its old version: `shop.db.schema-1.2026-11-21T03-00-00Z.db`. If the change fails, the backup is removed, since the file is
 * unchanged.
 *
 * @returns whether a backup was made: then `db` must be opened again, since the backup opens and closes the file outside SQLite, which
 *   releases the locks of this process without SQLite's knowledge
 * @throws DomainError if there is no room for the backup; errors of `migrate`
 */
export async function upgrade(db: Database.Database, file: string, steps: Migration[] = migrations): Promise<boolean> {
  if (outdatedVersion(db, steps) === undefined) {
    migrate(db, steps)
    return false
  }
  // The file then has everything, unless another process reads an older state.
  db.pragma('wal_checkpoint(TRUNCATE)')
  // No other process can write between the backup and the change.
  db.exec('BEGIN IMMEDIATE')
  let backup: string | undefined
  try {
    const version = outdatedVersion(db, steps)
    if (version !== undefined) {
      // A killed run may have left a backup in the same second.
      const path = realpathSync(file)
      const name = freeName(`${path}.schema-${version}.${fileTime(systemClock.now())}`, '.db')
      if (logBytes(path) === 0) await backUpResting(db, path, name)
      else await backUp(file, name)
      backup = name
    }
    // Each new index reads its whole table. Only a writer could shorten the mapped file, and no other one can write now.
    db.pragma(`mmap_size = ${MAPPED_BYTES}`)
    migrate(db, steps)
    db.exec('COMMIT')
    db.pragma('mmap_size = 0')
    return backup !== undefined
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (backup) rmSync(backup, { force: true })
    throw error
  }
}
