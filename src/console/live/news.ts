import type { DecidedChange } from '../../access/audit.ts'
import type { ConversationMode } from '../../conversations/conversations.ts'
import { addPushes, type PushesChange } from '../../http/request-log/pushes-change.ts'
import type { RefundStatus } from '../../refunds/lifecycle.ts'
import type { Waiting } from './waiting.ts'

/** A refund has moved, or the shop has reported late. */
export interface RefundNews {
  event: 'refund'
  data: { id: string; status: RefundStatus }
}

/** The progress of a batch, and of the backfill that it belongs to. */
export interface BatchNews {
  event: 'batch'
  data: {
    id: string
    resource: string
    status: string
    received: number
    processed: number
    backfill: { id: string; status: string; received: number; processed: number } | null
  }
}

/** Pushes were written down since the last news of them. */
export interface PushNews {
  event: 'push'
  data: PushesChange
}

/** Somebody has changed settings, keys, members or something else about the workspace. */
export interface SettingsNews {
  event: 'settings'
  data: DecidedChange
}

/** A customer is writing in a conversation. */
export interface TypingNews {
  event: 'typing'
  data: { conversationId: string }
}

/** Something new in a conversation: a message, a note, or who answers. */
export interface ChatNews {
  event: 'chat'
  data: { id: string; mode: ConversationMode }
}

/** What waits for people has changed. */
export interface WaitingNews {
  event: 'waiting'
  data: Waiting
}

/** A member who looks at something. */
export interface Present {
  memberId: string
  name: string
  isWriting: boolean
}

/** Other members look at something now. */
export interface PresenceNews {
  event: 'presence'
  data: { place: string; people: Present[] }
}

/** More happened than a slow client could be sent: it has to read everything again. */
export interface MissedNews {
  event: 'missed'
  data: Record<string, never>
}

/** What an open console learns of its workspace. */
export type News =
  | RefundNews
  | BatchNews
  | PushNews
  | SettingsNews
  | TypingNews
  | ChatNews
  | WaitingNews
  | PresenceNews
  | MissedNews

/** News with the same key replace each other while they wait. */
function keyOf(news: News): string {
  if (news.event === 'typing') return `${news.event} ${news.data.conversationId}`
  if (news.event === 'presence') return `${news.event} ${news.data.place}`
  if (news.event === 'settings') return `${news.event} ${news.data.about}`
  return news.event === 'refund' || news.event === 'batch' || news.event === 'chat'
    ? `${news.event} ${news.data.id}`
    : news.event
}

/** News that wait for a client: most are replaced by newer ones, and there are never many. */
export interface WaitingQueue {
  add(news: News): void
  /** Returns and removes them, the oldest first. */
  take(): News[]
}

/** Bytes of waiting news stay below some 20 KB. */
const MOST = 100

export function createWaitingNews(): WaitingQueue {
  const waiting = new Map<string, News>()
  return {
    add: (news) => {
      const key = keyOf(news)
      const earlier = waiting.get(key)
      if (waiting.has('missed')) return
      if (!earlier && waiting.size >= MOST) {
        waiting.clear()
        waiting.set('missed', { event: 'missed', data: {} })
        return
      }
      waiting.set(key, earlier?.event === 'push' && news.event === 'push' ? joined(earlier, news) : news)
    },
    take: () => {
      const taken = [...waiting.values()]
      waiting.clear()
      return taken
    },
  }
}

function joined(one: PushNews, other: PushNews): PushNews {
  const byType = new Map(one.data.pushes.map((pushes) => [pushes.type, pushes]))
  for (const pushes of other.data.pushes) byType.set(pushes.type, addPushes(byType.get(pushes.type), pushes))
  return { event: 'push', data: { pushes: [...byType.values()] } }
}

export function textOf({ event, data }: News): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
