import type { OnServed } from '../../http/request-note.ts'
import { addPushes, type PushesOfType } from './news.ts'

/** Least time between two news of a workspace. */
const PAUSE_MS = 1_000

/** Who wants to know of pushes. */
export interface PushListeners {
  are(workspaceId: string): boolean
  tell(workspaceId: string, pushes: PushesOfType[]): void
}

/** Counts the pushes of each workspace that is open in a console, and sends the sums at most once a second. */
export function watchPushes(listeners: PushListeners): { onServed: OnServed; stop(): void } {
  const summed = new Map<string, Map<string, PushesOfType>>()
  const pauses = new Map<string, NodeJS.Timeout>()

  /** Sends the sums and starts a pause. At the end of the pause it runs again, until there is nothing to send. */
  function tell(workspaceId: string): void {
    const pushes = summed.get(workspaceId)
    pauses.delete(workspaceId)
    if (!pushes) return
    summed.delete(workspaceId)
    pauses.set(
      workspaceId,
      setTimeout(() => tell(workspaceId), PAUSE_MS),
    )
    listeners.tell(workspaceId, [...pushes.values()])
  }

  return {
    onServed: ({ pushes: type, workspaceId, results, lastId = null, status }) => {
      if (type === undefined || workspaceId === undefined || !listeners.are(workspaceId)) return
      const isRefused = status >= 400
      if (!isRefused && !results) return
      const count = results ? results.created + results.updated + results.stale : 0
      const ofTypes = summed.get(workspaceId) ?? new Map<string, PushesOfType>()
      const pushes = { type, lastId, count, refused: isRefused ? 1 : 0 }
      summed.set(workspaceId, ofTypes.set(type, addPushes(ofTypes.get(type), pushes)))
      if (!pauses.has(workspaceId)) tell(workspaceId)
    },
    stop: () => {
      for (const pause of pauses.values()) clearTimeout(pause)
    },
  }
}
