import { api, read } from '../api.ts'
import type { AuditEntryView } from '../api-types.ts'
import type { Filters } from './place.ts'

export type ExportFormat = 'CSV' | 'NDJSON'

/** Entries of one call, and of a file: a browser must be able to hold it. */
const PAGE = 1_000
export const MOST_EXPORTED = 50_000

const columns = ['at', 'actor', 'role', 'origin', 'action', 'subject', 'details'] as const

/**
 * Reads the entries that fit the filters, the newest first, page by page.
 *
 * @param onRead called with the number of entries read so far
 */
export async function exportAudit(
  format: ExportFormat,
  filters: Filters,
  onRead: (count: number) => void,
): Promise<{ file: File; isCut: boolean }> {
  const parts: string[] = format === 'CSV' ? [`${columns.join(',')}\n`] : []
  let cursor: string | null | undefined
  let count = 0
  do {
    const query = { ...filters, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const { data, nextCursor } = await read(api.GET('/audit', { params: { query } }))
    parts.push(data.map((entry) => (format === 'CSV' ? csvLine(entry) : `${JSON.stringify(entry)}\n`)).join(''))
    cursor = nextCursor
    count += data.length
    onRead(count)
  } while (cursor && count < MOST_EXPORTED)
  const name = `audit-log.${format.toLowerCase()}`
  const type = format === 'CSV' ? 'text/csv' : 'application/x-ndjson'
  return { file: new File(parts, name, { type }), isCut: Boolean(cursor) }
}

function csvLine(entry: AuditEntryView): string {
  return `${columns.map((name) => cellOf(name === 'details' ? JSON.stringify(entry.details) : String(entry[name] ?? ''))).join(',')}\n`
}

/** Spreadsheets run a cell that begins like a formula. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
