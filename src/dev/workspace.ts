import type { Actor } from '../access/actor.ts'
import { fixedKeys } from '../access/fixed-keys.ts'
import { hashKey } from '../access/key-format.ts'
import { createKey, insertKey, useForWidget } from '../access/keys.ts'
import { createWorkspace, findSampleWorkspace, listWorkspaces, type Workspace } from '../access/workspaces.ts'
import { conflict } from '../lib/errors.ts'
import { createSealer } from '../lib/sealing.ts'
import { createRefundSecret } from '../refunds/change-settings.ts'
import { getEndpoint } from '../refunds/settings.ts'
import type { Tx } from '../store/store.ts'
import { keepDeveloper } from './console-sign-in.ts'

const NAME = 'dev'

/** The developer, who may do everything. */
export const developer: Actor = { name: 'developer', origin: 'dev', role: 'owner', isOperator: true }

/** The keys for a developer's program. */
export interface DevKeys {
  workspaceId: string
  secretKey: string
  publishableKey: string
  /** The secret with which refund requests are signed. */
  signingSecret: string
}

/**
 * Opens or creates the test workspace of a database, with the public keys, or with new keys at every start, because stored keys
 * can't be shown.
 *
 * @throws DomainError CONFLICT if the database contains other workspaces than that of `storewire dev`: a reset would delete them
 */
export async function openWorkspace(tx: Tx, { fixed }: { fixed: boolean }, now: number): Promise<DevKeys> {
  const { id: workspaceId } = onlyDev(await ownWorkspaces(tx)) ?? (await makeWorkspace(tx, now))
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
  await keepDeveloper(tx, workspaceId, now)
  return { workspaceId, secretKey, publishableKey, signingSecret }
}

/** All but the sample shop, which anybody can load again. */
async function ownWorkspaces(tx: Tx): Promise<Workspace[]> {
  const sample = await findSampleWorkspace(tx)
  return (await listWorkspaces(tx)).filter(({ id }) => id !== sample)
}

function onlyDev(workspaces: Workspace[]): Workspace | undefined {
  const [first, ...others] = workspaces
  if (first && (others.length > 0 || first.name !== NAME || !first.test))
    throw conflict(
      'not_for_dev',
      'this database holds a shop of its own, which "storewire dev" would change and wipe out.',
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
    const id = await insertKey(
      tx,
      developer,
      { workspaceId, kind, name: 'unsafe, well-known', key },
      'key.created',
      now,
    )
    if (kind === 'publishable') await useForWidget(tx, developer, id, now)
  }
  return [secretKey, publishableKey]
}
