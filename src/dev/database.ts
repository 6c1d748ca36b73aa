import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestOfAll } from '../changes/places.ts'
import { renumber } from '../changes/renumber.ts'
import type { Log } from '../lib/log.ts'
import { indexAnew } from '../search/forget.ts'
import { openStore, quoted } from '../store/engine.ts'
import type { Store, Tx } from '../store/store.ts'

/** Used instead of a file name: the data is deleted when the server stops. */
export const MEMORY = ':memory:'

/**
 * Opens a file, or a database that is deleted when it is closed. SQLite can't share a database in memory between the two connections
 * of a store (better-sqlite3 is built without the shared cache), so it is a file in the temporary folder that never waits for the disk.
 *
 * @throws DomainError if the file can't be used
 */
export async function openDevStore(db: string, log: Log): Promise<Store> {
  if (db !== MEMORY) return openStore(db, { create: true, serving: true, log })
  const folder = await mkdtemp(join(tmpdir(), 'storewire-dev-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const store = await openStore(join(folder, 'dev.db'), { create: true, serving: true, disposable: true })
    return {
      ...store,
      close: async () => {
        await store.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Saves all rows of the database in temporary tables.
 *
 * @returns a function that restores them in one transaction, at the time `now`
 */
export async function takeSnapshot(store: Store): Promise<(now: number) => Promise<void>> {
  const tables = await store.write(async (tx) => {
    const found = await tx.all<{ name: string }>(
      // Not the tables of the full-text index, which cannot be copied: the index is made again.
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    for (const { name } of found) await tx.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main.${quoted(name)}`)
    return found.map(({ name }) => name)
  })
  return (now) =>
    store.write(async (tx) => {
      const newest = await newestOfAll(tx)
      await withoutTriggers(tx, () => putBack(tx, tables))
      await renumber(tx, newest)
      await indexAnew(tx, now)
    })
}

/** The temporary table for the rows of the table `name`. */
const kept = (name: string) => quoted(`kept_${name}`)

async function putBack(tx: Tx, tables: string[]): Promise<void> {
  // While rows are restored, some refer to rows that are not restored yet.
  await tx.run('PRAGMA defer_foreign_keys = ON')
  for (const name of tables) await tx.run(`DELETE FROM main.${quoted(name)}`)
  for (const name of tables) await tx.run(`INSERT INTO main.${quoted(name)} SELECT * FROM temp.${kept(name)}`)
}

/** Runs work without triggers: they prevent deleting histories, which a reset must do. */
async function withoutTriggers(tx: Tx, work: () => Promise<void>): Promise<void> {
  const triggers = await tx.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'`,
  )
  for (const { name } of triggers) await tx.run(`DROP TRIGGER main.${quoted(name)}`)
  await work()
  for (const { sql } of triggers) await tx.run(sql)
}
