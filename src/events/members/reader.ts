import type { ChangeBatch, StoredReader } from '../../changes/readers.ts'
import { MEMBER_READER } from '../../mail/reader-name.ts'
import { isMailOn } from '../../mail/setup.ts'
import type { Tx } from '../../store/store.ts'
import type { EventSource } from '../event-type.ts'
import { conversationSource } from '../types/conversations.ts'
import { refundSource } from '../types/refunds.ts'
import { notifyMember } from './mails.ts'
import { noticesOf } from './notices.ts'
import { membersWanting } from './settings.ts'

const sources: EventSource[] = [conversationSource, refundSource]

/** Changes of one transaction: for each, some rows are read, while calls of the API wait. */
const MOST_CHANGES = 20

/** Mails members what waits for people, in the transaction that moves its place: each change once. */
export const memberReader: StoredReader = {
  name: MEMBER_READER,
  kinds: sources.flatMap(({ kinds }) => kinds),
  isWanted: (reader) => isMailOn(reader),
  start: ({ store, clock, wakeJobs }) => ({
    limits: { mostIds: MOST_CHANGES },
    do: async (batch) => {
      if (await store.write((tx) => notify(tx, batch, clock.now()))) wakeJobs?.()
    },
    // Old news must not ring.
    rebuild: async () => {},
  }),
}

/** @returns whether a mail was added */
async function notify(tx: Tx, { workspaceId, changes, moved }: ChangeBatch, now: number): Promise<boolean> {
  const { sql, values } = moved()
  // Somebody else has read these changes.
  if ((await tx.run(sql, ...values)).changes === 0) return false
  let isAdded = false
  for (const change of changes)
    for (const source of sources.filter(({ kinds }) => kinds.includes(change.kind)))
      for (const notice of noticesOf(await source.draftsOf(tx, { workspaceId, change, isPersonal: false })))
        for (const member of await membersWanting(tx, workspaceId, notice.kind))
          if (await notifyMember(tx, { workspaceId, member, notice }, now)) isAdded = true
  return isAdded
}
