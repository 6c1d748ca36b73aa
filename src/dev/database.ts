import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../lib/log.ts'
import { openStore } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'

/** Instead of a file's name: nothing is left of the data when the server stops. */
export const MEMORY = ':memory:'

/**
 * Opens a file, or a database that is gone when it is closed. SQLite can't share one in memory between the two connections of a
 * store (better-sqlite3 is built without the shared cache), so that is a file in the temporary folder which never waits for the disk.
 *
 * @throws Error with one line that says what to do about the file
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
