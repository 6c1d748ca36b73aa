import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { BenchServer } from './servers.ts'

/** Resolves when everything is indexed. */
export async function indexed({ file }: Pick<BenchServer, 'file'>): Promise<void> {
  const db = new Database(file, { readonly: true })
  const left = db.prepare(
    "SELECT 1 FROM search_queue UNION ALL SELECT 1 FROM search_fills UNION ALL SELECT 1 FROM jobs WHERE kind LIKE 'search.%' LIMIT 1",
  )
  while (left.get()) await sleep(50)
  db.close()
}
