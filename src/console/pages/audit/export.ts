import { type AuditFormat, auditHeading, auditLine } from '../../../access/audit-file.ts'
import { api, read } from '../api.ts'
import type { Filters } from './place.ts'

/** Entries of one call, and of a file: a browser must be able to hold it. */
const PAGE = 1_000
export const MOST_EXPORTED = 50_000

/**
 * Reads the entries that fit the filters, the newest first, page by page.
 *
 * @param onRead called with the number of entries read so far
 */
export async function exportAudit(
  format: AuditFormat,
  filters: Filters,
  onRead: (count: number) => void,
): Promise<{ file: File; isCut: boolean }> {
  const parts = [auditHeading(format)]
  let cursor: string | null | undefined
  let count = 0
  do {
    const query = { ...filters, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const { data, nextCursor } = await read(api.GET('/audit', { params: { query } }))
    parts.push(data.map((entry) => auditLine(format, entry)).join(''))
    cursor = nextCursor
    count += data.length
    onRead(count)
  } while (cursor && count < MOST_EXPORTED)
  const name = `audit-log.${format.toLowerCase()}`
  const type = format === 'CSV' ? 'text/csv' : 'application/x-ndjson'
  return { file: new File(parts, name, { type }), isCut: Boolean(cursor) }
}
