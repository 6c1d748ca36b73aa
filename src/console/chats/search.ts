import { conversationsWith } from '../../conversations/words.ts'
import { find } from '../../lookup/find.ts'
import { customers } from '../../objects/types/customer.ts'
import { orders } from '../../objects/types/order.ts'
import type { Store } from '../../store/store.ts'
import { chatsAt, invalidCursor } from './list.ts'
import { type ChatRow, joinedAt, type Viewer } from './rows.ts'

/** Customers and orders whose chats are found. */
const MOST_NAMED = 20

const CURSOR = /^[0-9A-Za-z]{23}$/

export interface ChatSearch extends Viewer {
  text: string
  cursor?: string | undefined
  limit: number
}

export interface FoundChats {
  chats: ChatRow[]
  nextCursor: string | null
  /** False if there may be more: something is being indexed, or the search took too long. */
  isComplete: boolean
}

/**
 * The chats in which all words of a text were written, those of customers whom it names, and those about orders that it names, the newest
 * event first.
 *
 * @throws DomainError BAD_REQUEST for an empty text, or a cursor that no search returned; SERVICE_UNAVAILABLE if too many searches wait
 */
export async function searchChats(
  store: Pick<Store, 'read' | 'readSlowly'>,
  { workspaceId, memberId, text, cursor, limit }: ChatSearch,
): Promise<FoundChats> {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw invalidCursor()
  const written = await conversationsWith(store, workspaceId, text)
  const named = await find(store, workspaceId, text, { types: [customers, orders], limit: MOST_NAMED })
  const exact = named.found.filter(({ by }) => by.some((one) => one !== 'similar'))
  const orderIds = exact.flatMap(({ resource, object }) => (resource === orders ? [object.id] : []))
  const customerIds = exact.flatMap(({ resource, object }) => (resource === customers ? object.id : object.customerId))
  const places = await store.read.all<{ id: string; position: string }>(
    `SELECT id, last_event AS position FROM conversations WHERE id IN (
         SELECT value FROM json_each(?)
         UNION SELECT id FROM conversations WHERE workspace_id = ? AND customer_id IN (SELECT value FROM json_each(?))
         UNION SELECT conversation_id FROM guest_proofs WHERE workspace_id = ? AND order_id IN (SELECT value FROM json_each(?)))
       AND workspace_id = ? AND trial = 0 AND last_event < ? ORDER BY last_event DESC LIMIT ?`,
    JSON.stringify(written.ids),
    workspaceId,
    JSON.stringify(customerIds.filter((id) => typeof id === 'string')),
    workspaceId,
    JSON.stringify(orderIds),
    workspaceId,
    cursor ?? '~',
    limit + 1,
  )
  const page = places.slice(0, limit)
  const joined = await joinedAt(store.read, { workspaceId, memberId })
  const isWhole = named.isComplete && named.notReady.length === 0 && named.notIndexed.length === 0
  return {
    chats: await chatsAt(store.read, { memberId, joined }, page),
    nextCursor: places.length > limit ? (page.at(-1)?.position ?? null) : null,
    isComplete: written.isComplete && isWhole,
  }
}
