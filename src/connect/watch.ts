import type { Actor } from '../access/actor.ts'
import { getKey } from '../access/keys.ts'
import { append } from '../changes/append.ts'
import { DAY_MS } from '../lib/time.ts'
import { isRefunding } from '../refunds/end-endpoint.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import { connectionById, idsToWatch, isOver, type ShopConnection } from './connections.ts'
import { endConnection } from './disconnect.ts'
import { expire } from './expire.ts'
import { problemsOf } from './problems.ts'
import { hasItsEndpoint, takeBackEndpoint } from './take-back.ts'

/** The kind of change of a problem that has begun; its id is that of the connection, `data` a {@link BegunProblem}. */
export const CONNECTION_PROBLEM = 'connection_problem'

export interface BegunProblem {
  /** The code of the problem. */
  problem: string
}

/** How long a claim secret is answered after its claim was refused or has expired. */
const KEPT_MS = DAY_MS

const storewire: Actor = { name: 'storewire', origin: 'server', role: 'admin' }

/**
 * Ends what nobody has finished in time, and reports problems that have begun: see {@link dueOf}. Each connection has a transaction of its
 * own. Running twice is safe: what is done is not due any more.
 */
export async function watchConnections(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  for (const id of await idsToWatch(store.read)) {
    signal?.throwIfAborted()
    const found = await connectionById(store.read, id)
    if (!found || !(await dueOf(store.read, found, now))) continue
    await store.writeInBackground(async (tx) => {
      // Asked again: people may have decided meanwhile.
      const connection = await connectionById(tx, id)
      const due = connection && (await dueOf(tx, connection, now))
      if (due) await due(tx)
    })
  }
  await store.writeInBackground((tx) =>
    tx.run(`DELETE FROM connections WHERE state IN ('refused', 'expired') AND ended_at < ?`, now - KEPT_MS),
  )
}

/** What has to be done about a connection; undefined: nothing. */
async function dueOf(
  reader: Reader,
  connection: ShopConnection,
  now: number,
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const { state, workspaceId } = connection
  // The signing secret of a shop that was disconnected while it made a refund.
  if (state === 'ended')
    return (await hasItsEndpoint(reader, connection)) && (await isRefunding(reader, workspaceId))
      ? undefined
      : (tx) => takeBackEndpoint(tx, storewire, connection, now)
  if (isOver(connection, now)) return (tx) => expire(tx, storewire, connection, now)
  if (state !== 'connected') return undefined
  if (now >= connection.expiresAt && !(await isKeyUsed(reader, connection)))
    return (tx) => endConnection(tx, storewire, connection, now, 'key_not_used')
  const problems = await problemsOf(reader, connection, now)
  const isSame = JSON.stringify(problems) === JSON.stringify(connection.problems)
  return isSame ? undefined : (tx) => reportProblems(tx, connection, problems, now)
}

/** A revoked key counts as used: the problem is another one. */
async function isKeyUsed(reader: Reader, { workspaceId, keyId }: ShopConnection): Promise<boolean> {
  if (keyId === null) return false
  const { lastUsedAt, revokedAt } = await getKey(reader, workspaceId, keyId)
  return lastUsedAt !== null || revokedAt !== null
}

async function reportProblems(tx: Tx, { id, workspaceId, problems }: ShopConnection, found: string[], now: number) {
  await tx.run('UPDATE connections SET problems = ? WHERE id = ?', JSON.stringify(found), id)
  for (const problem of found.filter((code) => !problems.includes(code))) {
    const data: BegunProblem = { problem }
    await append(tx, { workspaceId, kind: CONNECTION_PROBLEM, ids: [id], data }, now)
  }
}
