import { searchLag } from '../../src/search/lag.ts'
import type { Api } from './server.ts'
import { until } from './until.ts'

/** Resolves when everything that was pushed is indexed. */
export async function indexed({ store }: Pick<Api, 'store'>): Promise<void> {
  await until(async () => {
    const { waiting } = await searchLag(store.read, 0)
    const fill = await store.read.get('SELECT 1 FROM search_fills')
    const job = await store.read.get(
      "SELECT 1 FROM jobs WHERE kind LIKE 'search.%' AND status = 'waiting' AND due_at <= created_at",
    )
    return waiting === 0 && fill === undefined && job === undefined
  })
}

/** The ids whose words match, in a table of the index. */
export async function matching({ store }: Pick<Api, 'store'>, table: string, match: string): Promise<string[]> {
  const rows = await store.read.all<{ id: string }>(
    `SELECT resource_id AS id FROM ${table} JOIN search_rows ON row = ${table}.rowid WHERE ${table} MATCH ? ORDER BY id`,
    match,
  )
  return rows.map(({ id }) => id)
}
