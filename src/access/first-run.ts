import type { Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'
import { createKey, useForWidget } from './keys.ts'
import { createWorkspace } from './workspaces.ts'

/** The keys of the first workspace of a new database; shown once. */
export interface FirstKeys {
  workspaceId: string
  secretKey: string
  publishableKey: string
}

/** Creates the workspace `default` with a secret key and the chat widget's publishable key, if the database has no workspace. */
export async function createDefaultWorkspace(tx: Tx, actor: Actor, now: number): Promise<FirstKeys | undefined> {
  if (await tx.get('SELECT id FROM workspaces WHERE deleted_at IS NULL LIMIT 1')) return undefined
  const { id: workspaceId } = await createWorkspace(tx, actor, { name: 'default', plan: 'scale', test: false }, now)
  const secret = await createKey(tx, actor, { workspaceId, kind: 'secret', name: 'first secret key' }, now)
  const publishable = await createKey(tx, actor, { workspaceId, kind: 'publishable', name: 'chat widget' }, now)
  await useForWidget(tx, actor, publishable.id, now)
  return { workspaceId, secretKey: secret.key, publishableKey: publishable.key }
}
