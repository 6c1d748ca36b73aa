import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { MINUTE_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'

/** Most origins of a workspace: all are in a header of the chat's frame, and proxies refuse long ones. */
export const MOST_ORIGINS = 50
/** A host as pages have it. `URL` also takes commas and semicolons, which end a source in that header, and come along with what is pasted. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]+\])$/

/** The origins whose pages may use the chat widget, sorted. If the list is empty, every page may. */
export async function listOrigins(reader: Reader, workspaceId: string): Promise<string[]> {
  const rows = await reader.all<{ origin: string }>(
    'SELECT origin FROM widget_origins WHERE workspace_id = ? ORDER BY origin',
    workspaceId,
  )
  return rows.map(({ origin }) => origin)
}

/**
 * Adds an origin. Once one is listed, pages of other origins may not use the widget.
 *
 * @throws DomainError FORBIDDEN, BAD_REQUEST; CONFLICT with {@link MOST_ORIGINS} others
 */
export async function addOrigin(
  tx: Tx,
  actor: Actor,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const canonical = originOf(origin)
  if (!HOST.test(new URL(canonical).hostname)) throw notAnOrigin(origin)
  const before = await listOrigins(tx, workspaceId)
  if (before.includes(canonical)) return before
  if (before.length >= MOST_ORIGINS)
    throw conflict('too_many_origins', `The workspace already lists ${MOST_ORIGINS} origins. Remove one first.`)
  await tx.run('INSERT INTO widget_origins (workspace_id, origin) VALUES (?, ?)', workspaceId, canonical)
  await audit(tx, { workspaceId, actor, action: 'widget_origin.added', target: canonical, at: now })
  return listOrigins(tx, workspaceId)
}

/** Removes an origin. @throws DomainError FORBIDDEN, BAD_REQUEST, NOT_FOUND */
export async function removeOrigin(
  tx: Tx,
  actor: Actor,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const canonical = originOf(origin)
  const { changes } = await tx.run(
    'DELETE FROM widget_origins WHERE workspace_id = ? AND origin = ?',
    workspaceId,
    canonical,
  )
  if (changes === 0)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_origin',
      `The workspace does not list the origin ${canonical}. Check the spelling.`,
    )
  await audit(tx, { workspaceId, actor, action: 'widget_origin.removed', target: canonical, at: now })
  return listOrigins(tx, workspaceId)
}

/** The origin in the form that browsers send: lower case, without the default port of the scheme. */
function originOf(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^[^/]+:\/\/[^/?#@*]+\/?$/.test(text)
  if (!isOrigin) throw notAnOrigin(text)
  return url.origin
}

function notAnOrigin(text: string): DomainError {
  return new DomainError(
    'BAD_REQUEST',
    'not_an_origin',
    `${text} is not an origin. Use scheme, host and, if it is not the default, port, such as https://shop.example.`,
  )
}

/** Whether a page may use the widget of a workspace. */
export async function allowsOrigin(reader: Reader, workspaceId: string, origin: string): Promise<boolean> {
  const origins = await listOrigins(reader, workspaceId)
  return origins.length === 0 || origins.includes(origin)
}

/** Whether a page may use the widget of any workspace. A preflight request has no key, so no more can be checked. */
export async function allowsOriginSomewhere(reader: Reader, origin: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM workspaces
     WHERE deleted_at IS NULL
       AND (NOT EXISTS (SELECT 1 FROM widget_origins WHERE workspace_id = workspaces.id)
         OR EXISTS (SELECT 1 FROM widget_origins WHERE workspace_id = workspaces.id AND origin = ?)) LIMIT 1`,
    origin,
  )
  return row !== undefined
}

/** Where the chat of a workspace was last seen. */
interface Sighting {
  /** The origin of the page, such as `https://shop.example`. */
  origin: string
  /** Epoch milliseconds, to the minute. */
  at: number
}

/** The page of this server on which members look at their chat window. */
export const PREVIEW_PATH = '/console/shop'

/** Notes that a page of the shop has started a chat session, at most once a minute. The preview is no page of the shop. */
export async function noteSighting(tx: Tx, workspaceId: string, pageUrl: string, now: number): Promise<void> {
  const { origin, pathname } = new URL(pageUrl)
  if (pathname.endsWith(PREVIEW_PATH)) return
  const at = now - (now % MINUTE_MS)
  await tx.run(
    `INSERT INTO widget_sightings (workspace_id, origin, at) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE SET origin = excluded.origin, at = excluded.at WHERE widget_sightings.at < excluded.at`,
    workspaceId,
    origin,
    at,
  )
}

/** The page that last started a chat session; undefined if none has. */
export function lastSighting(reader: Reader, workspaceId: string): Promise<Sighting | undefined> {
  return reader.get<Sighting>('SELECT origin, at FROM widget_sightings WHERE workspace_id = ?', workspaceId)
}
