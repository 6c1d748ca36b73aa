import { append } from '../../changes/append.ts'
import type { Tx } from '../../store/store.ts'
import type { DailyCounts } from './daily-counts.ts'

/** The kind of change of the log of pushes and of their counts: some pushes of the workspace were written down. */
export const PUSHES = 'pushes'

/** Pushes of one type. */
export interface PushesOfType {
  type: string
  /** The id of the last accepted object; null if all calls were refused. */
  lastId: string | null
  /** Objects accepted. */
  count: number
  /** Calls refused. */
  refused: number
}

export interface PushesChange {
  pushes: PushesOfType[]
}

export function addPushes(earlier: PushesOfType | undefined, later: PushesOfType): PushesOfType {
  if (!earlier) return later
  return {
    type: later.type,
    lastId: later.lastId ?? earlier.lastId,
    count: earlier.count + later.count,
    refused: earlier.refused + later.refused,
  }
}

/** Reports the pushes that some counts are about: one change a workspace. */
export async function reportPushes(tx: Tx, counts: DailyCounts[], now: number): Promise<void> {
  const byWorkspace = new Map<string, Map<string, PushesOfType>>()
  for (const { workspaceId, type, created, updated, stale, refused, latest } of counts) {
    const ofTypes = byWorkspace.get(workspaceId) ?? new Map<string, PushesOfType>()
    const pushes = { type, lastId: latest?.id ?? null, count: created + updated + stale, refused }
    byWorkspace.set(workspaceId, ofTypes.set(type, addPushes(ofTypes.get(type), pushes)))
  }
  for (const [workspaceId, ofTypes] of byWorkspace) {
    // It may be deleted by now.
    if (!(await tx.get('SELECT 1 FROM workspaces WHERE id = ? AND deleted_at IS NULL', workspaceId))) continue
    const data: PushesChange = { pushes: [...ofTypes.values()] }
    await append(tx, { workspaceId, kind: PUSHES, ids: [], data }, now)
  }
}

/** Removes the id of an erased object from what was reported of pushes and is not deleted yet. */
export async function forgetPushed(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const named = `"lastId":${JSON.stringify(id)}`
  await tx.run(
    `UPDATE changes SET data = replace(data, ?, '"lastId":null') WHERE workspace_id = ? AND kind = ? AND instr(data, ?) > 0`,
    ...[named, workspaceId, PUSHES, named],
  )
}
