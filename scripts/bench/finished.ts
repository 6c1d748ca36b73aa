import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { BenchServer } from './servers.ts'

/** Resolves when everything is indexed. */
export function indexed(server: Pick<BenchServer, 'file'>): Promise<void> {
  return noneLeft(
    server,
    "SELECT 1 FROM search_queue UNION ALL SELECT 1 FROM search_fills UNION ALL SELECT 1 FROM jobs WHERE kind LIKE 'search.%' LIMIT 1",
  )
}

/** Resolves when all batches are finished. */
export function batchesFinished(server: Pick<BenchServer, 'file'>): Promise<void> {
  return noneLeft(server, 'SELECT 1 FROM batches WHERE finished_at IS NULL LIMIT 1')
}

/** Resolves when a query finds no row any more. */
async function noneLeft({ file }: Pick<BenchServer, 'file'>, rows: string): Promise<void> {
  const db = new Database(file, { readonly: true })
  const left = db.prepare(rows)
  while (left.get()) await sleep(50)
  db.close()
}
