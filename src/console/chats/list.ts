import { setImmediate as otherWork } from 'node:timers/promises'
import { type ConversationMode, conversationModes } from '../../conversations/conversations.ts'
import { MAX_PAGE } from '../../http/query.ts'
import { badRequest } from '../../lib/errors.ts'
import type { Reader, Sql } from '../../store/store.ts'
import { type ChatRow, isUnread, joinedAt, readChats, type Viewer } from './rows.ts'

/** Chats that are looked at together for those that match. Other work comes in between. */
const AT_ONCE = 2_000
/** Chats that are looked at for one page. If few of them match, the page is short, and the next one begins behind them. */
const MOST_LOOKED_AT = 10_000

/** Which chats: those that are not closed, whose customer waits for people, which the member has, of one mode, or all. */
export const chatFilters = ['open', 'waiting', 'mine', 'human', 'assistant', 'closed', 'all'] as const
export type ChatFilter = (typeof chatFilters)[number]

export interface ChatQuery extends Viewer {
  show: ChatFilter
  /** `verified`: signed-in customers; `guests`: unknown visitors. */
  who?: 'verified' | 'guests' | undefined
  /** Only chats with messages that the member has not read. */
  isUnread: boolean
  /** Why the assistant handed over. */
  reason?: string | undefined
  tag?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** A query, with the place in the order of events at which its member joined. */
type Asked = ChatQuery & { joined: string }

const OPEN: ConversationMode[] = conversationModes.filter((mode) => mode !== 'closed')

/** `w:SINCE:ID` among those who wait, `r:POSITION` among the rest. */
const CURSOR = /^(?:w:(\d{1,15}):(conv_[0-9A-Za-z]{23})|r:([0-9A-Za-z]{0,23}))$/

export const invalidCursor = () =>
  badRequest('Invalid cursor. Pass nextCursor unchanged, or omit it to start from the first page.', [])

/**
 * Chats with events: those whose customer waits for people first, who has waited longest before all others; then the newest event first.
 * A snoozed chat does not wait.
 *
 * @throws DomainError BAD_REQUEST for a cursor that no list returned
 */
export async function listChats(
  reader: Reader,
  query: ChatQuery,
): Promise<{ chats: ChatRow[]; nextCursor: string | null }> {
  const { limit, show, cursor = 'w:0:conv_00000000000000000000000' } = query
  const place = CURSOR.exec(cursor)
  if (!place) throw invalidCursor()
  const [, since, id, position = '~'] = place
  const asked = { ...query, joined: await joinedAt(reader, query) }
  const waiting = since === undefined ? [] : await waitingChats(reader, asked, [Number(since), id ?? ''])
  const last = waiting.at(-1)
  if (waiting.length > limit || show === 'waiting') {
    const chats = waiting.slice(0, limit)
    const end = chats.at(-1)
    return { chats, nextCursor: waiting.length > limit && end ? `w:${end.waitingSince}:${end.id}` : null }
  }
  const from = position === '' ? '~' : position
  const room = limit - waiting.length
  const { chats: rest, next } = await otherChats(reader, asked, from, room)
  return { chats: [...waiting, ...rest], nextCursor: next === null ? (room === 0 && last ? 'r:' : null) : `r:${next}` }
}

const WHO = { verified: 'customer_id IS NOT NULL', guests: 'customer_id IS NULL' }

/** Conditions of a chat that no index covers. */
function testsOf(asked: Asked): Sql[] {
  const { reason, tag } = asked
  const own = '(SELECT hand_over_reason FROM conversations WHERE id = chat.id) = ?'
  const tagged = 'EXISTS (SELECT 1 FROM conversation_tags WHERE conversation_id = chat.id AND tag = ?)'
  return [
    ...(asked.isUnread ? [isUnread(asked, asked.joined)] : []),
    ...(reason === undefined ? [] : [{ text: own, values: [reason] }]),
    ...(tag === undefined ? [] : [{ text: tagged, values: [tag] }]),
  ]
}

const valuesOf = (tests: Sql[]) => tests.flatMap(({ values }) => values)

function waitingChats(reader: Reader, asked: Asked, [since, id]: [number, string]): Promise<ChatRow[]> {
  const { workspaceId, memberId, show, who, limit } = asked
  if (show === 'closed' || show === 'assistant') return Promise.resolve([])
  const tests: Sql[] = [
    ...(show === 'human' ? [{ text: "mode = 'human'", values: [] }] : []),
    ...(show === 'mine' ? [{ text: 'assignee = ?', values: [memberId] }] : []),
    ...(who ? [{ text: WHO[who], values: [] }] : []),
    ...testsOf(asked),
  ]
  return readChats(
    reader,
    asked,
    `chat.workspace_id = ? AND waiting_since IS NOT NULL AND (waiting_since, chat.id) > (?, ?) AND trial = 0
       ${tests.map(({ text }) => `AND ${text}`).join(' ')}
     ORDER BY waiting_since, chat.id LIMIT ?`,
    workspaceId,
    since,
    id,
    ...valuesOf(tests),
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
  asked: Asked,
  from: string,
  room: number,
): Promise<{ chats: ChatRow[]; next: string | null }> {
  const wanted: PlaceRow[] = []
  const tests = testsOf(asked)
  const most = tests.length > 0 ? AT_ONCE : room + 1
  let next: string | null = null
  for (let looked = 0; room > 0 && looked < MOST_LOOKED_AT; looked += most) {
    if (looked > 0) await otherWork()
    const places = await placesOf(reader, asked, tests, { before: next ?? from, most })
    for (const place of places) if (place.isWanted === 1) wanted.push(place)
    next = places.length === most ? (places.at(-1)?.position ?? null) : null
    if (next === null || wanted.length > room) break
  }
  const page = wanted.slice(0, room)
  const isLeft = wanted.length > room
  return { chats: await chatsAt(reader, asked, page), next: isLeft ? (page.at(-1)?.position ?? null) : next }
}

/** The next chats that do not wait. */
function placesOf(
  reader: Reader,
  asked: Asked,
  tests: Sql[],
  { before, most }: { before: string; most: number },
): Promise<PlaceRow[]> {
  // Whatever a member has not read came after they joined.
  const after = asked.isUnread ? asked.joined : ''
  const ranges = rangesOf(asked).map(({ text, values }) => ({
    text: `SELECT * FROM (SELECT id, last_event FROM conversations
      WHERE ${text} AND last_event < ? AND last_event > ? AND trial = 0 AND waiting_since IS NULL
      ORDER BY last_event DESC LIMIT ?) AS newest`,
    values: [...values, before, after, most],
  }))
  const isWanted = tests.length === 0 ? '1' : tests.map(({ text }) => text).join(' AND ')
  return reader.all<PlaceRow>(
    `SELECT id, last_event AS position, ${isWanted} AS "isWanted"
     FROM (${ranges.map(({ text }) => text).join(' UNION ALL ')}) AS chat ORDER BY last_event DESC LIMIT ?`,
    ...valuesOf(tests),
    ...valuesOf(ranges),
    most,
  )
}

/** Each is one range of an index: those of a member, or those of each mode, with customers and with guests. */
function rangesOf({ workspaceId, memberId, show, who }: Asked): Sql[] {
  if (show === 'mine')
    return [
      {
        text: `workspace_id = ? AND assignee = ? AND mode <> 'closed' ${who ? `AND ${WHO[who]}` : ''}`,
        values: [workspaceId, memberId],
      },
    ]
  const modes = show === 'all' ? conversationModes : show === 'open' ? OPEN : [show]
  const tests = who ? [WHO[who]] : Object.values(WHO)
  return modes.flatMap((mode) =>
    tests.map((test) => ({ text: `workspace_id = ? AND mode = ? AND ${test}`, values: [workspaceId, mode] })),
  )
}

/** The rows of up to {@link MAX_PAGE} chats, the newest event first. */
export async function chatsAt(
  reader: Reader,
  viewer: { memberId: string; joined: string },
  places: { id: string }[],
): Promise<ChatRow[]> {
  // Always as many parameters, so that there is one statement.
  const ids = Array.from({ length: MAX_PAGE }, (_, index) => places[index]?.id ?? '')
  const where = `chat.id IN (${ids.map(() => '?').join(', ')}) ORDER BY last_event DESC`
  return readChats(reader, viewer, where, ...ids)
}
