import { quoted } from '../store/sqlite/sqlite.ts'
import type { Store, Tx } from '../store/store.ts'

/** Keeps every row of the database as it is now, beside it. @returns how to go back to them, in one transaction */
export async function takeSnapshot(store: Store): Promise<() => Promise<void>> {
  const tables = await store.write(async (tx) => {
    const found = await tx.all<{ name: string }>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    for (const { name } of found) await tx.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main.${quoted(name)}`)
    return found.map(({ name }) => name)
  })
  return () => store.write((tx) => withoutTriggers(tx, () => putBack(tx, tables)))
}

/** The table that keeps the rows of the table `name`. */
const kept = (name: string) => quoted(`kept_${name}`)

async function putBack(tx: Tx, tables: string[]): Promise<void> {
  // Between the two, rows name others that are not back yet.
  await tx.run('PRAGMA defer_foreign_keys = ON')
  for (const name of tables) await tx.run(`DELETE FROM main.${quoted(name)}`)
  for (const name of tables) await tx.run(`INSERT INTO main.${quoted(name)} SELECT * FROM temp.${kept(name)}`)
}

/** The triggers keep histories from being deleted, which is what a reset has to do. */
async function withoutTriggers(tx: Tx, work: () => Promise<void>): Promise<void> {
  const triggers = await tx.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'`,
  )
  for (const { name } of triggers) await tx.run(`DROP TRIGGER main.${quoted(name)}`)
  await work()
  for (const { sql } of triggers) await tx.run(sql)
}
