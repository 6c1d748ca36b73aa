import type { Reader } from '../../store/store.ts'

/** More are shown as "99+". */
export const MOST_WAITING = 100

/** What waits for the people of a workspace: at most {@link MOST_WAITING} of each. */
export interface Waiting {
  /** Chats whose customer waits for an answer. */
  chats: number
  /** Refunds that an agent has to approve. */
  refunds: number
}

/** The chats whose customer waits for an answer, of at most {@link MOST_WAITING}, and since when the first of them does. */
export async function waitingChats(
  reader: Reader,
  workspaceId: string,
): Promise<{ waiting: number; oldestAt: number | null }> {
  const found = await reader.get<{ waiting: number; oldestAt: number | null }>(
    `SELECT count(*) AS waiting, min(waiting_since) AS "oldestAt" FROM (SELECT waiting_since FROM conversations
       WHERE workspace_id = ? AND waiting_since IS NOT NULL AND trial = 0 ORDER BY waiting_since, id LIMIT ${MOST_WAITING})`,
    workspaceId,
  )
  return found ?? { waiting: 0, oldestAt: null }
}

export async function countWaiting(reader: Reader, workspaceId: string): Promise<Waiting> {
  const counts = await reader.get<Waiting>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM conversations
         WHERE workspace_id = ? AND waiting_since IS NOT NULL AND trial = 0 LIMIT ${MOST_WAITING}) AS first) AS chats,
       (SELECT count(*) FROM (SELECT 1 FROM refunds
         WHERE workspace_id = ? AND status = 'awaiting_approval' LIMIT ${MOST_WAITING}) AS first) AS refunds`,
    workspaceId,
    workspaceId,
  )
  return counts ?? { chats: 0, refunds: 0 }
}
