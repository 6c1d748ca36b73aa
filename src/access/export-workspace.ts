import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from '../lib/json.ts'
import type { Reader } from '../store/store.ts'
import { exportedRows, type WorkspaceTable } from './workspace-data.ts'
import type { Workspace } from './workspaces.ts'

/** A file of an export, with its number of objects. */
export interface ExportedFile {
  file: string
  rows: number
}

/**
 * Exports all data of a workspace, without secrets, into a folder: one file of JSON lines for each kind of data, readable only by
 * this user. Changes made during the export may be missing. Only one page of rows is in memory at a time.
 *
 * @param folder must be empty
 * @throws Error of the file system; the reason of `signal`
 */
export async function exportWorkspace(
  reader: Reader,
  tables: WorkspaceTable[],
  workspace: Workspace,
  folder: string,
  { signal, onRows = () => {} }: { signal?: AbortSignal; onRows?: (rows: number) => void } = {},
): Promise<ExportedFile[]> {
  const files = [await writeLines(join(folder, 'workspace.ndjson'), 'workspace.ndjson', [workspace], signal)]
  let total = 0
  for (const table of tables) {
    if (!table.exported) continue
    const file = `${table.exported.file}.ndjson`
    const rows = exportedRows(reader, table, table.exported, workspace.id)
    const written = await writeLines(join(folder, file), file, rows, signal)
    total += written.rows
    onRows(total)
    files.push(written)
  }
  return files
}

async function writeLines(
  path: string,
  file: string,
  objects: Iterable<unknown> | AsyncIterable<unknown>,
  signal: AbortSignal | undefined,
): Promise<ExportedFile> {
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const object of objects) {
      rows += 1
      yield `${stringify(object)}\n`
    }
  }
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(lines(), { objectMode: true, highWaterMark: 1 }), output, signal ? { signal } : {})
  return { file, rows }
}
