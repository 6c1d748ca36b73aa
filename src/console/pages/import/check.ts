import { UnreadableFile } from '../../../rows/problem.ts'
import type { RowReader, SourceRow } from '../../../rows/reader.ts'
import type { ImportField } from '../api-types.ts'
import { importing as t } from '../texts/en/importing.ts'
import { type Plan, readerOf } from './plan.ts'
import { plannedRows } from './runner.ts'
import { checkRows } from './send.ts'

/** Rows that are checked before anything is sent. */
const ROWS = 20

/** What a file has, and what the server thinks of its first rows. */
export interface Checked {
  plan: Plan
  reader: RowReader
  count: number
  rejected: SourceRow[]
  ignored: string[]
}

/** Lets the server check the first rows, as they would be sent. */
export async function checkFirst(reader: RowReader, plan: Plan, importedAt: number): Promise<Checked> {
  const rows: SourceRow[] = []
  for await (const row of plannedRows(reader, { plan, importedAt })) {
    rows.push(row)
    if (rows.length === ROWS) break
  }
  return { plan, reader, count: rows.length, ...(await checkRows(plan.type, rows)) }
}

/** A file that was read, or why it can't be read. */
export async function readPlanned(file: File, plan: Plan, fields: ImportField[]): Promise<RowReader | string> {
  try {
    return await readerOf(file, plan, fields)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return t.unreadable(error.message)
  }
}
