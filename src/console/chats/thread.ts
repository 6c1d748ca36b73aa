import type { ConversationAct } from '../../conversations/acts.ts'
import type { Card } from '../../conversations/cards.ts'
import type { ConversationMode } from '../../conversations/conversations.ts'
import {
  type ConversationMessage,
  MESSAGE_BYTES,
  MESSAGE_COLUMNS,
  type MessageRow,
  shownMessage,
} from '../../conversations/stored-message.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { type Picture, shownPictures } from '../../pictures/pictures.ts'
import type { RefundStatus } from '../../refunds/lifecycle.ts'
import type { Reader } from '../../store/store.ts'

/** Limits of one read: number of entries, and bytes of their texts. At least one entry is always read. */
export const MOST_ENTRIES = 50
const MOST_BYTES = 256 * 1024
/** Sorts after all events. */
const AFTER_ALL = '~'

/** What was said, noted and done in a chat. Fields that a kind does not have are null. */
export interface Entry {
  id: string
  kind: 'message' | 'note' | 'mode' | 'next' | 'refund' | 'act'
  at: string
  /** Of a message. */
  author: ConversationMessage['author'] | null
  /** The name of an agent. */
  name: string | null
  text: string | null
  act: ConversationAct | null
  /** Of `snoozed`. */
  until: string | null
  /** Of a message or note. */
  /** What the customer sees beside the text of a message. */
  cards: Card[] | null
  pictures: Picture[] | null
  mode: ConversationMode | null
  /** The chat that follows this one. */
  nextId: string | null
  refund: { id: string; orderId: string; amount: number; currency: string; status: RefundStatus } | null
  /** Of a message that is mailed to a customer who has left. */
  mail: object | null
}

const EMPTY = {
  author: null,
  name: null,
  text: null,
  act: null,
  until: null,
  cards: null,
  pictures: null,
  mode: null,
  nextId: null,
  refund: null,
  mail: null,
}

const newest = (columns: string, from: string) =>
  `SELECT * FROM (SELECT ${columns} FROM ${from} WHERE conversation_id = ? AND id < ? ORDER BY id DESC LIMIT ${MOST_ENTRIES + 1}) AS newest`
const MOVES = `(SELECT move.id, conversation_id FROM refunds JOIN refund_moves AS move ON move.refund_id = refunds.id
  WHERE from_status IS NULL OR from_status <> to_status) AS moves`
const PLACES = `SELECT id, bytes FROM (${newest(`id, ${MESSAGE_BYTES} AS bytes`, 'messages')}
  UNION ALL ${newest('id, octet_length(text) AS bytes', 'conversation_notes')}
  UNION ALL ${newest('id, 0 AS bytes', 'conversation_modes')}
  UNION ALL ${newest('id, 0 AS bytes', 'conversation_acts')}
  UNION ALL ${newest('id, 0 AS bytes', MOVES)}
  ) AS places ORDER BY substr(id, 5) DESC LIMIT ${MOST_ENTRIES + 1}`

/**
 * The newest entries of a chat, or those before the entry `before`: the oldest of them first.
 *
 * @param now epoch milliseconds: no entry is shown as later, even if the clock was set back since
 */
export async function readThread(
  reader: Reader,
  conversationId: string,
  before: string | undefined,
  now: number,
): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const position = before?.slice(4) ?? AFTER_ALL
  const prefixes = ['msg', 'not', 'mod', 'evt', 'mov'].flatMap((prefix) => [conversationId, `${prefix}_${position}`])
  const places = await reader.all<{ id: string; bytes: number }>(PLACES, ...prefixes)
  let bytes = 0
  const tooMany = places.findIndex((place, index) => {
    bytes += place.bytes
    return index >= MOST_ENTRIES || (index > 0 && bytes > MOST_BYTES)
  })
  const ids = places.slice(0, tooMany === -1 ? places.length : tooMany).map(({ id }) => id)
  const read = (await Promise.all(KINDS.map((kind) => kind(reader, ids)))).flat()
  const entries = read.map(({ time, ...entry }) => ({ ...entry, at: toIso(Math.min(time, now)) }))
  entries.sort((one, other) => (one.id.slice(4) < other.id.slice(4) ? -1 : 1))
  return { entries, hasMore: places.length > ids.length }
}

/** An entry with its time in epoch milliseconds. */
type ReadEntry = Omit<Entry, 'at'> & { time: number }

type Kind = (reader: Reader, ids: string[]) => Promise<ReadEntry[]>

/** Reads the rows of one kind, and shows them as entries. */
function kind<Row>(prefix: string, select: string, show: (row: Row) => ReadEntry): Kind {
  return async (reader, all) => {
    const ids = all.filter((id) => id.startsWith(prefix))
    if (ids.length === 0) return []
    // Always as many parameters, so that there is one statement.
    const padded = [...ids, ...Array<string>(MOST_ENTRIES - ids.length).fill('')]
    const rows = await reader.all<Row>(`${select} IN (${padded.map(() => '?').join(', ')})`, ...padded)
    return rows.map(show)
  }
}

interface MoveRow {
  id: string
  at: number
  refundId: string
  orderId: string
  amount: number
  currency: string
  status: RefundStatus
  actor: string
  reason: string | null
}

const KINDS: Kind[] = [
  kind<MessageRow>('msg_', `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id`, (row) => {
    const { id, author, authorName, text, sentAt, cards, pictures } = shownMessage(row)
    return { ...EMPTY, id, kind: 'message', time: sentAt, author, name: authorName, text, cards, pictures }
  }),
  kind<{ id: string; name: string; text: string; at: number; pictures: string | null }>(
    'not_',
    'SELECT id, author_name AS name, text, at, pictures FROM conversation_notes WHERE id',
    ({ id, name, text, at, pictures }) => ({
      ...EMPTY,
      ...{ id, time: at, name, text, pictures: shownPictures(pictures) },
      kind: 'note',
    }),
  ),
  kind<Record<'name' | 'nextId' | 'reason', string | null> & { id: string; mode: ConversationMode; at: number }>(
    'mod_',
    'SELECT id, mode, agent_name AS name, next_id AS "nextId", reason, at FROM conversation_modes WHERE id',
    ({ id, mode, name, nextId, reason, at }) => ({
      ...EMPTY,
      ...{ id, mode, name, nextId, text: reason, time: at },
      kind: nextId === null ? 'mode' : 'next',
    }),
  ),
  kind<{
    id: string
    act: ConversationAct
    name: string | null
    text: string | null
    until: number | null
    at: number
  }>(
    'evt_',
    'SELECT id, act, agent_name AS name, text, until, at FROM conversation_acts WHERE id',
    ({ id, act, name, text, until, at }) => ({
      ...EMPTY,
      ...{ id, act, name, text, until: toIsoOrNull(until), time: at },
      kind: 'act',
    }),
  ),
  kind<MoveRow>(
    'mov_',
    `SELECT move.id, at, move.refund_id AS "refundId", order_id AS "orderId", amount, currency, to_status AS status, actor, reason
     FROM refund_moves AS move JOIN refunds ON refunds.id = move.refund_id WHERE move.id`,
    ({ id, at, refundId, orderId, amount, currency, status, actor, reason }) => ({
      ...EMPTY,
      ...{ id, time: at, name: actor, text: reason },
      kind: 'refund',
      refund: { id: refundId, orderId, amount, currency, status },
    }),
  ),
]
