import { type Actor, requireAgent } from '../../access/actor.ts'
import { conflict, DomainError } from '../../lib/errors.ts'
import { resources } from '../../objects/resources.ts'
import type { Reader, Tx } from '../../store/store.ts'

/** What a list shows under a name. Each member has their own: they end with the membership. */
export interface SavedView {
  name: string
  /** Its filters and sort, as the query of the list's address. */
  query: string
}

/** Whose views, and of which list. */
export interface ViewsOf {
  workspaceId: string
  memberId: string
  /** One of {@link listNames}. */
  list: string
}

/** Most views of a member and list. */
export const MOST_VIEWS = 20
export const MAX_VIEW_NAME = 60

/** Lists with views: of each type of objects, of refunds, and of chats. */
export const listNames: [string, ...string[]] = ['refunds', 'chats', ...resources.map(({ name }) => name)]

/** What a view may keep: not a filter by who somebody is, since an erasure of a customer must leave no address in a view. */
export const viewFilters = [
  ...(['sort', 'status', 'topic', 'tag', 'segment', 'placedSince', 'updatedSince'] as const),
  // The part of the list of refunds, that of chats, and why chats were handed over.
  ...(['tab', 'show', 'reason'] as const),
] as const

/** By name. */
export function listViews(reader: Reader, { workspaceId, memberId, list }: ViewsOf): Promise<SavedView[]> {
  return reader.all<SavedView>(
    'SELECT name, query FROM saved_views WHERE workspace_id = ? AND member_id = ? AND list = ? ORDER BY name LIMIT ?',
    workspaceId,
    memberId,
    list,
    MOST_VIEWS,
  )
}

/** Saves a view; the one with the same name is replaced. @throws DomainError FORBIDDEN; CONFLICT if there are 20 */
export async function saveView(tx: Tx, actor: Actor, of: ViewsOf, { name, query }: SavedView): Promise<void> {
  requireAgent(actor)
  const views = await listViews(tx, of)
  if (views.length >= MOST_VIEWS && !views.some((view) => view.name === name))
    throw conflict('too_many_views', `You have ${MOST_VIEWS} views of this list. Delete one of them first.`)
  await tx.run(
    `INSERT INTO saved_views (workspace_id, member_id, list, name, query) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, member_id, list, name) DO UPDATE SET query = excluded.query`,
    of.workspaceId,
    of.memberId,
    of.list,
    name,
    query,
  )
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function deleteView(tx: Tx, actor: Actor, of: ViewsOf, name: string): Promise<void> {
  requireAgent(actor)
  const { changes } = await tx.run(
    'DELETE FROM saved_views WHERE workspace_id = ? AND member_id = ? AND list = ? AND name = ?',
    of.workspaceId,
    of.memberId,
    of.list,
    name,
  )
  if (changes === 0) throw new DomainError('NOT_FOUND', 'no_such_view', 'You have no view with this name.')
}
