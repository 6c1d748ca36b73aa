import type { ConversationMode } from '../../conversations/modes.ts'
import type { RefundStatus } from '../../refunds/lifecycle.ts'
import type { Reader } from '../../store/store.ts'
import { type Followed, followRows } from './followed.ts'
import type { News } from './news.ts'

type Tell = (workspaceId: string, news: News) => void

/** Follows the moves of refunds. */
export function watchMoves(read: Reader, tell: Tell): Followed {
  return followRows<{ id: string; status: RefundStatus }>(
    read,
    { table: 'refunds', column: 'last_move', columns: 'id, status' },
    ({ workspaceId, id, status }) => tell(workspaceId, { event: 'refund', data: { id, status } }),
  )
}

/** Follows messages, notes and modes of conversations. */
export function watchChats(read: Reader, tell: Tell): Followed {
  return followRows<{ id: string; mode: ConversationMode }>(
    read,
    { table: 'conversations', column: 'last_event', columns: 'id, mode' },
    ({ workspaceId, id, mode }) => tell(workspaceId, { event: 'chat', data: { id, mode } }),
  )
}
