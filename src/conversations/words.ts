import { enqueue } from '../jobs/jobs.ts'
import { plainLetters, wordsOf } from '../lib/text.ts'
import type { Store, Tx } from '../store/store.ts'
import { indexMessage, messagesWith, nextRow, unindexMessages } from '../store/text-index.ts'

/** What a space of the full-text index is called that has the messages of a workspace. */
const SPACE = 'messages'

interface Place {
  workspaceId: string
  trial: number
  space: number | null
  last: number | null
}

const PLACE = `SELECT conversations.workspace_id AS "workspaceId", trial, number AS space,
    (SELECT max(word_row) FROM messages WHERE word_row BETWEEN number << 32 AND (number << 32) + 4294967295) AS last
  FROM conversations LEFT JOIN search_spaces AS spaces ON spaces.workspace_id = conversations.workspace_id AND resource = '${SPACE}'
  WHERE conversations.id = ?`

/**
 * Adds the words of a message to the index, or replaces them. Messages of trials are not in it.
 *
 * @param row the row in the index that the message has already
 */
export async function indexWords(
  tx: Tx,
  { id, conversationId, text, row = null }: { id: string; conversationId: string; text: string; row?: number | null },
): Promise<void> {
  if (text === '') return
  let place = await tx.get<Place>(PLACE, conversationId)
  if (!place || place.trial === 1) return
  if (place.space === null) {
    await tx.run('INSERT INTO search_spaces (workspace_id, resource) VALUES (?, ?)', place.workspaceId, SPACE)
    place = await tx.get<Place>(PLACE, conversationId)
  }
  if (!place || place.space === null) throw new Error('a space was not added')
  const own = row ?? nextRow(place.space, place.last)
  const { sql, values } = indexMessage(own, plainLetters(text))
  await tx.run(sql, ...values)
  if (row === null) await tx.run('UPDATE messages SET word_row = ? WHERE id = ?', own, id)
}

/** Deletes the words of the oldest messages of a conversation: takes its id and how many messages. */
export const FORGET_WORDS = unindexMessages(
  'SELECT word_row FROM (SELECT word_row FROM messages WHERE conversation_id = ? ORDER BY id LIMIT ?) AS old WHERE word_row IS NOT NULL',
)

/** The kind of job that indexes all messages, after an update or on request. */
export const INDEX_JOB = 'index-messages'

/** Adds the job that indexes all messages, if there are any. */
export async function indexAllWords(tx: Tx, now: number): Promise<void> {
  const isAny = await tx.get('SELECT 1 FROM messages LIMIT 1')
  if (isAny) await enqueue(tx, { kind: INDEX_JOB, subject: SPACE }, now)
}

const MOST_WORDS = 10
/** Messages that one search looks at, the newest first. */
const MOST_MESSAGES = 2_000
const LIMIT_MS = 200

/** The conversations in which somebody wrote all words of a text, lately of those with many. */
export async function conversationsWith(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  text: string,
): Promise<{ ids: string[]; isComplete: boolean }> {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS)
  const space = await store.read.get<{ number: number }>(
    'SELECT number FROM search_spaces WHERE workspace_id = ? AND resource = ?',
    workspaceId,
    SPACE,
  )
  const isFilling = await store.read.get("SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting'", INDEX_JOB)
  if (!space || words.length === 0) return { ids: [], isComplete: !isFilling }
  const found = messagesWith(space.number, words, MOST_MESSAGES)
  const { rows, isComplete } = await store.readSlowly<{ id: string; messages: number }>(
    workspaceId,
    {
      sql: `SELECT conversation_id AS id, count(*) AS messages FROM (${found.text}) AS found CROSS JOIN messages ON word_row = row
        GROUP BY conversation_id`,
      values: found.values,
    },
    { limitMs: LIMIT_MS },
  )
  const looked = rows.reduce((sum, { messages }) => sum + messages, 0)
  return { ids: rows.map(({ id }) => id), isComplete: isComplete && !isFilling && looked < MOST_MESSAGES }
}
