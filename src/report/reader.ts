import type { ChangeBatch, StoredReader } from '../changes/readers.ts'
import { CONVERSATION } from '../conversations/conversation-change.ts'
import { REFUND } from '../refunds/announcements.ts'
import type { Tx } from '../store/store.ts'
import { countOneChat, countOneRefund } from './count.ts'
import { frozenDay } from './frozen.ts'
import { askForRebuild } from './rebuild.ts'

/** How long changes collect: a chat changes several times in a moment, and is counted once. */
const COLLECT_MS = 500
/** Chats and refunds of one transaction, while calls of the API wait. */
const MOST_IDS = 20

/** Keeps what is counted of each day. To count a chat again changes nothing. */
export const reportReader: StoredReader = {
  name: 'report',
  kinds: [CONVERSATION, REFUND],
  start: ({ store, clock }) => ({
    collectMs: COLLECT_MS,
    limits: { mostIds: MOST_IDS, needsData: false },
    do: async (batch) => {
      await store.writeInBackground((tx) => read(tx, batch, clock.now()))
    },
    rebuild: (tx, workspaceId, now) => askForRebuild(tx, workspaceId, now),
  }),
}

async function read(tx: Tx, { workspaceId, changes, moved }: ChangeBatch, now: number): Promise<void> {
  const { sql, values } = moved()
  // Somebody else has read these changes.
  if ((await tx.run(sql, ...values)).changes === 0) return
  const frozen = await frozenDay(tx, workspaceId, now)
  const idsOf = (kind: string) => new Set(changes.flatMap((change) => (change.kind === kind ? change.ids : [])))
  for (const id of await withFollowed(tx, idsOf(CONVERSATION))) await countOneChat(tx, id, frozen)
  for (const id of idsOf(REFUND)) await countOneRefund(tx, id)
}

/** Whoever asks again in a new chat was not helped in the closed one. */
async function withFollowed(tx: Tx, ids: Set<string>): Promise<Set<string>> {
  const all = new Set(ids)
  for (const id of ids) {
    const row = await tx.get<{ follows: string | null }>('SELECT follows FROM conversations WHERE id = ?', id)
    if (row?.follows) all.add(row.follows)
  }
  return all
}
