import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { WorkspaceTable } from '../access/workspace-data.ts'
import { badRequest } from '../lib/errors.ts'
import { mailAddress } from '../mail/addresses.ts'
import { stopMails } from '../mail/queue.ts'
import type { Reader, Tx } from '../store/store.ts'
import { stopHash } from './hashes.ts'

/** The addresses to which nothing is sent any more. A restore takes its rows over from the database that it replaces. */
export const stopTable: WorkspaceTable = {
  table: 'mail_stops',
  key: ['address_hash'],
  exported: { file: 'stopped-addresses', columns: 'stopped_at AS "stoppedAt"' },
  outlivesRestore: 'workspace_id, address_hash, stopped_at',
}

export async function isStopped(reader: Reader, workspaceId: string, address: string): Promise<boolean> {
  const row = await reader.get(
    'SELECT 1 FROM mail_stops WHERE workspace_id = ? AND address_hash = ?',
    workspaceId,
    stopHash(workspaceId, address),
  )
  return row !== undefined
}

/** Stops all mails to an address for good: those that wait are not sent either. @param hash see `stopHash` */
export async function stopAddress(tx: Tx, workspaceId: string, hash: string, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO mail_stops (workspace_id, address_hash, stopped_at) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id, address_hash) DO NOTHING`,
    workspaceId,
    hash,
    now,
  )
}

/**
 * Stops all mails to an address for somebody who has asked the shop for it.
 *
 * @throws DomainError FORBIDDEN; BAD_REQUEST if the text is not an address
 */
export async function stopFor(
  tx: Tx,
  actor: Actor,
  { workspaceId, address }: { workspaceId: string; address: string },
  now: number,
): Promise<void> {
  requireManager(actor)
  const to = mailAddress(address)
  if (to === undefined)
    throw badRequest(`${address} is not an e-mail address. Check it.`, [
      { path: ['email'], message: 'must be an e-mail address' },
    ])
  await stopAddress(tx, workspaceId, stopHash(workspaceId, to), now)
  const chats = await tx.all<{ conversationId: string }>(
    `SELECT DISTINCT conversation_id AS "conversationId" FROM mails
     WHERE workspace_id = ? AND recipient = ? AND state = 'waiting' AND conversation_id IS NOT NULL`,
    workspaceId,
    to,
  )
  // Only these: the address may be a member's, too.
  for (const { conversationId } of chats) await stopMails(tx, { workspaceId, to, conversationId })
  await audit(tx, { workspaceId, actor, action: 'mail_address.stopped', target: workspaceId, at: now })
}

/** How many addresses have stopped mails of a workspace. */
export async function countStopped(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'SELECT count(*) AS count FROM mail_stops WHERE workspace_id = ?',
    workspaceId,
  )
  return row?.count ?? 0
}
