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

export async function countWaiting(reader: Reader, workspaceId: string): Promise<Waiting> {
  const counts = await reader.get<Waiting>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM conversations
         WHERE workspace_id = ? AND waiting_since IS NOT NULL AND trial = 0 LIMIT ${MOST_WAITING}) AS some) AS chats,
       (SELECT count(*) FROM (SELECT 1 FROM refunds
         WHERE workspace_id = ? AND status = 'awaiting_approval' LIMIT ${MOST_WAITING}) AS some) AS refunds`,
    workspaceId,
    workspaceId,
  )
  return counts ?? { chats: 0, refunds: 0 }
}
