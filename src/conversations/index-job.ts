import type { JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Store, Tx } from '../store/store.ts'
import { INDEX_JOB, indexWords } from './words.ts'

/** Some milliseconds of work. */
const AT_ONCE = 100
const RETRY_MS = 5_000

/** Indexes the words of all messages. A second run does the same again, and changes nothing. */
export function indexJobHandler({ store }: { store: Store }): JobHandler {
  return {
    kind: INDEX_JOB,
    concurrency: 1,
    perLane: null,
    run: async (_job, _end, signal) => {
      let place: string | undefined = ''
      while (place !== undefined) {
        signal.throwIfAborted()
        const from: string = place
        place = await store.writeInBackground((tx) => indexSome(tx, from))
      }
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'index_job', 'Searches in chats need this job. Let the job finish.')
    },
    revive: async () => {},
  }
}

/** @returns the place to continue from; undefined if there are no more messages */
async function indexSome(tx: Tx, from: string): Promise<string | undefined> {
  const messages = await tx.all<{ id: string; conversationId: string; text: string; row: number | null }>(
    `SELECT id, conversation_id AS "conversationId", text, word_row AS row FROM messages WHERE id > ? ORDER BY id LIMIT ?`,
    from,
    AT_ONCE,
  )
  for (const message of messages) await indexWords(tx, message)
  return messages.length === AT_ONCE ? messages.at(-1)?.id : undefined
}
