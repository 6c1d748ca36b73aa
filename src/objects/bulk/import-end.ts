import { append } from '../../changes/append.ts'
import type { Tx } from '../../store/store.ts'

/** The kind of change of a backfill that has ended, or of a batch outside of backfills; its id is in `ids`. */
export const IMPORT_END = 'import_end'

export interface ImportEnd {
  status: 'done' | 'failed'
}

/** Reports that a backfill has ended, or a batch outside of backfills. */
export function reportImportEnd(
  tx: Tx,
  { workspaceId, id, status }: ImportEnd & { workspaceId: string; id: string },
  now: number,
): Promise<void> {
  const data: ImportEnd = { status }
  return append(tx, { workspaceId, kind: IMPORT_END, ids: [id], data }, now)
}
