import { csvLine, harmless } from '../lib/csv.ts'

/** The formats of files with entries of the audit log. This file runs in browsers, too. */
export type AuditFormat = 'CSV' | 'NDJSON'

/** An entry as files have it. `at` is ISO-8601 in UTC. */
export interface AuditLine {
  at: string
  actor: string
  role?: string | null | undefined
  origin: string
  action: string
  subject: string
  details: object
}

const columns = ['at', 'actor', 'role', 'origin', 'action', 'subject', 'details'] as const

/** The first line of a file, if its format has one. */
export function auditHeading(format: AuditFormat): string {
  return format === 'CSV' ? `${columns.join(',')}\n` : ''
}

/** The line of an entry. */
export function auditLine(format: AuditFormat, entry: AuditLine): string {
  if (format !== 'CSV') return `${JSON.stringify(entry)}\n`
  return csvLine(
    columns.map((name) => harmless(name === 'details' ? JSON.stringify(entry.details) : String(entry[name] ?? ''))),
  )
}
