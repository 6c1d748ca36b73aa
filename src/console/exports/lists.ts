import { type Actor, requireAgent, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import type { Hooks } from '../../http/hooks.ts'
import { csvLine, harmless } from '../../lib/csv.ts'
import { nextTurn } from '../../lib/gate.ts'
import type { Clock } from '../../lib/time.ts'
import { csvHeading, csvOf } from '../../objects/csv.ts'
import type { FilterValues } from '../../objects/find/filter.ts'
import { LONG_BYTES } from '../../objects/find/page.ts'
import { type ListQuery, listObjects, type ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import type { RefundStatus } from '../../refunds/lifecycle.ts'
import { refundsByStatus } from '../../refunds/refunds.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type ChatQuery, listChats } from '../chats/list.ts'
import { showChats } from '../chats/view.ts'
import { showRefunds } from '../refund-view.ts'

/*
 * Lists as CSV files, in the order of the list, read page by page: only one page is in memory. What changes meanwhile may be missing.
 */

/** A part of a file. Of each page of the list there are one or more, which are empty if nothing of the page fits the filters. */
export interface FilePart {
  text: string
  /** Rows of the list in it. */
  rows: number
}

export type ListFile = AsyncGenerator<FilePart, undefined>

interface Services {
  store: Store
  hooks: Pick<Hooks, 'testsOf'>
  clock: Clock
}

/** Rows of a page. */
const PAGE = 200

/** @throws DomainError BAD_REQUEST for an invalid filter, SERVICE_UNAVAILABLE for one that is still being indexed */
export async function* objectsFile(
  { store, hooks, clock }: Services,
  resource: Resource,
  workspaceId: string,
  { filters, updatedSince, sort }: Pick<ListQuery, 'updatedSince' | 'sort'> & { filters: FilterValues },
): ListFile {
  let text = csvHeading(resource)
  let cursor: string | undefined
  // With the oldest first, what changes meanwhile comes again at the end: it would be in the file twice, which might never end.
  const [newest] = sort === 'oldest' ? (await listObjects(store.read, resource, workspaceId, { limit: 1 })).data : []
  const end = newest ? Date.parse(newest.updatedAt) : Number.POSITIVE_INFINITY
  const isBefore = ({ updatedAt }: ShownObject) => Date.parse(updatedAt) <= end
  for (;;) {
    const tests = await hooks.testsOf(store, workspaceId, filters, clock.now())
    const asked = { limit: PAGE, cursor, updatedSince, sort, filters, tests, readSlowly: store.readSlowly }
    const page = await listObjects(store.read, resource, workspaceId, asked)
    let rows = 0
    for (const object of page.data.filter(isBefore)) {
      text += csvOf(resource, object)
      rows++
      if (text.length <= LONG_BYTES) continue
      yield { text, rows }
      text = ''
      rows = 0
      await nextTurn()
    }
    yield { text, rows }
    if (page.nextCursor === null || !page.data.every(isBefore)) return undefined
    cursor = page.nextCursor
    text = ''
  }
}

const refundColumns = [
  ...['id', 'status', 'amount', 'currency', 'orderId', 'orderNumber', 'customerId', 'customerName', 'kind', 'note'],
  ...['startedBy', 'refundId', 'failureCode', 'failureMessage', 'createdAt', 'finishedAt'],
]

export async function* refundsFile(
  { store }: Pick<Services, 'store'>,
  workspaceId: string,
  { statuses, oldestFirst }: { statuses: readonly RefundStatus[]; oldestFirst: boolean },
): ListFile {
  let text = csvLine(refundColumns)
  let after: string | undefined
  for (;;) {
    const found = await refundsByStatus(store.read, workspaceId, { statuses, oldestFirst, after, limit: PAGE })
    const shown = await showRefunds(store.read, found)
    text += shown.map((refund) => lineOf(refundColumns, refund)).join('')
    yield { text, rows: shown.length }
    if (found.length < PAGE) return undefined
    text = ''
    after = found.at(-1)?.id
    await nextTurn()
  }
}

const chatColumns = [
  ...['id', 'mode', 'customerId', 'name', 'waitingSince', 'handOverReason', 'language', 'orderNumber', 'assignee'],
  ...['closeReason', 'tags', 'wordsAt', 'words', 'at', 'author', 'text'],
]
/** Each row has names of a customer and an order. */
const CHATS = 100

export async function* chatsFile(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  query: Omit<ChatQuery, 'cursor' | 'limit'>,
): ListFile {
  let text = csvLine(chatColumns)
  let cursor: string | undefined
  for (;;) {
    const page = await listChats(store.read, { ...query, limit: CHATS, cursor })
    const shown = await showChats(store.read, query.workspaceId, page.chats, clock.now())
    text += shown.map((chat) => lineOf(chatColumns, chat)).join('')
    yield { text, rows: shown.length }
    if (page.nextCursor === null) return undefined
    cursor = page.nextCursor
    text = ''
    await nextTurn()
  }
}

function lineOf(columns: string[], row: object): string {
  return csvLine(columns.map((name) => harmless(textOf((row as Record<string, unknown>)[name]))))
}

/** A name for a person, commas between tags. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object' && value !== null) return String((value as { name: unknown }).name)
  return value === undefined || value === null ? '' : String(value)
}

/** Chats are the daily work of agents. All else of a shop leaves the server only with its owners and admins. */
export function requireMayExport(actor: Actor, list: string): void {
  if (list === 'chats') requireAgent(actor)
  else requireManager(actor)
}

/** Writes down that a list leaves the server. Of its filters only the names: a value may be an address. */
export async function auditExport(
  tx: Tx,
  { workspaceId, actor, list, filters }: { workspaceId: string; actor: Actor; list: string; filters: object },
  now: number,
): Promise<void> {
  requireMayExport(actor, list)
  const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await audit(tx, { workspaceId, actor, action: 'list.exported', target: list, details: { filters: names }, at: now })
}
