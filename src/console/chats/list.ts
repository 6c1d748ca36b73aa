import { setImmediate as otherWork } from 'node:timers/promises'
import { type ConversationMode, conversationModes } from '../../conversations/conversations.ts'
import { type MessageAuthor, messageText } from '../../conversations/stored-message.ts'
import { MAX_PAGE } from '../../http/query.ts'
import { badRequest } from '../../lib/errors.ts'
import { positionAt } from '../../lib/ids.ts'
import type { Reader, SqlValue } from '../../store/store.ts'

/** Most unread messages that are counted: a page shows "99+" beyond. */
export const MAX_UNREAD = 100
/** Chats that are looked at together for those with unread messages. Other work comes in between. */
const AT_ONCE = 2_000
/** Chats that are looked at for one page. If few of them are unread, the page is short, and the next one begins behind them. */
const MOST_LOOKED_AT = 10_000

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
  /** How the last message begins: at most {@link EXCERPT} characters, or the sentence of a notice, which is short. */
  text: string | null
  sentAt: number | null
  position: string
}

/** The characters of the last message that a list shows. */
const EXCERPT = 200

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
  (SELECT count(*) FROM (${UNREAD} LIMIT ${MAX_UNREAD}) AS new) AS unread, author,
  substr(text, 1, ${EXCERPT}) AS text, notice, sent_at AS "sentAt", last_event AS position`

interface StoredRow extends ChatRow {
  notice: string | null
}

/** What {@link COLUMNS} select. */
async function readChats(reader: Reader, sql: string, ...values: SqlValue[]): Promise<ChatRow[]> {
  const rows = await reader.all<StoredRow>(sql, ...values)
  return rows.map(({ text, notice, ...row }) => ({
    ...row,
    text: text === null ? null : messageText({ text, notice }),
  }))
}

const OPEN: ConversationMode[] = conversationModes.filter((mode) => mode !== 'closed')
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
  const [row] = await readChats(
    reader,
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

const UNREAD_TEST = `EXISTS (${UNREAD})`
const WHO = { verified: 'customer_id IS NOT NULL', guests: 'customer_id IS NULL' }

function waitingChats(
  reader: Reader,
  { workspaceId, memberId, show, who, isUnread, limit }: ChatQuery,
  joined: string,
  [since, id]: [number, string],
): Promise<ChatRow[]> {
  if (show === 'closed' || show === 'assistant') return Promise.resolve([])
  const tests = [show === 'human' ? "mode = 'human'" : '', who ? WHO[who] : '', isUnread ? UNREAD_TEST : '']
  return readChats(
    reader,
    `SELECT ${COLUMNS} FROM conversations AS chat ${LAST}
     WHERE workspace_id = ? AND waiting_since IS NOT NULL AND (waiting_since, chat.id) > (?, ?) AND trial = 0
       ${tests.map((test) => test && `AND ${test}`).join(' ')}
     ORDER BY waiting_since, chat.id LIMIT ?`,
    memberId,
    joined,
    workspaceId,
    since,
    id,
    ...(isUnread ? [memberId, joined] : []),
    limit + 1,
  )
}

interface PlaceRow {
  id: string
  position: string
  isWanted: number
}

/** The chats that do not wait, after a position. @returns `next`: where the next page begins; null at the end */
async function otherChats(
  reader: Reader,
  query: ChatQuery,
  joined: string,
  from: string,
  room: number,
): Promise<{ chats: ChatRow[]; next: string | null }> {
  const wanted: PlaceRow[] = []
  const most = query.isUnread ? AT_ONCE : room + 1
  let next: string | null = null
  for (let looked = 0; room > 0 && looked < MOST_LOOKED_AT; looked += most) {
    if (looked > 0) await otherWork()
    const places = await placesOf(reader, query, joined, next ?? from, most)
    for (const place of places) if (place.isWanted === 1) wanted.push(place)
    next = places.length === most ? (places.at(-1)?.position ?? null) : null
    if (next === null || wanted.length > room) break
  }
  const page = wanted.slice(0, room)
  const isLeft = wanted.length > room
  return { chats: await rowsOf(reader, query, joined, page), next: isLeft ? (page.at(-1)?.position ?? null) : next }
}

/** Where the next chats are that do not wait. Those of each mode, with customers and with guests, are one range of an index. */
function placesOf(
  reader: Reader,
  { workspaceId, memberId, show, who, isUnread }: ChatQuery,
  joined: string,
  before: string,
  most: number,
): Promise<PlaceRow[]> {
  const modes = show === 'all' ? conversationModes : show === 'open' ? OPEN : [show]
  const tests = who ? [WHO[who]] : Object.values(WHO)
  // Whatever a member has not read came after they joined.
  const after = isUnread ? joined : ''
  const ranges = modes.flatMap((mode) =>
    tests.map((test) => ({
      sql: `SELECT * FROM (SELECT id, last_event FROM conversations
        WHERE workspace_id = ? AND mode = ? AND last_event < ? AND last_event > ?
          AND ${test} AND trial = 0 AND waiting_since IS NULL ORDER BY last_event DESC LIMIT ?) AS some`,
      values: [workspaceId, mode, before, after, most],
    })),
  )
  return reader.all<PlaceRow>(
    `SELECT id, last_event AS position, ${isUnread ? UNREAD_TEST : '1'} AS "isWanted"
     FROM (${ranges.map(({ sql }) => sql).join(' UNION ALL ')}) AS chat ORDER BY last_event DESC LIMIT ?`,
    ...(isUnread ? [memberId, joined] : []),
    ...ranges.flatMap(({ values }) => values),
    most,
  )
}

async function rowsOf(
  reader: Reader,
  { memberId }: ChatQuery,
  joined: string,
  places: { id: string }[],
): Promise<ChatRow[]> {
  // Always as many parameters, so that there is one statement.
  const ids = Array.from({ length: MAX_PAGE }, (_, index) => places[index]?.id ?? '')
  return readChats(
    reader,
    `SELECT ${COLUMNS} FROM conversations AS chat ${LAST} WHERE chat.id IN (${ids.map(() => '?').join(', ')})
     ORDER BY last_event DESC`,
    memberId,
    joined,
    ...ids,
  )
}
