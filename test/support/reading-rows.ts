import type { ReadingOptions } from '../../src/cli/import/shop-file.ts'
import { withRows } from '../../src/cli/import/shop-file.ts'
import type { Source } from '../../src/cli/import/source.ts'
import { resources } from '../../src/objects/resources.ts'
import type { ImportRow } from '../../src/rows/row.ts'

/** The time of imports in tests, for objects without one. */
export const IMPORTED_AT = 1_800_000_000_000

/** A file in memory, as the command reads it, in pieces of `chunk` bytes. */
export function sourceOf(name: string, content: string | Uint8Array, chunk = 64 * 1024): Source {
  const bytes = Buffer.from(content as string)
  const source = {
    name,
    read: async function* () {
      for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk)
    },
  }
  return { ...source, size: bytes.length, position: () => 0, again: (work) => work(source) }
}

interface Read {
  /** Undefined: the format of the file decides. */
  type?: string
  options?: Partial<ReadingOptions>
  chunk?: number
}

/** What the command makes of a file: the type, its rows and what it says about it. */
export async function readRows(
  name: string,
  content: string | Uint8Array,
  { type, options = {}, chunk }: Read = {},
): Promise<{ type: string; rows: ImportRow[]; warnings: string[] }> {
  const warnings: string[] = []
  const rows: ImportRow[] = []
  const opened = await withRows(
    {
      source: sourceOf(name, content, chunk),
      resource: resources.find((resource) => resource.name === type),
      options: { answers: {}, matches: [], amounts: 'minor', ...options },
      importedAt: IMPORTED_AT,
      warn: (message) => warnings.push(message),
    },
    async (found) => {
      for await (const { place, text, issues } of found.rows) rows.push({ place, text, issues })
      return found
    },
  )
  return { type: opened.resource.name, rows, warnings }
}
