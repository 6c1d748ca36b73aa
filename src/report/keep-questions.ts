import { createHash } from 'node:crypto'
import { personalOf } from '../assistant/model/personal.ts'
import { createPlaceholders } from '../assistant/model/placeholders.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { CountedChat } from './count-chat.ts'
import { areAlike, stemsOf } from './likeness.ts'
import { type CountedTurn, isUnanswered } from './turns.ts'

/** Characters of a question that are kept. */
const MOST_KEPT = 300
/** Messages that are one question. */
const MOST_TOGETHER = 10

/** Keeps the questions of a chat to which the assistant had no answer, without personal data. Those that are kept stay as they are. */
export async function keepQuestions(
  tx: Tx,
  conversationId: string,
  { workspaceId, day, turns }: Pick<CountedChat, 'workspaceId' | 'day' | 'turns'>,
): Promise<void> {
  for (const [index, turn] of turns.entries()) {
    if (!isUnanswered(turn)) continue
    if (await tx.get('SELECT 1 FROM report_questions WHERE workspace_id = ? AND id = ?', workspaceId, turn.id)) continue
    const asked = await askedIn(tx, conversationId, turns[index - 1], turn)
    const wording = await masked(tx, workspaceId, conversationId, asked)
    if (stemsOf(wording).size === 0) continue
    await tx.run(
      'INSERT INTO report_questions (workspace_id, id, conversation_id, day, wording, at, not_ours) VALUES (?, ?, ?, ?, ?, ?, ?)',
      workspaceId,
      turn.id,
      conversationId,
      day,
      wording,
      turn.at,
      (await isNotOurs(tx, workspaceId, wording)) ? 1 : 0,
    )
  }
}

/** The messages that a turn is about. */
async function askedIn(
  reader: Reader,
  id: string,
  before: CountedTurn | undefined,
  { upto }: CountedTurn,
): Promise<string> {
  const rows = await reader.all<{ text: string }>(
    `SELECT text FROM messages WHERE conversation_id = ? AND author = 'customer' AND id > ? AND id <= ? ORDER BY id DESC LIMIT ?`,
    id,
    before?.upto ?? '',
    upto,
    MOST_TOGETHER,
  )
  return rows
    .reverse()
    .map(({ text }) => text)
    .join(' ')
}

/** The text without personal data, masked as for models. */
async function masked(reader: Reader, workspaceId: string, conversationId: string, text: string): Promise<string> {
  const row = await reader.get<{ customerId: string | null; orderId: string | null }>(
    `SELECT customer_id AS "customerId", state ->> '$.orderId' AS "orderId" FROM conversations WHERE id = ?`,
    conversationId,
  )
  const asker = { workspaceId, customerId: row?.customerId ?? null, provenOrders: new Set<string>() }
  const placeholders = createPlaceholders(await personalOf(reader, asker, row?.orderId ? [row.orderId] : []))
  let hidden = placeholders.hide(text)
  for (const token of placeholders.in(hidden)) hidden = hidden.replaceAll(token, shownToken(token))
  const short = hidden.replaceAll(/\s+/g, ' ').trim()
  return [...short].length > MOST_KEPT ? `${[...short].slice(0, MOST_KEPT).join('')}…` : short
}

/** `{{customer.first_name}}` as people read it: `[first name]`. */
function shownToken(token: string): string {
  if (/^[OTP]\d/.test(token)) return '[number]'
  return `[${token
    .replaceAll(/[{}]|_\d+/g, '')
    .replace(/^\w+\./, '')
    .replaceAll('_', ' ')}]`
}

/** The words of a question that nobody can read, each with how much it counts, so that what a customer wrote is not kept by them. */
export function hashedStems(workspaceId: string, wording: string): Map<string, number> {
  const hashOf = (word: string) =>
    createHash('sha256').update(`${workspaceId} ${word}`).digest('base64url').slice(0, 12)
  return new Map([...stemsOf(wording)].map(([word, weight]) => [hashOf(word), weight]))
}

/** Words as they are stored. */
export const readWords = (stored: string) => new Map(JSON.parse(stored) as [string, number][])

/** Whether people have said of a question like this one that it is not theirs to answer. */
async function isNotOurs(reader: Reader, workspaceId: string, wording: string): Promise<boolean> {
  const rows = await reader.all<{ words: string }>(
    'SELECT words FROM report_not_ours WHERE workspace_id = ?',
    workspaceId,
  )
  if (rows.length === 0) return false
  const own = hashedStems(workspaceId, wording)
  return rows.some(({ words }) => areAlike(own, readWords(words)))
}
