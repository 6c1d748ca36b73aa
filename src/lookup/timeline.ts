import { type ConversationSummary, listConversations } from '../conversations/inbox.ts'
import { badRequest, DomainError } from '../lib/errors.ts'
import { parseTime, toIso } from '../lib/time.ts'
import { placesWith } from '../objects/find/page.ts'
import { getObjects } from '../objects/find/read.ts'
import type { Resource } from '../objects/resource.ts'
import { orders } from '../objects/types/order.ts'
import { tickets } from '../objects/types/ticket.ts'
import { type Refund, refundsOfCustomer } from '../refunds/refunds.ts'
import type { Store } from '../store/store.ts'
import { type StoryEntry, timelineOf } from './story/timeline.ts'

/*
 * What happened with a customer, page by page. Orders, tickets, chats and refunds are ordered by when they happened, which is no index of
 * theirs: so the times of all that are looked at are sorted for each page, and only the objects of the page are read.
 */

/** Most orders, tickets, chats and refunds each that are looked at: those that changed last. */
export const MOST_OF_KIND = 500
/** Entries of a page. */
export const TIMELINE_PAGE = 20

interface Happened {
  kind: StoryEntry['kind']
  id: string
  /** ISO 8601. */
  at: string
}

export interface TimelinePage {
  entries: StoryEntry[]
  nextCursor: string | null
  /** False on the last page if there is more than it looked at, or if an index is still being built. */
  isWhole: boolean
}

type Services = Pick<Store, 'read' | 'readSlowly'>

/** A page of what happened with a customer, the newest first. @throws DomainError BAD_REQUEST for an invalid cursor */
export async function customerTimeline(
  store: Services,
  workspaceId: string,
  customerId: string,
  cursor?: string,
): Promise<TimelinePage> {
  const behind = cursor === undefined ? null : readCursor(cursor)
  const chats = await listConversations(store.read, workspaceId, { customerId, limit: MOST_OF_KIND })
  const refunds = await refundsOfCustomer(store.read, workspaceId, {
    ...{ customerId, orderId: null, since: 0, limit: MOST_OF_KIND },
  })
  const pushed = [
    await timesOf(store, orders, workspaceId, customerId),
    await timesOf(store, tickets, workspaceId, customerId),
  ]
  const all: Happened[] = [
    ...pushed.flatMap((found) => found ?? []),
    ...chats.map(({ id, lastMessage }) => ({ kind: 'chat' as const, id, at: toIso(lastMessage.sentAt) })),
    ...refunds.map(({ id, createdAt }) => ({ kind: 'refund' as const, id, at: toIso(createdAt) })),
  ]
  const left = all.filter((one) => behind === null || place(one) < place(behind)).toSorted(newestFirst)
  const page = left.slice(0, TIMELINE_PAGE)
  const last = page.at(-1)
  return {
    entries: await read(store, workspaceId, page, { chats, refunds }),
    nextCursor: last && left.length > page.length ? writeCursor(last) : null,
    isWhole: [...pushed, chats, refunds].every((found) => found !== null && found.length < MOST_OF_KIND),
  }
}

/** Texts of one form sort like times. */
const place = ({ at, kind, id }: Happened) => `${at} ${kind} ${id}`
const newestFirst = (one: Happened, other: Happened) => (place(one) < place(other) ? 1 : -1)

/** When something of a type happened: a column or a field of the JSON. Of an object without it, the last change counts. */
const TIMES = {
  orders: { kind: 'order', column: 'placed_at' },
  tickets: { kind: 'ticket', column: `data ->> '$.createdAt'` },
} as const

/** The newest objects of a customer with their times; null while the index of the filter is still being built after an update. */
async function timesOf(
  { read, readSlowly }: Services,
  resource: Resource,
  workspaceId: string,
  customerId: string,
): Promise<Happened[] | null> {
  const places = await placesWith(read, resource, workspaceId, { customerId }, MOST_OF_KIND).catch((error) => {
    if (error instanceof DomainError && error.reason === 'filters_not_ready') return null
    throw error
  })
  if (places === null || places.length === 0) return places && []
  const { kind, column } = TIMES[resource.name as keyof typeof TIMES]
  // A ticket may be large, and all of them are read: apart from pushes.
  const { rows } = await readSlowly<{ id: string; at: number | string | null; updatedAt: number }>(workspaceId, {
    sql: `SELECT id, ${column} AS at, updated_at AS "updatedAt" FROM ${resource.name}
      WHERE workspace_id = ? AND id IN (SELECT value FROM json_each(?))`,
    values: [workspaceId, JSON.stringify(places.map(({ id }) => id))],
  })
  return rows.map(({ id, at, updatedAt }) => ({ kind, id, at: toIso(at === null ? updatedAt : Number(at)) }))
}

/** The entries of a page, in its order. What was erased meanwhile is left out. */
async function read(
  store: Services,
  workspaceId: string,
  page: Happened[],
  { chats, refunds }: { chats: ConversationSummary[]; refunds: Refund[] },
): Promise<StoryEntry[]> {
  const idsOf = (kind: StoryEntry['kind']) => page.filter((one) => one.kind === kind).map(({ id }) => id)
  const [shownChats, shownRefunds] = [new Set(idsOf('chat')), new Set(idsOf('refund'))]
  const entries = timelineOf({
    orders: (await getObjects(store.read, orders, workspaceId, idsOf('order'))).data,
    tickets: (await getObjects(store.read, tickets, workspaceId, idsOf('ticket'))).data,
    chats: chats.filter(({ id }) => shownChats.has(id)),
    refunds: refunds.filter(({ id }) => shownRefunds.has(id)),
  })
  return entries.toSorted(newestFirst)
}

function writeCursor({ at, kind, id }: Happened): string {
  return Buffer.from(JSON.stringify([at, kind, id])).toString('base64url')
}

function readCursor(cursor: string): Happened {
  try {
    const [at, kind, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof at === 'string' && typeof parseTime(at) === 'number' && isKind(kind) && typeof id === 'string')
      return { at, kind, id }
  } catch {
    // Not even JSON.
  }
  throw badRequest('Invalid cursor. Pass `nextCursor` unchanged, or omit it to start from the first page.', [
    { path: ['cursor'], message: 'is not a cursor' },
  ])
}

const isKind = (kind: unknown): kind is StoryEntry['kind'] =>
  (['order', 'chat', 'refund', 'ticket'] as unknown[]).includes(kind)
