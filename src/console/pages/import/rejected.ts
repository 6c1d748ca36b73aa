import { importing as t } from '../texts/en/importing.ts'
import { decoded } from './records.ts'
import type { ImportState } from './state.ts'

/**
 * The rejected rows of a file as a file of their own: a table with one more column for the reason, to be corrected and imported again; of
 * JSON a line for each object.
 */
export async function rejectedFile(file: File, { source, rejected }: ImportState): Promise<File> {
  const { format, delimiter, bodyStart } = source
  const parts: BlobPart[] = []
  const name = file.name.replace(/(\.\w+)?$/, (ending) => `-rejected${format === 'json' ? '.ndjson' : ending}`)
  if (format === 'csv') {
    const heading = await textOf(file, 0, bodyStart)
    parts.push(`${heading.replace(/\r?\n$/, '')}${delimiter}${t.issueColumn}\n`)
  }
  for (const [start, end, place, why] of rejected) {
    const text = (await textOf(file, start, end)).replace(/\r?\n$/, '')
    parts.push(format === 'csv' ? `${withReason(text, delimiter, why)}\n` : `${lineOf(place, why, text)}\n`)
  }
  return new File(parts, name, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' })
}

async function textOf(file: File, start: number, end: number): Promise<string> {
  const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer())
  return decoded(bytes) ?? new TextDecoder().decode(bytes)
}

/** Of several lines of one object, the first has the reason. */
function withReason(text: string, delimiter: string, why: string): string {
  const reason = `${delimiter}"${why.replaceAll('"', '""')}"`
  return text.includes('"') || !text.includes('\n') ? text + reason : text.replace('\n', `${reason}\n`)
}

function lineOf(row: number, why: string, text: string): string {
  try {
    return `{"row":${row},"why":${JSON.stringify(why)},"object":${JSON.stringify(JSON.parse(text))}}`
  } catch {
    return JSON.stringify({ row, why, text })
  }
}
