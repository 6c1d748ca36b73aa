import { keyedHash } from '../lib/sealing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { numberKey } from '../tools/order-number.ts'
import type { GuestDesk } from '../tools/tool.ts'

/** Wrong pairs before people take over. The limit of a conversation is in its state: `MOST_MISSES`. */
const LIMITS = {
  network: { most: 20, withinMs: HOUR_MS, stepMs: 10 * MINUTE_MS },
  order: { most: 10, withinMs: DAY_MS, stepMs: HOUR_MS },
} as const

type Scope = keyof typeof LIMITS

/** A guest, as their misses are counted. */
export interface Guest {
  workspaceId: string
  conversationId: string
  /** Hash of the network that the session was started from; null if it is not known. */
  networkHash: string | null
  /** Somebody of the shop tries the assistant: nothing is counted against real guests. */
  trial: boolean
}

/** What a guest has named as order number, each with an e-mail address or postcode; `orderIds` is empty if it was wrong. */
export interface TriedProof {
  numbers: string[]
  orderIds: string[]
}

/** Decides by the misses that are stored. */
export function guestDesk(reader: Reader, guest: Guest, now: number): GuestDesk {
  return {
    mayTry: async (number) => {
      if (guest.trial) return true
      // Both are always read, so that the time says nothing.
      const counts = await Promise.all(
        keysOf(guest, number).map(([scope, hash]) => missesOf(reader, guest, scope, hash, now)),
      )
      return counts.every(({ scope, count }) => count < LIMITS[scope].most)
    },
  }
}

async function missesOf(reader: Reader, { workspaceId }: Guest, scope: Scope, hash: string, now: number) {
  // A step more, so that it is never less time: steps begin at fixed times.
  const { withinMs, stepMs } = LIMITS[scope]
  const row = await reader.get<{ count: number | null }>(
    'SELECT sum(count) AS count FROM guest_misses WHERE workspace_id = ? AND scope = ? AND hash = ? AND begun_at > ?',
    workspaceId,
    scope,
    hash,
    now - withinMs - stepMs,
  )
  return { scope, count: row?.count ?? 0 }
}

function keysOf({ workspaceId, networkHash }: Guest, number: string): [Scope, string][] {
  return [
    ['network', networkHash ?? ''],
    ['order', keyedHash(workspaceId, numberKey(number))],
  ]
}

/**
 * Stores what a guest has proved, or counts the miss.
 *
 * @returns false if a limit was reached since the answer was made: then the answer must be made again
 */
export async function noteTried(
  tx: Tx,
  guest: Guest,
  { numbers, orderIds }: TriedProof,
  now: number,
): Promise<boolean> {
  for (const number of numbers) if (!(await guestDesk(tx, guest, now).mayTry(number))) return false
  if (orderIds.length === 0 && guest.trial) return true
  if (orderIds.length === 0) {
    for (const [scope, hash] of numbers.flatMap((number) => keysOf(guest, number)))
      await tx.run(
        `INSERT INTO guest_misses (workspace_id, scope, hash, begun_at, count) VALUES (?, ?, ?, ?, 1)
         ON CONFLICT (workspace_id, scope, hash, begun_at) DO UPDATE SET count = guest_misses.count + 1`,
        guest.workspaceId,
        scope,
        hash,
        now - (now % LIMITS[scope].stepMs),
      )
    return true
  }
  for (const orderId of orderIds)
    await tx.run(
      `INSERT INTO guest_proofs (conversation_id, workspace_id, order_id, customer_id, proved_at)
       SELECT ?, workspace_id, id, customer_id, ? FROM orders WHERE workspace_id = ? AND id = ?
       ON CONFLICT (conversation_id, order_id) DO UPDATE
         SET customer_id = excluded.customer_id, proved_at = excluded.proved_at`,
      guest.conversationId,
      now,
      guest.workspaceId,
      orderId,
    )
  return true
}

/** The guest of a conversation that is continued later may be somebody else at the same browser. */
const PROOF_MS = DAY_MS

/** The orders that a guest has proved to know in a conversation, within a day. */
export async function provenOrders(reader: Reader, conversationId: string, now: number): Promise<Set<string>> {
  const rows = await reader.all<{ id: string }>(
    'SELECT order_id AS id FROM guest_proofs WHERE conversation_id = ? AND proved_at > ?',
    conversationId,
    now - PROOF_MS,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The network of the newest session of a conversation. */
export async function networkHashOf(reader: Reader, conversationId: string): Promise<string | null> {
  const row = await reader.get<{ hash: string | null }>(
    'SELECT network_hash AS hash FROM widget_sessions WHERE conversation_id = ? ORDER BY id DESC LIMIT 1',
    conversationId,
  )
  return row?.hash ?? null
}

/** Most rows that one transaction deletes, so that pushes hardly wait. */
const PURGE_BATCH = 1_000

/** Deletes misses that no limit counts any more. @returns the number of deleted rows */
export async function purgeMisses(tx: Tx, now: number): Promise<number> {
  const { changes } = await tx.run(
    `DELETE FROM guest_misses WHERE (workspace_id, scope, hash, begun_at) IN
       (SELECT workspace_id, scope, hash, begun_at FROM guest_misses WHERE begun_at < ? ORDER BY begun_at LIMIT ${PURGE_BATCH})`,
    now - 2 * DAY_MS,
  )
  return changes
}
