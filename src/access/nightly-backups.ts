import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireOperator } from './actor.ts'
import { audit } from './audit.ts'

/** Since when the server makes nightly backups beside the database, in epoch milliseconds; undefined if it makes none. */
export async function backupsNightlySince(reader: Reader): Promise<number | undefined> {
  return (await reader.get<{ since: number }>('SELECT since FROM nightly_backups'))?.since
}

export async function areBackupsNightly(reader: Reader): Promise<boolean> {
  return (await backupsNightlySince(reader)) !== undefined
}

/**
 * Turns the nightly backups of the installation on or off. They hold every workspace, so the change is in the audit log of each.
 *
 * @throws DomainError FORBIDDEN for a member who is not an operator
 */
export async function setNightlyBackups(tx: Tx, actor: Actor, isOn: boolean, now: number): Promise<void> {
  requireOperator(actor)
  if ((await areBackupsNightly(tx)) === isOn) return
  if (isOn) await tx.run('INSERT INTO nightly_backups (id, since) VALUES (1, ?)', now)
  else await tx.run('DELETE FROM nightly_backups')
  const action = isOn ? 'backups.turned_on' : 'backups.turned_off'
  const workspaces = await tx.all<{ id: string }>('SELECT id FROM workspaces WHERE deleted_at IS NULL ORDER BY id')
  for (const { id } of workspaces) await audit(tx, { workspaceId: id, actor, action, target: 'installation', at: now })
}
