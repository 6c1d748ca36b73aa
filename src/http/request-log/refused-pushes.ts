import { append } from '../../changes/append.ts'
import type { Tx } from '../../store/store.ts'
import { CLIENT_GONE, type ServedRequest } from '../request-note.ts'

/** The kind of change of pushes that were refused; `data` is the causes, as {@link RefusedPush}. */
export const PUSH_REFUSED = 'push_refused'

/** A cause for which pushes were refused. */
export interface RefusedPush {
  /** The type of the pushed objects. */
  resource: string
  /** The HTTP status. */
  status: number
  /** The reason of the error, as one word for programs. */
  reason: string
}

/** Most causes of one change. */
const MOST_CAUSES = 20

/** Reports why pushes among these calls were refused: one change for each workspace, with each cause once. */
export async function reportRefusedPushes(tx: Tx, calls: ServedRequest[]): Promise<void> {
  const byWorkspace = Map.groupBy(calls.filter(isRefusedPush), ({ workspaceId }) => workspaceId ?? '')
  for (const [workspaceId, refused] of byWorkspace) {
    const causes = new Map<string, RefusedPush>()
    for (const { pushes = '', status, error } of refused) {
      const cause = { resource: pushes, status, reason: error?.reason ?? 'unknown' }
      if (causes.size < MOST_CAUSES) causes.set(JSON.stringify(cause), cause)
    }
    const at = Math.max(...refused.map(({ at }) => at))
    await append(tx, { workspaceId, kind: PUSH_REFUSED, ids: [], data: [...causes.values()] }, at)
  }
}

function isRefusedPush({ pushes, status, workspaceId, isOfVisitor }: ServedRequest): boolean {
  return pushes !== undefined && status >= 400 && status !== CLIENT_GONE && workspaceId !== undefined && !isOfVisitor
}
