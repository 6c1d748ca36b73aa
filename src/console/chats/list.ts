import type { MessageAuthor } from '../../conversations/conversations.ts'
import type { ConversationMode } from '../../conversations/modes.ts'
import { badRequest } from '../../lib/errors.ts'
import { positionAt } from '../../lib/ids.ts'
import type { Reader, SqlValue } from '../../store/store.ts'

/** Most unread messages that are counted: a page shows "99+" beyond. */
export const MAX_UNREAD = 100
/** Most chats that one page of a list looks at, whatever its filters leave of them. */
const MOST_LOOKED_AT = 2_000

/** Which chats: those that are not closed, whose customer waits for people, of one mode, or all. */
export const chatFilters = ['open', 'waiting', 'human', 'assistant', 'closed', 'all'] as const
export type ChatFilter = (typeof chatFilters)[number]

export interface ChatRow {
  id: string
  mode: ConversationMode
  customerId: string | null
  /** Epoch milliseconds; null: the customer waits for nobody. */
  waitingSince: number | null
  handOverReason: string | null
  unread: number
  author: MessageAuthor | null
  text: string | null
  sentAt: number | null
  position: string
}

export interface ChatQuery {
  workspaceId: string
  memberId: string
  show: ChatFilter
  /** `verified`: signed-in customers; `guests`: unknown visitors. */
  who?: 'verified' | 'guests' | undefined
  /** Only chats with messages that the member has not read. */
  isUnread: boolean
  cursor?: string | undefined
  limit: number
}

/** Messages of the customer that a member has not read: of those from before they joined they count as read. Takes member and position. */
const UNREAD = `SELECT 1 FROM messages WHERE conversation_id = chat.id AND author = 'customer' AND id > 'msg_' || coalesce(
  (SELECT event FROM conversation_reads WHERE conversation_id = chat.id AND member_id = ?), ?)`

const COLUMNS = `chat.id, mode, customer_id AS "customerId", waiting_since AS "waitingSince", hand_over_reason AS "handOverReason",
  (SELECT count(*) FROM (${UNREAD} LIMIT ${MAX_UNREAD}) AS new) AS unread, author, substr(text, 1, 200) AS text,
  sent_at AS "sentAt", last_event AS position`
const LAST = `LEFT JOIN messages AS last ON last.id =
  (SELECT id FROM messages WHERE conversation_id = chat.id ORDER BY id DESC LIMIT 1)`

/** `w:SINCE:ID` among those who wait, `r:POSITION` among the rest. */
const CURSOR = /^(?:w:(\d{1,15}):(conv_[0-9A-Za-z]{23})|r:([0-9A-Za-z]{0,23}))$/

/**
 * Chats with events: those whose customer waits for people first, who has waited longest before all others; then the newest event first.
 *
 * @throws DomainError BAD_REQUEST for a cursor that no list returned
 */
export async function listChats(
  reader: Reader,
  query: ChatQuery,
): Promise<{ chats: ChatRow[]; nextCursor: string | null }> {
  const { limit, show, cursor = 'w:0:conv_00000000000000000000000' } = query
  const place = CURSOR.exec(cursor)
  if (!place)
    throw badRequest('Invalid cursor. Pass nextCursor unchanged, or omit it to start from the first page.', [])
  const [, since, id, position = '~'] = place
  const joined = await joinedAt(reader, query)
  const waiting = since === undefined ? [] : await waitingChats(reader, query, joined, [Number(since), id ?? ''])
  const last = waiting.at(-1)
  if (waiting.length > limit || show === 'waiting') {
    const chats = waiting.slice(0, limit)
    const end = chats.at(-1)
    return { chats, nextCursor: waiting.length > limit && end ? `w:${end.waitingSince}:${end.id}` : null }
  }
  const from = position === '' ? '~' : position
  const room = limit - waiting.length
  const { chats: rest, next } = await otherChats(reader, query, joined, from, room)
  return { chats: [...waiting, ...rest], nextCursor: next === null ? (room === 0 && last ? 'r:' : null) : `r:${next}` }
}

/** One chat. @throws Error if there is no such chat in the workspace */
export async function findChat(
  reader: Reader,
  viewer: Pick<ChatQuery, 'workspaceId' | 'memberId'>,
  id: string,
): Promise<ChatRow> {
  const row = await reader.get<ChatRow>(
    `SELECT ${COLUMNS} FROM conversations AS chat ${LAST} WHERE workspace_id = ? AND chat.id = ?`,
    viewer.memberId,
    await joinedAt(reader, viewer),
    viewer.workspaceId,
    id,
  )
  if (!row) throw new Error(`there is no chat ${id}`)
  return row
}

/** The place in the order of events at which the member joined the workspace. */
async function joinedAt(
  reader: Reader,
  { workspaceId, memberId }: Pick<ChatQuery, 'workspaceId' | 'memberId'>,
): Promise<string> {
  const row = await reader.get<{ at: number }>(
    'SELECT created_at AS at FROM memberships WHERE workspace_id = ? AND member_id = ?',
    workspaceId,
    memberId,
  )
  return positionAt(row?.at ?? 0)
}

function testsOf({ who, isUnread, memberId }: ChatQuery, joined: string): { sql: string; values: SqlValue[] } {
  const ofWho = who === undefined ? '' : `AND customer_id IS ${who === 'verified' ? 'NOT ' : ''}NULL`
  return isUnread
    ? { sql: `trial = 0 ${ofWho} AND EXISTS (${UNREAD})`, values: [memberId, joined] }
    : { sql: `trial = 0 ${ofWho}`, values: [] }
}

function waitingChats(
  reader: Reader,
  query: ChatQuery,
  joined: string,
  [since, id]: [number, string],
): Promise<ChatRow[]> {
  if (query.show === 'closed' || query.show === 'assistant') return Promise.resolve([])
  const tests = testsOf(query, joined)
  const ofMode = query.show === 'human' ? `AND mode = 'human'` : ''
  return reader.all<ChatRow>(
    `SELECT ${COLUMNS} FROM (SELECT * FROM conversations
       WHERE workspace_id = ? AND waiting_since IS NOT NULL AND (waiting_since, id) > (?, ?)
       ORDER BY waiting_since, id LIMIT ${MOST_LOOKED_AT}) AS chat ${LAST}
     WHERE ${tests.sql} ${ofMode} ORDER BY waiting_since, chat.id LIMIT ?`,
    query.memberId,
    joined,
    query.workspaceId,
    since,
    id,
    ...tests.values,
    query.limit + 1,
  )
}

/** The chats that do not wait, after a position. @returns `next`: where the next page begins; null at the end */
async function otherChats(
  reader: Reader,
  query: ChatQuery,
  joined: string,
  from: string,
  room: number,
): Promise<{ chats: ChatRow[]; next: string | null }> {
  if (room === 0) return { chats: [], next: null }
  const tests = testsOf(query, joined)
  const isOneMode = query.show !== 'open' && query.show !== 'all'
  const scanned = `SELECT * FROM conversations WHERE workspace_id = ? AND last_event < ? ${isOneMode ? 'AND mode = ?' : ''}
    ORDER BY last_event DESC LIMIT ${MOST_LOOKED_AT}`
  const place: SqlValue[] = [query.workspaceId, from, ...(isOneMode ? [query.show] : [])]
  const found = await reader.all<ChatRow>(
    `SELECT ${COLUMNS} FROM (${scanned}) AS chat ${LAST}
     WHERE waiting_since IS NULL ${query.show === 'open' ? `AND mode <> 'closed'` : ''} AND ${tests.sql}
     ORDER BY last_event DESC LIMIT ?`,
    query.memberId,
    joined,
    ...place,
    ...tests.values,
    room + 1,
  )
  const chats = found.slice(0, room)
  if (found.length > room) return { chats, next: chats.at(-1)?.position ?? null }
  const end = await reader.get<{ count: number; position: string | null }>(
    `SELECT count(*) AS count, min(last_event) AS position FROM (${scanned}) AS chat`,
    ...place,
  )
  return { chats, next: end && end.count === MOST_LOOKED_AT ? end.position : null }
}
