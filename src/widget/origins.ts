import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'

/** The origins whose pages may use a workspace's chat widget, sorted; none: every page may. */
export async function listOrigins(reader: Reader, workspaceId: string): Promise<string[]> {
  const rows = await reader.all<{ origin: string }>(
    'SELECT origin FROM widget_origins WHERE workspace_id = ? ORDER BY origin',
    workspaceId,
  )
  return rows.map(({ origin }) => origin)
}

/** Lets the pages of an origin use the widget; from the first one on, no others may. @throws DomainError FORBIDDEN, BAD_REQUEST */
export async function addOrigin(
  tx: Tx,
  actor: Actor,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const canonical = originOf(origin)
  const { changes } = await tx.run(
    'INSERT INTO widget_origins (workspace_id, origin) VALUES (?, ?) ON CONFLICT DO NOTHING',
    workspaceId,
    canonical,
  )
  if (changes > 0) await audit(tx, { workspaceId, actor, action: 'widget_origin.added', target: canonical, at: now })
  return listOrigins(tx, workspaceId)
}

/** Takes an origin away. @throws DomainError FORBIDDEN, BAD_REQUEST, NOT_FOUND */
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
  if (changes === 0) throw new DomainError('NOT_FOUND', 'no_such_origin', `The workspace has no origin ${canonical}.`)
  await audit(tx, { workspaceId, actor, action: 'widget_origin.removed', target: canonical, at: now })
  return listOrigins(tx, workspaceId)
}

/** An origin as browsers send it: lower case, without the port that its scheme implies. */
function originOf(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^[^/]+:\/\/[^/?#@*]+\/?$/.test(text)
  if (!isOrigin)
    throw new DomainError(
      'BAD_REQUEST',
      'not_an_origin',
      `${text} is no origin: give scheme, host and, where it is not the usual one, port, such as https://shop.example.`,
    )
  return url.origin
}

/** Whether a page may use the widget of a workspace. */
export async function allowsOrigin(reader: Reader, workspaceId: string, origin: string): Promise<boolean> {
  const origins = await listOrigins(reader, workspaceId)
  return origins.length === 0 || origins.includes(origin)
}

/** Whether a page may use the widget of some workspace: all that can be told before a request that carries no key. */
export async function allowsOriginSomewhere(reader: Reader, origin: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM workspaces
     WHERE NOT EXISTS (SELECT 1 FROM widget_origins WHERE workspace_id = workspaces.id)
        OR EXISTS (SELECT 1 FROM widget_origins WHERE workspace_id = workspaces.id AND origin = ?) LIMIT 1`,
    origin,
  )
  return row !== undefined
}
