import { createPace, type PaceOptions } from '../../lib/pace.ts'

/** Bounds the bytes that the long bodies of a workspace make the server write in a minute. */
export interface LongBodiesShare {
  /**
   * Resolves when the workspace has paid for its earlier long bodies, with a function that takes the bytes of this one, and how many of
   * them count at most. Paying twice is harmless.
   *
   * @param signal gives up the wait
   * @throws DomainError SERVICE_UNAVAILABLE if too many bodies of the workspace wait; the reason of `signal`
   */
  enter(workspaceId: string, signal: AbortSignal): Promise<(bytes: number, most?: number) => void>
}

const MIB = 1024 * 1024
/** The part of each body that does not count: writing it takes milliseconds. */
export const FREE_BYTES = MIB
/** The part of each body that counts: the client library sends four bodies at a time, and each waits for at most 30 seconds. */
const COUNTED_BYTES = 15 * MIB
/** The maximum number of waiting bodies of one workspace: later ones would wait too long for their clients. */
const MAX_WAITING = 10
const MINUTE_MS = 60_000

/**
 * The objects of a call are written in one transaction, for which all other writes wait: 4 ms for each MiB. So the wait after a long
 * body is in proportion to its length.
 *
 * @param mebibytes the maximum of one workspace in a minute; null: no limit
 * @param after calls a function after so many milliseconds
 */
export function createLongBodiesShare(mebibytes: number | null, after?: PaceOptions['after']): LongBodiesShare {
  if (mebibytes === null) return { enter: async () => () => {} }
  const pace = createPace({ maxWaiting: MAX_WAITING, what: 'long bodies', ...(after && { after }) })
  const msPerByte = MINUTE_MS / (mebibytes * MIB)
  return {
    enter: async (workspaceId, signal) => {
      const end = await pace.enter(workspaceId, signal)
      return (bytes, most = COUNTED_BYTES) => end(Math.min(most, Math.max(0, bytes - FREE_BYTES)) * msPerByte)
    },
  }
}
