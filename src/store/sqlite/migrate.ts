import type Database from 'better-sqlite3'
import { readAsset } from '../../lib/assets.ts'
import { conflict } from '../../lib/errors.ts'
import { type Migration, migrations } from './migrations.ts'

/** "STWR" in the file's header, which marks a storewire database. */
const APPLICATION_ID = 0x53545752

/** The first version of the schema; every later one is a migration. */
const FIRST_VERSION = 1

/**
 * Brings the file to the newest schema: writes `schema.sql` into an empty one, runs the missing migrations on an older one.
 * All in one transaction, so that a crash leaves the previous version.
 *
 * @throws DomainError CONFLICT if the file is newer than this program or not a storewire database
 */
export function migrate(db: Database.Database, steps: Migration[] = migrations): void {
  const newest = newestVersion(steps)
  if (versionOf(db) === newest && isOurs(db)) return
  db.transaction(() => {
    const version = versionOf(db)
    if (version === 0 && isEmpty(db)) {
      db.exec(readAsset('schema.sql').toString('utf8'))
    } else {
      checkedVersion(db, steps)
      for (const step of steps) if (step.version > version) db.exec(step.sql)
    }
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${newest}`)
  }).immediate()
}

/** How a file's schema relates to this program's. */
export type SchemaState = 'current' | 'older' | 'newer' | 'foreign'

export function schemaState(db: Database.Database): SchemaState {
  const [version, newest] = [versionOf(db), newestVersion(migrations)]
  if (!isOurs(db)) return 'foreign'
  if (version === newest) return 'current'
  return version < newest ? 'older' : 'newer'
}

/**
 * The schema version of an existing file.
 *
 * @throws DomainError CONFLICT if the file is newer than this program or not a storewire database
 */
export function checkedVersion(db: Database.Database, steps: Migration[] = migrations): number {
  const [version, newest] = [versionOf(db), newestVersion(steps)]
  if (!isOurs(db)) throw conflict('foreign_database', 'it is an SQLite database of another program')
  if (version > newest)
    throw conflict(
      'newer_database',
      `it was written by a newer storewire (schema ${version}, this program supports ${newest}): update storewire`,
    )
  return version
}

/** The version of a file that needs migrations; undefined if it is current, newer or not a storewire database. */
export function outdatedVersion(db: Database.Database, steps: Migration[] = migrations): number | undefined {
  const version = versionOf(db)
  return isOurs(db) && version < newestVersion(steps) ? version : undefined
}

function newestVersion(steps: Migration[]): number {
  return steps.at(-1)?.version ?? FIRST_VERSION
}

function versionOf(db: Database.Database): number {
  return db.pragma('user_version', { simple: true }) as number
}

function isOurs(db: Database.Database): boolean {
  return db.pragma('application_id', { simple: true }) === APPLICATION_ID
}

function isEmpty(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
}
