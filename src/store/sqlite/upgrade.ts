import { realpathSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { systemClock } from '../../lib/clock.ts'
import { backUp, fileTime, freeName } from './backup.ts'
import { migrate, outdatedVersion } from './migrate.ts'
import { type Migration, migrations } from './migrations.ts'

/**
 * Brings an opened file to the newest schema. Before an existing one is changed, a verified backup is written beside it, named
 * with the version that it had: `shop.db.schema-1.2026-11-21T03-00-00Z.db`. It is removed again where the change fails, since
 * the file then is as before.
 *
 * @returns whether it made one: that opens and closes the file in another way than through SQLite, which takes this process's locks on it away
 *   without SQLite knowing, so that `db` has to be opened anew
 * @throws Error in words for the operator when there is no room for the backup, and whatever `migrate` throws
 */
export async function upgrade(db: Database.Database, file: string, steps: Migration[] = migrations): Promise<boolean> {
  if (outdatedVersion(db, steps) === undefined) {
    migrate(db, steps)
    return false
  }
  // Nobody else writes between the backup and the change.
  db.exec('BEGIN IMMEDIATE')
  let backup: string | undefined
  try {
    const version = outdatedVersion(db, steps)
    if (version !== undefined) {
      // A run that was killed may have left a backup in this very second.
      const name = freeName(`${realpathSync(file)}.schema-${version}.${fileTime(systemClock.now())}`, '.db')
      await backUp(file, name)
      backup = name
    }
    migrate(db, steps)
    db.exec('COMMIT')
    return backup !== undefined
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (backup) rmSync(backup, { force: true })
    throw error
  }
}
