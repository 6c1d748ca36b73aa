import type { Reader } from '../../store/store.ts'
import type { ServedRequest } from '../request-note.ts'

/** Stored calls with secret keys, shared by all workspaces. */
export const KEPT = 10_000
/** Stored calls of each share that strangers can fill: calls without a valid key, and calls of visitors of a workspace's pages. */
export const KEPT_OF_STRANGERS = 1_000

/** Calls of one share replace only each other. A share is the id of a workspace, the id with {@link VISITORS}, or {@link NOBODY}. */
export type Share = string
const NOBODY = ''
const VISITORS = ' visitors'

/** The number of stored calls of each share. */
export type Kept = ReadonlyMap<Share, number>

export function shareOf({ workspaceId, isOfVisitor }: Pick<ServedRequest, 'workspaceId' | 'isOfVisitor'>): Share {
  if (workspaceId === undefined) return NOBODY
  return isOfVisitor ? workspaceId + VISITORS : workspaceId
}

export async function readKept(reader: Reader): Promise<Kept> {
  const rows = await reader.all<{ share: Share; kept: number }>(
    'SELECT share, count(*) AS kept FROM request_log GROUP BY share',
  )
  return new Map(rows.map(({ share, kept }) => [share, kept]))
}

/**
 * The number of calls to delete from each share. Among the workspaces, the one with the most calls loses calls first: a busy
 * workspace never displaces the few calls of another.
 */
export function tooMany(kept: Kept): Map<Share, number> {
  const surplus = new Map<Share, number>()
  const ofWorkspaces = new Map<Share, number>()
  for (const [share, count] of kept) {
    const isOfStrangers = share === NOBODY || share.endsWith(VISITORS)
    if (!isOfStrangers) ofWorkspaces.set(share, count)
    else if (count > KEPT_OF_STRANGERS) surplus.set(share, count - KEPT_OF_STRANGERS)
  }
  const most = fairMaximum([...ofWorkspaces.values()], KEPT)
  for (const [share, count] of ofWorkspaces) if (count > most) surplus.set(share, count - most)
  return surplus
}

/** The highest limit for each of `counts` with which their total is at most `sum`. */
function fairMaximum(counts: number[], sum: number): number {
  let room = sum
  let others = counts.length
  for (const count of counts.toSorted((one, other) => one - other)) {
    const fair = Math.floor(room / others)
    if (count > fair) return fair
    room -= count
    others--
  }
  return Number.POSITIVE_INFINITY
}
