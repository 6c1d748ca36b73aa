import { randomBytes } from 'node:crypto'
import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { openSecret, type SecretTable, sealSecret } from '../access/secrets.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'

/** The rows are nothing but secrets, and a workspace may have two of them. */
export const identitySecretTable: SecretTable = { table: 'identity_secrets', removal: 'DELETE FROM identity_secrets' }

/** A secret that the shop signs identity tokens with, as it may be shown: `ending` is its last four characters. */
export interface IdentitySecret {
  id: string
  ending: string
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
}

/** While a shop changes from one secret to the next, tokens of both are good. */
const MOST = 2

/**
 * Makes a secret: `ids_` and 256 random bits, as long as what HS256 makes of them.
 *
 * @returns the secret, which is shown this once
 * @throws DomainError FORBIDDEN; CONFLICT where the workspace has two already
 */
export async function createIdentitySecret(
  tx: Tx,
  actor: Actor,
  workspaceId: string,
  sealer: Sealer,
  now: number,
): Promise<{ id: string; secret: string }> {
  requireManager(actor)
  if ((await listIdentitySecrets(tx, workspaceId)).length >= MOST)
    throw new DomainError('CONFLICT', 'two_identity_secrets', 'The workspace has two identity secrets already.')
  const id = newOrderedId('isec', now)
  const secret = `ids_${randomBytes(32).toString('base64url')}`
  await tx.run(
    'INSERT INTO identity_secrets (id, workspace_id, secret, ending, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    workspaceId,
    sealSecret(sealer, identitySecretTable, workspaceId, secret),
    secret.slice(-4),
    actor.name,
    now,
  )
  await audit(tx, { workspaceId, actor, action: 'identity_secret.created', target: id, at: now })
  return { id, secret }
}

/** The secrets of a workspace, the oldest first. */
export async function listIdentitySecrets(reader: Reader, workspaceId: string): Promise<IdentitySecret[]> {
  return reader.all<IdentitySecret>(
    'SELECT id, ending, created_by AS "createdBy", created_at AS "createdAt" FROM identity_secrets WHERE workspace_id = ? ORDER BY id',
    workspaceId,
  )
}

/**
 * Ends a secret: the next token that was signed with it is refused. Sessions that it opened go on.
 *
 * @returns the secrets that are left
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function revokeIdentitySecret(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<IdentitySecret[]> {
  requireManager(actor)
  const { changes } = await tx.run('DELETE FROM identity_secrets WHERE workspace_id = ? AND id = ?', workspaceId, id)
  if (changes === 0)
    throw new DomainError('NOT_FOUND', 'no_such_identity_secret', `The workspace has no identity secret ${id}.`)
  await audit(tx, { workspaceId, actor, action: 'identity_secret.revoked', target: id, at: now })
  return listIdentitySecrets(tx, workspaceId)
}

/** The secrets themselves, to check tokens with. @throws DomainError SERVICE_UNAVAILABLE where the encryption key is not the right one */
export async function identitySecrets(reader: Reader, workspaceId: string, sealer: Sealer): Promise<string[]> {
  const rows = await reader.all<{ secret: string }>(
    'SELECT secret FROM identity_secrets WHERE workspace_id = ? AND secret IS NOT NULL ORDER BY id DESC',
    workspaceId,
  )
  return rows.map(({ secret }) => openSecret(sealer, identitySecretTable, workspaceId, secret))
}
