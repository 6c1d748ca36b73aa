import type { Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'
import { createKey, useForWidget } from './keys.ts'
import { setNightlyBackups } from './nightly-backups.ts'
import { createWorkspace, UNNAMED, type Workspace } from './workspaces.ts'

/** The keys of a new workspace; shown once. */
export interface NewKeys {
  secretKey: string
  publishableKey: string
}

/** The keys of the first workspace of a new database. */
export interface FirstKeys extends NewKeys {
  workspaceId: string
}

/**
 * Creates a workspace with all that a shop needs to begin: a secret key, and the chat widget's publishable key. The first one of a database,
 * which is new, turns on nightly backups.
 *
 * @throws DomainError BAD_REQUEST for an empty or overlong name; CONFLICT if the name is taken
 */
export async function createWorkspaceWithKeys(
  tx: Tx,
  actor: Actor,
  wanted: Omit<Workspace, 'id' | 'timeZone'>,
  now: number,
): Promise<Workspace & NewKeys> {
  const isFirst = (await tx.get('SELECT id FROM workspaces LIMIT 1')) === undefined
  const workspace = await createWorkspace(tx, actor, wanted, now)
  const { id: workspaceId } = workspace
  const secret = await createKey(tx, actor, { workspaceId, kind: 'secret', name: 'first secret key' }, now)
  const publishable = await createKey(tx, actor, { workspaceId, kind: 'publishable', name: 'chat widget' }, now)
  await useForWidget(tx, actor, publishable.id, now)
  if (isFirst) await setNightlyBackups(tx, actor, true, now)
  return { ...workspace, secretKey: secret.key, publishableKey: publishable.key }
}

/** Creates the workspace `default` with its keys, if the database has no workspace. */
export async function createDefaultWorkspace(tx: Tx, actor: Actor, now: number): Promise<FirstKeys | undefined> {
  if (await tx.get('SELECT id FROM workspaces WHERE deleted_at IS NULL LIMIT 1')) return undefined
  const wanted = { name: UNNAMED, plan: 'scale', test: false } as const
  const { id, secretKey, publishableKey } = await createWorkspaceWithKeys(tx, actor, wanted, now)
  return { workspaceId: id, secretKey, publishableKey }
}
