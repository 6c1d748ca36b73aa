import { SEALED, type Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireManager } from './actor.ts'
import { type AuditEntry, audit, auditMember } from './audit.ts'

/** A table that keeps secrets: it has a `secret`, which is sealed and may be null, and says whose it is. */
export interface SecretTable {
  table: string
  /** The column that says whose a secret is: a workspace's, or a member's, which every workspace of the member hears of. */
  owner: 'workspace_id' | 'member_id'
  /** How a secret goes, up to its WHERE. */
  removal: string
}

/** Where a secret belongs: in no other table and to no other owner does it open. */
function contextOf({ table }: SecretTable, ownerId: string): string {
  return `${table}.secret of ${ownerId}`
}

/** A secret as it is stored. */
export function sealSecret(sealer: Sealer, table: SecretTable, ownerId: string, secret: string): string {
  return sealer.seal(secret, contextOf(table, ownerId))
}

/** A stored secret as it is used. @throws DomainError SERVICE_UNAVAILABLE where the encryption key is not the right one */
export function openSecret(sealer: Sealer, table: SecretTable, ownerId: string, stored: string): string {
  return sealer.open(stored, contextOf(table, ownerId))
}

interface StoredSecret {
  table: SecretTable
  ownerId: string
  stored: string
}

async function storedSecrets(reader: Reader, tables: SecretTable[]): Promise<StoredSecret[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const rows = await reader.all<{ ownerId: string; stored: string }>(
        `SELECT ${table.owner} AS "ownerId", secret AS stored FROM ${table.table} WHERE secret IS NOT NULL`,
      )
      return rows.map((row) => ({ table, ...row }))
    }),
  )
  return found.flat()
}

/** The number of secrets stored without encryption. */
export async function plainSecrets(reader: Reader, tables: SecretTable[]): Promise<number> {
  return (await storedSecrets(reader, tables)).filter(({ stored }) => !stored.startsWith(SEALED)).length
}

/** The number of secrets that cannot be decrypted. */
export async function closedSecrets(reader: Reader, tables: SecretTable[], sealer: Sealer): Promise<number> {
  return (await storedSecrets(reader, tables)).filter((secret) => !opens(sealer, secret)).length
}

/** Opens every secret, so that a wrong key is found at the start and not at a refund. @throws DomainError SERVICE_UNAVAILABLE */
export async function checkSecrets(reader: Reader, tables: SecretTable[], sealer: Sealer): Promise<void> {
  for (const { table, ownerId, stored } of await storedSecrets(reader, tables))
    openSecret(sealer, table, ownerId, stored)
}

/**
 * Seals every secret again, with another key.
 *
 * @returns the number of secrets
 * @throws DomainError FORBIDDEN; SERVICE_UNAVAILABLE if the old key does not open a secret: then nothing is changed
 */
export async function resealSecrets(
  tx: Tx,
  actor: Actor,
  { tables, old, next }: { tables: SecretTable[]; old: Sealer; next: Sealer },
  now: number,
): Promise<number> {
  requireManager(actor)
  const secrets = await storedSecrets(tx, tables)
  for (const { table, ownerId, stored } of secrets) {
    const sealed = sealSecret(next, table, ownerId, openSecret(old, table, ownerId, stored))
    await tx.run(
      `UPDATE ${table.table} SET secret = ? WHERE ${table.owner} = ? AND secret = ?`,
      sealed,
      ownerId,
      stored,
    )
    const details = { table: table.table, encrypted: sealed.startsWith(SEALED) }
    await auditOwner(tx, table, { actor, action: 'secret.resealed', target: ownerId, details, at: now })
  }
  return secrets.length
}

/**
 * Deletes the secrets that cannot be decrypted because their encryption key is lost.
 *
 * @returns the table of each deleted secret
 * @throws DomainError FORBIDDEN
 */
export async function discardClosedSecrets(
  tx: Tx,
  actor: Actor,
  { tables, sealer }: { tables: SecretTable[]; sealer: Sealer },
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const closed = (await storedSecrets(tx, tables)).filter((secret) => !opens(sealer, secret))
  for (const { table, ownerId, stored } of closed) {
    await tx.run(`${table.removal} WHERE ${table.owner} = ? AND secret = ?`, ownerId, stored)
    const details = { table: table.table }
    await auditOwner(tx, table, { actor, action: 'secret.discarded', target: ownerId, details, at: now })
  }
  return closed.map(({ table }) => table.table)
}

/** @param entry its target is the owner of the secret */
function auditOwner(tx: Tx, { owner }: SecretTable, entry: Omit<AuditEntry, 'workspaceId'>): Promise<void> {
  if (owner === 'member_id') return auditMember(tx, entry)
  return audit(tx, { ...entry, workspaceId: entry.target })
}

function opens(sealer: Sealer, { table, ownerId, stored }: StoredSecret): boolean {
  try {
    openSecret(sealer, table, ownerId, stored)
    return true
  } catch {
    return false
  }
}
