import { randomBytes } from 'node:crypto'
import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { openSecret, type SecretTable, sealSecret } from '../access/secrets.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'

/** The rows are nothing but secrets, and a workspace may have two of them. */
export const identitySecretTable: SecretTable = {
  table: 'identity_secrets',
  owner: 'workspace_id',
  removal: 'DELETE FROM identity_secrets',
}

/** The public data of a secret for identity tokens. `ending` is the last four characters of the secret. */
export interface IdentitySecret {
  id: string
  ending: string
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
  /** When a token of it last started a session, in epoch milliseconds to the minute; null if none has. */
  lastUsedAt: number | null
}

/** Two, so that tokens of the old and the new secret are valid while a shop changes its secret. */
const MOST = 2

/**
 * Creates a secret: `ids_` and 256 random bits, the length of an HS256 signature.
 *
 * @returns the secret, which cannot be shown again
 * @throws DomainError FORBIDDEN; CONFLICT if the workspace already has two secrets
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
    throw new DomainError('CONFLICT', 'two_identity_secrets', 'The workspace already has two identity secrets.')
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
    `SELECT id, ending, created_by AS "createdBy", created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM identity_secrets
     WHERE workspace_id = ? ORDER BY id`,
    workspaceId,
  )
}

/**
 * Revokes a secret. Tokens that were signed with it are rejected from now on. Existing sessions continue.
 *
 * @returns the remaining secrets
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
    throw new DomainError(
      'NOT_FOUND',
      'no_such_identity_secret',
      `The workspace has no identity secret ${id}. Check the id.`,
    )
  await audit(tx, { workspaceId, actor, action: 'identity_secret.revoked', target: id, at: now })
  return listIdentitySecrets(tx, workspaceId)
}

/** A decrypted secret. */
export interface OpenedSecret {
  id: string
  secret: string
}

/** The decrypted secrets, for verifying tokens. @throws DomainError SERVICE_UNAVAILABLE if the encryption key is wrong or missing */
export async function identitySecrets(reader: Reader, workspaceId: string, sealer: Sealer): Promise<OpenedSecret[]> {
  const rows = await reader.all<OpenedSecret>(
    'SELECT id, secret FROM identity_secrets WHERE workspace_id = ? AND secret IS NOT NULL ORDER BY id DESC',
    workspaceId,
  )
  return rows.map(({ id, secret }) => ({ id, secret: openSecret(sealer, identitySecretTable, workspaceId, secret) }))
}

const MINUTE_MS = 60_000

/** Notes that a token of a secret has started a session, once a minute: then a shop can tell when the older secret is not used any more. */
export async function noteSecretUsed(tx: Tx, workspaceId: string, id: string, now: number): Promise<void> {
  const minute = now - (now % MINUTE_MS)
  await tx.run(
    'UPDATE identity_secrets SET last_used_at = ? WHERE workspace_id = ? AND id = ? AND COALESCE(last_used_at, 0) < ?',
    minute,
    workspaceId,
    id,
    minute,
  )
}
