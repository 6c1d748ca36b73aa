import type { OnServed } from '../../http/request-note.ts'
import type { Log } from '../../lib/log.ts'
import { getBackfill } from '../../objects/bulk/backfills.ts'
import { getBatch } from '../../objects/bulk/batches.ts'
import type { Reader } from '../../store/store.ts'
import { addPushes, type BatchNews, type News, type PushesOfType } from './news.ts'

/** Least time between two news of a workspace. */
const PAUSE_MS = 1_000

/** Who wants to know of pushes. */
interface PushListeners {
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

/** Least time between two looks at the batches of all workspaces that somebody looks at. */
const LOOK_MS = 250
/** Maximum number of batches that wait to be read. If more move on, their consoles are told to read everything again. */
const MOST = 100

interface BatchWatch {
  /** A batch has moved on. */
  note(batch: { workspaceId: string; id: string }): void
  stop(): void
}

/** Reads the progress of batches that have moved on, at most four times a second. */
export function watchBatches(
  { read, log }: { read: Reader; log: Log },
  tell: (workspaceId: string, news: News) => void,
): BatchWatch {
  const moved = new Map<string, { workspaceId: string; id: string }>()
  const missed = new Set<string>()
  let pause: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const batches = [...moved.values()]
    moved.clear()
    for (const workspaceId of missed) tell(workspaceId, { event: 'missed', data: {} })
    missed.clear()
    for (const { workspaceId, id } of batches) {
      const news = await newsOf(read, workspaceId, id)
      if (news) tell(workspaceId, news)
    }
  }

  function lookLater(): void {
    pause = setTimeout(() => {
      pause = undefined
      look().catch((error: Error) => log.error('The progress of batches could not be read', { error: error.message }))
    }, LOOK_MS)
  }

  return {
    note: (batch) => {
      if (moved.size < MOST || moved.has(batch.id)) moved.set(batch.id, batch)
      else missed.add(batch.workspaceId)
      if (pause === undefined) lookLater()
    },
    stop: () => clearTimeout(pause),
  }
}

async function newsOf(read: Reader, workspaceId: string, batchId: string): Promise<BatchNews | undefined> {
  const batch = await getBatch(read, workspaceId, batchId)
  if (!batch) return undefined
  const { id, resource, status, received, processed, backfillId } = batch
  const backfill = backfillId === null ? undefined : await getBackfill(read, workspaceId, backfillId)
  return {
    event: 'batch',
    data: { id, resource, status, received, processed, backfill: backfill ? progressOf(backfill) : null },
  }
}

function progressOf({ id, status, received, processed }: NonNullable<BatchNews['data']['backfill']>) {
  return { id, status, received, processed }
}
