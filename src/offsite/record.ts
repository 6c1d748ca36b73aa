import { newId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'

/** What the installation knows of its copies elsewhere. Times are epoch milliseconds. */
export interface OffsiteRecord {
  /** In the names of the copies: installations that share a place delete only their own. */
  installation: string
  /** When the newest copy was verified; null before the first. */
  lastAt: number | null
  /** When an operator confirmed that the encryption key is kept elsewhere. */
  keyKeptAt: number | null
}

/** In a restored database: its copies get another name, since the installation that made the backup may still run. */
export const OFFSITE_AFTER_RESTORE = { table: 'offsite_backups', sql: 'DELETE FROM offsite_backups' }

/** Undefined if no copy was ever begun. */
export async function offsiteRecord(reader: Reader): Promise<OffsiteRecord | undefined> {
  const row = await reader.get<{ installation: string; last_at: number | null; key_kept_at: number | null }>(
    'SELECT installation, last_at, key_kept_at FROM offsite_backups',
  )
  return row && { installation: row.installation, lastAt: row.last_at, keyKeptAt: row.key_kept_at }
}

/** The same, made if it is missing. */
export async function beginOffsite(tx: Tx): Promise<OffsiteRecord> {
  await tx.run('INSERT INTO offsite_backups (id, installation) VALUES (1, ?) ON CONFLICT (id) DO NOTHING', newId('ins'))
  return (await offsiteRecord(tx)) as OffsiteRecord
}

/** Keeps when the newest copy was verified. @param now epoch milliseconds */
export async function recordCopy(tx: Tx, now: number): Promise<void> {
  await tx.run('UPDATE offsite_backups SET last_at = ?', now)
}

/** Another encryption key is in use: nobody has confirmed yet that it is kept elsewhere. */
export async function forgetKeyKept(tx: Tx): Promise<void> {
  await tx.run('UPDATE offsite_backups SET key_kept_at = NULL')
}

/** Keeps that the encryption key is kept elsewhere, so that nobody is reminded of it again. @param now epoch milliseconds */
export async function confirmKeyKept(tx: Tx, now: number): Promise<void> {
  await beginOffsite(tx)
  await tx.run('UPDATE offsite_backups SET key_kept_at = ?', now)
}
