import { readFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { type Migration, migrations } from './migrations.ts'

/** "STWR", kept in the file's header: tells a storewire database from any other SQLite file. */
const APPLICATION_ID = 0x53545752

/** The first version of the schema; every later one is a migration. */
const FIRST_VERSION = 1

/**
 * Brings the file to the newest schema: writes `schema.sql` into an empty one, runs the missing migrations on an older one.
 * All in one transaction, so that a crash leaves the version before.
 *
 * @throws Error in words for the operator when the file is newer than this program or not storewire's
 */
export function migrate(db: Database.Database, steps: Migration[] = migrations): void {
  const newest = steps.at(-1)?.version ?? FIRST_VERSION
  if (versionOf(db) === newest && isOurs(db)) return
  db.transaction(() => {
    const version = versionOf(db)
    if (version === 0 && isEmpty(db)) {
      db.exec(readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8'))
    } else if (!isOurs(db)) {
      throw new Error('it is an SQLite database of another program')
    } else if (version > newest) {
      throw new Error(
        `it was written by a newer storewire (schema ${version}, this program knows ${newest}): update storewire`,
      )
    } else {
      for (const step of steps) if (step.version > version) db.exec(step.sql)
    }
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${newest}`)
  }).immediate()
}

/** How a file's schema relates to this program's. */
export type SchemaState = 'current' | 'older' | 'newer' | 'foreign'

export function schemaState(db: Database.Database): SchemaState {
  const newest = migrations.at(-1)?.version ?? FIRST_VERSION
  const version = versionOf(db)
  if (!isOurs(db)) return 'foreign'
  if (version === newest) return 'current'
  return version < newest ? 'older' : 'newer'
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
