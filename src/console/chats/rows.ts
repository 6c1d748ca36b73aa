import type { ConversationMode } from '../../conversations/conversations.ts'
import type { RatingValue } from '../../conversations/ratings.ts'
import { type MessageAuthor, messageText } from '../../conversations/stored-message.ts'
import { positionAt } from '../../lib/ids.ts'
import type { Reader, Sql, SqlValue } from '../../store/store.ts'

/** Most unread messages that are counted: a page shows "99+" beyond. */
export const MAX_UNREAD = 100

/** The member who looks at chats. */
export interface Viewer {
  workspaceId: string
  memberId: string
}

/** A chat in a list. Times are epoch milliseconds. */
export interface ChatRow {
  id: string
  mode: ConversationMode
  customerId: string | null
  /** How the last message of the customer begins: at most {@link EXCERPT} characters; null if they have not written. */
  words: string | null
  wordsAt: number | null
  /** Null: the customer waits for nobody. */
  waitingSince: number | null
  handOverReason: string | null
  language: string | null
  /** The order that was last spoken about. */
  orderId: string | null
  assigneeId: string | null
  assigneeName: string | null
  snoozedUntil: number | null
  closeReason: string | null
  tags: string[]
  rating: RatingValue | null
  unread: number
  author: MessageAuthor | null
  /** How the last message begins: at most {@link EXCERPT} characters, or the sentence of a notice, which is short. */
  text: string | null
  sentAt: number | null
  position: string
}

/** The characters of a message that a list shows. */
const EXCERPT = 200

/** Messages of the customer that a member has not read: of those from before they joined they count as read. Takes member and position. */
const UNREAD = `SELECT 1 FROM messages WHERE conversation_id = chat.id AND author = 'customer' AND id > 'msg_' || coalesce(
  (SELECT event FROM conversation_reads WHERE conversation_id = chat.id AND member_id = ?), ?)`

/** Whether a chat has messages that the member has not read. */
export function isUnread({ memberId }: Viewer, joined: string): Sql {
  return { text: `EXISTS (${UNREAD})`, values: [memberId, joined] }
}

const COLUMNS = `chat.id, mode, customer_id AS "customerId", substr(words.text, 1, ${EXCERPT}) AS words, words.sent_at AS "wordsAt",
  waiting_since AS "waitingSince", hand_over_reason AS "handOverReason", language, state ->> '$.orderId' AS "orderId",
  members.id AS "assigneeId", members.name AS "assigneeName", snoozed_until AS "snoozedUntil", close_reason AS "closeReason",
  (SELECT rating FROM conversation_ratings WHERE conversation_id = chat.id) AS rating,
  (SELECT json_group_array(tag) FROM (SELECT tag FROM conversation_tags WHERE conversation_id = chat.id ORDER BY tag) AS own) AS tags,
  (SELECT count(*) FROM (${UNREAD} LIMIT ${MAX_UNREAD}) AS new) AS unread, last.author,
  substr(last.text, 1, ${EXCERPT}) AS text, last.notice, last.sent_at AS "sentAt", last_event AS position`

const newestMessage = (which: string) =>
  `(SELECT id FROM messages WHERE conversation_id = chat.id ${which} ORDER BY id DESC LIMIT 1)`

const CHATS = `conversations AS chat
  LEFT JOIN messages AS last ON last.id = ${newestMessage('')}
  LEFT JOIN messages AS words ON words.id = ${newestMessage("AND author = 'customer'")}
  LEFT JOIN memberships ON memberships.workspace_id = chat.workspace_id AND memberships.member_id = chat.assignee
  LEFT JOIN members ON members.id = memberships.member_id`

interface StoredRow extends Omit<ChatRow, 'tags'> {
  tags: string
  notice: string | null
}

/** Chats as a member sees them. @param where SQL after WHERE, in which a conversation is called `chat` */
export async function readChats(
  reader: Reader,
  { memberId, joined }: { memberId: string; joined: string },
  where: string,
  ...values: SqlValue[]
): Promise<ChatRow[]> {
  const sql = `SELECT ${COLUMNS} FROM ${CHATS} WHERE ${where}`
  const rows = await reader.all<StoredRow>(sql, memberId, joined, ...values)
  return rows.map(({ text, notice, tags, ...row }) => ({
    ...row,
    tags: JSON.parse(tags) as string[],
    text: text === null ? null : messageText({ text, notice }),
  }))
}

/** One chat. @throws Error if there is no such chat in the workspace */
export async function findChat(reader: Reader, viewer: Viewer, id: string): Promise<ChatRow> {
  const { workspaceId, memberId } = viewer
  const joined = await joinedAt(reader, viewer)
  const where = 'chat.workspace_id = ? AND chat.id = ?'
  const [row] = await readChats(reader, { memberId, joined }, where, workspaceId, id)
  if (!row) throw new Error(`there is no chat ${id}`)
  return row
}

/** The place in the order of events at which the member joined the workspace. */
export async function joinedAt(reader: Reader, { workspaceId, memberId }: Viewer): Promise<string> {
  const row = await reader.get<{ at: number }>(
    'SELECT created_at AS at FROM memberships WHERE workspace_id = ? AND member_id = ?',
    workspaceId,
    memberId,
  )
  return positionAt(row?.at ?? 0)
}
