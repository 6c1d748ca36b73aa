import type { Actor } from '../access/actor.ts'
import { fixedKeys } from '../access/fixed-keys.ts'
import { hashKey } from '../access/key-format.ts'
import { createKey, insertKey, useForWidget } from '../access/keys.ts'
import { createWorkspace, listWorkspaces, type Workspace } from '../access/workspaces.ts'
import { createSealer } from '../lib/sealing.ts'
import { createRefundSecret } from '../refunds/change-settings.ts'
import { getEndpoint } from '../refunds/settings.ts'
import type { Tx } from '../store/store.ts'

const NAME = 'dev'

/** Who works here: the developer, who may do everything. */
export const developer: Actor = { name: 'developer', origin: 'dev', role: 'owner' }

/** All that a developer's program needs. */
export interface DevKeys {
  workspaceId: string
  secretKey: string
  publishableKey: string
  /** The secret with which refund requests are signed. */
  signingSecret: string
}

/**
 * The test workspace of a database, made where there is none, with keys: the well-known ones, or new ones at every start, since
 * stored keys can't be shown.
 *
 * @throws Error where the database holds anything but a workspace of `storewire dev`, which a reset would wipe out
 */
export async function openWorkspace(tx: Tx, { fixed }: { fixed: boolean }, now: number): Promise<DevKeys> {
  const { id: workspaceId } = onlyDev(await listWorkspaces(tx)) ?? (await makeWorkspace(tx, now))
  const [secretKey, publishableKey] = fixed
    ? await knownKeys(tx, workspaceId, now)
    : await newKeys(tx, workspaceId, now)
  const sealer = createSealer(undefined)
  const { secret } = await getEndpoint(tx, workspaceId, sealer)
  const wanted = fixed ? fixedKeys.signingSecret : (secret ?? undefined)
  const signingSecret =
    wanted === secret && secret !== null
      ? secret
      : await createRefundSecret(tx, developer, workspaceId, sealer, now, wanted)
  return { workspaceId, secretKey, publishableKey, signingSecret }
}

function onlyDev(workspaces: Workspace[]): Workspace | undefined {
  const [first, ...others] = workspaces
  if (first && (others.length > 0 || first.name !== NAME || !first.test))
    throw new Error(
      'this database holds a shop of its own, which "storewire dev" would change and wipe out: give a new file with --db, or leave it out.',
    )
  return first
}

function makeWorkspace(tx: Tx, now: number): Promise<Workspace> {
  return createWorkspace(tx, developer, { name: NAME, plan: 'scale', test: true }, now)
}

async function newKeys(tx: Tx, workspaceId: string, now: number): Promise<[string, string]> {
  const secret = await createKey(tx, developer, { workspaceId, kind: 'secret', name: 'dev' }, now)
  const publishable = await createKey(tx, developer, { workspaceId, kind: 'publishable', name: 'dev widget' }, now)
  await useForWidget(tx, developer, publishable.id, now)
  return [secret.key, publishable.key]
}

async function knownKeys(tx: Tx, workspaceId: string, now: number): Promise<[string, string]> {
  const { secretKey, publishableKey } = fixedKeys
  for (const [kind, key] of [
    ['secret', secretKey],
    ['publishable', publishableKey],
  ] as const) {
    if (await tx.get('SELECT 1 FROM api_keys WHERE hash = ?', hashKey(key))) continue
    await insertKey(tx, developer, { workspaceId, kind, name: 'unsafe, well-known', key }, 'key.created', now)
  }
  return [secretKey, publishableKey]
}
