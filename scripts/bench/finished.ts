import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { unread } from '../../src/changes/backlog.ts'
import { searchReader } from '../../src/search/reader.ts'
import type { SqlValue } from '../../src/store/store.ts'
import type { BenchServer } from './servers.ts'

/** Resolves when everything is indexed. */
export function indexed(server: Pick<BenchServer, 'file'>): Promise<void> {
  const { text, values } = unread(searchReader)
  return noneLeft(
    server,
    `SELECT 1 FROM (${text}) UNION ALL SELECT 1 FROM search_fills UNION ALL SELECT 1 FROM jobs WHERE kind LIKE 'search.%' LIMIT 1`,
    values,
  )
}

/** Resolves when all batches are finished. */
export function batchesFinished(server: Pick<BenchServer, 'file'>): Promise<void> {
  return noneLeft(server, 'SELECT 1 FROM batches WHERE finished_at IS NULL LIMIT 1')
}

/** Resolves when a query finds no row any more. */
async function noneLeft({ file }: Pick<BenchServer, 'file'>, rows: string, values: SqlValue[] = []): Promise<void> {
  const db = new Database(file, { readonly: true })
  const left = db.prepare(rows)
  while (left.get(...values)) await sleep(50)
  db.close()
}
