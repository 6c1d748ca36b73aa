import type { SourceRow } from '../../../rows/reader.ts'
import { ApiError, api } from '../api.ts'
import type { DataRow } from '../api-types.ts'

export type Type = DataRow['type']

/** A body that is JSON already. The types of the routes know objects only. */
function textOf(rows: SourceRow[]): never {
  return `{"data":[${rows.map(({ text }) => text).join(',')}]}` as never
}

/**
 * Asks the server what it thinks of rows, without storing them.
 *
 * @returns the rows that it would reject, and the fields that it would not store
 */
export async function checkRows(type: Type, rows: SourceRow[]): Promise<{ rejected: SourceRow[]; ignored: string[] }> {
  const ignored = new Set<string>()
  const rejected = await withoutFaulty(rows, async (good) => {
    const { data } = await api.POST(`/import-checks/${type}`, { body: textOf(good) })
    for (const { fields } of data?.ignored ?? []) for (const name of fields) ignored.add(name)
  })
  return { rejected, ignored: [...ignored] }
}

/** Sends rows in one batch, except those that the server rejects. A repetition makes the same calls with the same keys. */
export function sendRows(type: Type, importId: string, rows: SourceRow[]): Promise<SourceRow[]> {
  return withoutFaulty(rows, async (good) => {
    await api.POST(`/imports/{id}/${type}`, {
      params: { path: { id: importId } },
      headers: { 'idempotency-key': `${importId} ${good[0]?.place}` },
      body: textOf(good),
    })
  })
}

/**
 * The server accepts or refuses a call as a whole, so the rejected rows are taken out and the other ones are sent again; a call that is
 * too large is sent in halves.
 *
 * @returns the rejected rows, with what is wrong
 */
async function withoutFaulty(rows: SourceRow[], post: (good: SourceRow[]) => Promise<void>): Promise<SourceRow[]> {
  const rejected = rows.filter(({ issues }) => issues.length > 0)
  let good = rows.filter(({ issues }) => issues.length === 0)
  while (good.length > 0) {
    try {
      await post(good)
      break
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const faulty = faultyRows(good, error)
      if (faulty.length === 0 && error.status === 413 && good.length > 1) {
        const middle = Math.ceil(good.length / 2)
        rejected.push(...(await withoutFaulty(good.slice(0, middle), post)))
        rejected.push(...(await withoutFaulty(good.slice(middle), post)))
        break
      }
      if (faulty.length === 0) throw error
      rejected.push(...faulty)
      const places = new Set(faulty.map(({ place }) => place))
      good = good.filter(({ place }) => !places.has(place))
    }
  }
  return rejected.toSorted((one, other) => one.place - other.place)
}

/** The rows that an error names in `["data", index, …]`. */
function faultyRows(rows: SourceRow[], { facts, message }: ApiError): SourceRow[] {
  const listed = Array.isArray(facts.issues) ? (facts.issues as SourceRow['issues']) : []
  const named = Array.isArray(facts.path) ? [{ path: facts.path as SourceRow['issues'][number]['path'], message }] : []
  const byIndex = Map.groupBy([...listed, ...named], ({ path }) => (path[0] === 'data' ? path[1] : undefined))
  return [...byIndex].flatMap(([index, issues]) => {
    const row = typeof index === 'number' ? rows[index] : undefined
    return row ? [{ ...row, issues: issues.map(({ path, message }) => ({ path: path.slice(2), message })) }] : []
  })
}
