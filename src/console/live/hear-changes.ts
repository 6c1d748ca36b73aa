import { type DecidedChange, SETTINGS } from '../../access/audit.ts'
import type { Change, LiveReader } from '../../changes/readers.ts'
import { CONVERSATION, type ConversationChange } from '../../conversations/conversation-change.ts'
import { PUSHES, type PushesChange } from '../../http/request-log/pushes-change.ts'
import type { Log } from '../../lib/log.ts'
import { BATCH } from '../../objects/bulk/batches.ts'
import { REFUND, type RefundChange } from '../../refunds/announcements.ts'
import type { Reader } from '../../store/store.ts'
import { watchBatches } from './batch-news.ts'
import type { ChatNews, News, RefundNews } from './news.ts'
import { countWaiting } from './waiting.ts'

/** What open consoles hear of. */
export const consoleReader: LiveReader = {
  name: 'streams of consoles',
  kinds: [CONVERSATION, REFUND, BATCH, SETTINGS, PUSHES],
}

/** Wait after a move of a refund or chat before those that wait are counted, so that many at once cost one read. */
const SOON_MS = 20

/** Makes news of what has changed. */
export interface NewsMaker {
  hear(workspaceId: string, changes: Change[]): void
  stop(): void
}

/** @param tell passes news to all who look at a workspace */
export function makeNews(
  { read, log }: { read: Reader; log: Log },
  tell: (workspaceId: string, news: News) => void,
): NewsMaker {
  const batches = watchBatches({ read, log }, tell)
  const counts = countSoon({ read, log }, tell)

  function hearOne(workspaceId: string, { kind, ids: [id = ''], data }: Change): void {
    if (kind === BATCH) batches.note({ workspaceId, id })
    else if (kind === PUSHES) tell(workspaceId, { event: 'push', data: data as PushesChange })
    else if (kind === SETTINGS) tell(workspaceId, { event: 'settings', data: data as DecidedChange })
    else {
      const news =
        kind === CONVERSATION ? newsOfChat(id, data as ConversationChange) : newsOfRefund(id, data as RefundChange)
      tell(workspaceId, news)
      counts.of(workspaceId)
    }
  }

  return {
    hear: (workspaceId, changes) => {
      for (const change of changes) hearOne(workspaceId, change)
    },
    stop: () => {
      batches.stop()
      counts.stop()
    },
  }
}

const newsOfChat = (id: string, { mode }: ConversationChange): ChatNews => ({ event: 'chat', data: { id, mode } })
const newsOfRefund = (id: string, { status }: RefundChange): RefundNews => ({ event: 'refund', data: { id, status } })

/** Counts what waits in workspaces, some time after their chats and refunds have moved. */
function countSoon(
  { read, log }: { read: Reader; log: Log },
  tell: (workspaceId: string, news: News) => void,
): { of(workspaceId: string): void; stop(): void } {
  const moved = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function count(): Promise<void> {
    timer = undefined
    for (const id of [...moved]) {
      moved.delete(id)
      try {
        tell(id, { event: 'waiting', data: await countWaiting(read, id) })
      } catch (error) {
        // The page is right again after the next move.
        log.error('Could not count what waits for people', { error: (error as Error).message })
      }
    }
  }

  return {
    of: (workspaceId) => {
      moved.add(workspaceId)
      timer ??= setTimeout(count, SOON_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
