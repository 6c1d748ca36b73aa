import type { Reader } from '../store/store.ts'

/** How long a check may wait for others. */
const GATHER_MS = 250
/** Most sessions in one read. */
const MOST = 512

/**
 * Whether sessions still exist, for streams that ask again and again: one read for all that ask within a quarter of a second.
 *
 * @returns resolves with false for a session that has ended; rejects with the error of the read
 */
export function createSessionChecks(read: Reader): (sessionId: string) => Promise<boolean> {
  let gathered = new Map<string, PromiseWithResolvers<boolean>>()

  function checkAll(): void {
    const asked = [...gathered]
    gathered = new Map()
    for (let from = 0; from < asked.length; from += MOST) void check(asked.slice(from, from + MOST))
  }

  async function check(asked: [id: string, answer: PromiseWithResolvers<boolean>][]): Promise<void> {
    try {
      const left = await sessionsLeft(
        read,
        asked.map(([id]) => id),
      )
      for (const [id, answer] of asked) answer.resolve(left.has(id))
    } catch (error) {
      for (const [, answer] of asked) answer.reject(error)
    }
  }

  return (sessionId) => {
    if (gathered.size === 0) setTimeout(checkAll, GATHER_MS)
    const answer = gathered.get(sessionId) ?? Promise.withResolvers<boolean>()
    gathered.set(sessionId, answer)
    return answer.promise
  }
}

async function sessionsLeft(read: Reader, ids: string[]): Promise<Set<string>> {
  // Filled up to a power of two, so that there are only a few statements.
  const size = 2 ** Math.ceil(Math.log2(ids.length))
  const rows = await read.all<{ id: string }>(
    `SELECT session.id FROM widget_sessions AS session JOIN workspaces ON workspaces.id = session.workspace_id
     WHERE session.id IN (${Array(size).fill('?').join(', ')}) AND deleted_at IS NULL`,
    ...ids,
    ...Array(size - ids.length).fill(''),
  )
  return new Set(rows.map(({ id }) => id))
}
