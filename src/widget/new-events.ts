import type { Log } from '../lib/log.ts'
import type { Store } from '../store/store.ts'

/** How long after a write it is looked at what is new: a burst of writes costs one look. */
const SOON_MS = 20
/** How often it is looked for what other processes wrote, such as an agent on the command line. */
const POLL_MS = 1_000

export interface NewEvents {
  /** Says that something was committed. */
  wake(): void
  stop(): void
}

/**
 * Calls `onNew` when some conversation has a new message or one of its refunds has moved: soon after a wake, and within a second
 * where another process wrote it. Only looks while `isNeeded`.
 */
export function watchForEvents(
  { store, log }: { store: Store; log: Log },
  isNeeded: () => boolean,
  onNew: () => void,
): NewEvents {
  let newest = ''
  let soon: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    soon = undefined
    if (!isNeeded()) return
    try {
      const row = await store.read.get<{ message: string | null; move: string | null }>(
        'SELECT (SELECT max(id) FROM messages) AS message, (SELECT max(id) FROM refund_moves) AS move',
      )
      const found = `${row?.message} ${row?.move}`
      if (found === newest) return
      newest = found
      onNew()
    } catch (error) {
      log.error('New messages could not be looked for; trying again', { error: (error as Error).message })
    }
  }

  const poll = setInterval(look, POLL_MS)
  return {
    wake: () => {
      if (isNeeded()) soon ??= setTimeout(look, SOON_MS)
    },
    stop: () => {
      clearInterval(poll)
      clearTimeout(soon)
    },
  }
}
