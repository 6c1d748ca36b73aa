import { type FirstObject, formatOf, type RowFormat } from '../../../rows/format.ts'
import type { JsonPreset, TablePreset } from '../../../rows/presets/preset.ts'
import { UnreadableFile } from '../../../rows/problem.ts'
import { openTable, type RowTable, recordsOf } from '../../../rows/table.ts'
import { rowFileOf } from './file.ts'

/** The formats of shop systems and what reads them. Loaded with the first file: no other page needs them. */
export const formats = () => import('./formats.ts')

/** What the beginning of a file shows. */
export interface Look {
  file: File
  format: RowFormat
  table: RowTable | undefined
  first: FirstObject | undefined
  /** The formats of shop systems that it may have, the likeliest first. */
  presets: (TablePreset | JsonPreset)[]
  /** What people must know before they import it in the format of a shop system. */
  notes: string[]
  /** Formats that it nearly has, and the columns that it lacks. */
  near: { label: string; missing: string[] }[]
  /** The first values of each column. */
  values: string[][]
}

/** Lines whose cells are shown. */
const LINES = 3

/** @throws UnreadableFile */
export async function lookAt(file: File): Promise<Look> {
  const { format, first } = await formatOf(rowFileOf(file))
  if (format === 'csv') return lookAtTable(file)
  const { presetOfJson } = await formats()
  const preset = first && presetOfJson(first.object, first.list)
  return { file, format, table: undefined, first, presets: preset ? [preset] : [], notes: [], near: [], values: [] }
}

async function lookAtTable(file: File): Promise<Look> {
  const { isTicketReport, nearPresets, notesOf, presetOfTable, TICKET_REPORT } = await formats()
  const table = await openTable(rowFileOf(file))
  const { headings } = table
  if (isTicketReport(headings)) throw new UnreadableFile(TICKET_REPORT)
  const preset = presetOfTable(headings)
  return {
    ...{ file, format: 'csv', table, first: undefined, presets: preset ? [preset] : [] },
    notes: preset ? notesOf(preset, headings) : [],
    near: preset ? [] : nearPresets(headings).map(({ preset: { label }, missing }) => ({ label, missing })),
    values: await firstValues(file, table),
  }
}

async function firstValues(file: File, table: RowTable): Promise<string[][]> {
  for await (const records of recordsOf(rowFileOf(file), table)) {
    const first = records.slice(0, LINES)
    if (first.length > 0)
      return table.headings.map((_, index) =>
        first.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== ''),
      )
  }
  return table.headings.map(() => [])
}
