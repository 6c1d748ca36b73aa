import type { Log } from '../../lib/log.ts'
import { getBackfill } from '../../objects/bulk/backfills.ts'
import { getBatch } from '../../objects/bulk/batches.ts'
import type { Reader } from '../../store/store.ts'
import type { BatchNews, News } from './news.ts'

/** Least time between two looks at the batches of all workspaces that somebody looks at. */
const LOOK_MS = 250
/** Maximum number of batches that wait to be read. If more move on, their consoles read everything again. */
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
