import { SEALED, type Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireManager } from './actor.ts'
import { audit } from './audit.ts'

/** A table that keeps secrets of workspaces: it has a `workspace_id` and a `secret`, which is sealed and may be null. */
export interface SecretTable {
  table: string
  /** How a secret goes, up to its WHERE. */
  removal: string
}

/** Where a secret belongs: in no other table and to no other workspace does it open. */
function contextOf({ table }: SecretTable, workspaceId: string): string {
  return `${table}.secret of ${workspaceId}`
}

/** A secret as it is stored. */
export function sealSecret(sealer: Sealer, table: SecretTable, workspaceId: string, secret: string): string {
  return sealer.seal(secret, contextOf(table, workspaceId))
}

/** A stored secret as it is used. @throws DomainError SERVICE_UNAVAILABLE where the encryption key is not the right one */
export function openSecret(sealer: Sealer, table: SecretTable, workspaceId: string, stored: string): string {
  return sealer.open(stored, contextOf(table, workspaceId))
}

interface StoredSecret {
  table: SecretTable
  workspaceId: string
  stored: string
}

async function storedSecrets(reader: Reader, tables: SecretTable[]): Promise<StoredSecret[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const rows = await reader.all<{ workspaceId: string; stored: string }>(
        `SELECT workspace_id AS "workspaceId", secret AS stored FROM ${table.table} WHERE secret IS NOT NULL`,
      )
      return rows.map((row) => ({ table, ...row }))
    }),
  )
  return found.flat()
}

/** How many secrets are stored without encryption. */
export async function plainSecrets(reader: Reader, tables: SecretTable[]): Promise<number> {
  return (await storedSecrets(reader, tables)).filter(({ stored }) => !stored.startsWith(SEALED)).length
}

/** How many secrets do not open. */
export async function closedSecrets(reader: Reader, tables: SecretTable[], sealer: Sealer): Promise<number> {
  return (await storedSecrets(reader, tables)).filter((secret) => !opens(sealer, secret)).length
}

/** Tries the key: a wrong one shall be found when it is set, not when a refund needs it. @throws DomainError SERVICE_UNAVAILABLE */
export async function checkSecrets(reader: Reader, tables: SecretTable[], sealer: Sealer): Promise<void> {
  for (const { table, workspaceId, stored } of await storedSecrets(reader, tables))
    openSecret(sealer, table, workspaceId, stored)
}

/**
 * Seals every secret anew.
 *
 * @returns how many there are
 * @throws DomainError FORBIDDEN; SERVICE_UNAVAILABLE where one does not open with the old key, and then none is changed
 */
export async function resealSecrets(
  tx: Tx,
  actor: Actor,
  { tables, old, next }: { tables: SecretTable[]; old: Sealer; next: Sealer },
  now: number,
): Promise<number> {
  requireManager(actor)
  const secrets = await storedSecrets(tx, tables)
  for (const { table, workspaceId, stored } of secrets) {
    const sealed = sealSecret(next, table, workspaceId, openSecret(old, table, workspaceId, stored))
    await tx.run(
      `UPDATE ${table.table} SET secret = ? WHERE workspace_id = ? AND secret = ?`,
      sealed,
      workspaceId,
      stored,
    )
    const details = { table: table.table, encrypted: sealed.startsWith(SEALED) }
    await audit(tx, { workspaceId, actor, action: 'secret.resealed', target: workspaceId, details, at: now })
  }
  return secrets.length
}

/**
 * Deletes the secrets that do not open, for whoever has lost their key.
 *
 * @returns how many there were
 * @throws DomainError FORBIDDEN
 */
export async function discardClosedSecrets(
  tx: Tx,
  actor: Actor,
  { tables, sealer }: { tables: SecretTable[]; sealer: Sealer },
  now: number,
): Promise<number> {
  requireManager(actor)
  const closed = (await storedSecrets(tx, tables)).filter((secret) => !opens(sealer, secret))
  for (const { table, workspaceId, stored } of closed) {
    await tx.run(`${table.removal} WHERE workspace_id = ? AND secret = ?`, workspaceId, stored)
    const details = { table: table.table }
    await audit(tx, { workspaceId, actor, action: 'secret.discarded', target: workspaceId, details, at: now })
  }
  return closed.length
}

function opens(sealer: Sealer, { table, workspaceId, stored }: StoredSecret): boolean {
  try {
    openSecret(sealer, table, workspaceId, stored)
    return true
  } catch {
    return false
  }
}
