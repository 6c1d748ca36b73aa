import { getKey } from '../access/keys.ts'
import { version } from '../lib/version.ts'
import { compareVersions } from '../lib/versions.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader } from '../store/store.ts'
import { isClaimed, lastEnded, openConnection, type ShopConnection } from './connections.ts'
import { type InTheWay, inTheWayOf } from './decide.ts'
import { kindOf } from './kinds.ts'
import { problemSentence, problemsOf } from './problems.ts'
import { hasItsEndpoint } from './take-back.ts'

/** What refunds have to do with the shop. */
export const refundLinks = ['none', 'off', 'on'] as const

/** What people see of a connection, or of the code or claim that may become one. Times are epoch milliseconds. */
export interface ConnectionView
  extends Pick<
    ShopConnection,
    | 'id'
    | 'kind'
    | 'state'
    | 'shop'
    | 'network'
    | 'createdBy'
    | 'createdAt'
    | 'expiresAt'
    | 'claimedAt'
    | 'decidedBy'
    | 'connectedAt'
  > {
  /** What people call the shop system. */
  title: string
  /** The version of the plugin, and whether this server has a newer one. */
  plugin: string | null
  isOlder: boolean
  system: string | null
  platform: string | null
  /** When the plugin last called. */
  heardAt: number | null
  queue: number | null
  /** Seconds that the oldest of the queue has waited. */
  oldest: number | null
  refunds: (typeof refundLinks)[number]
  problems: { code: string; sentence: string }[]
  /** What a claim would replace. */
  inTheWay: InTheWay | null
}

/** The last connection that has ended. */
export interface EndedConnection {
  shop: string
  endedBy: string
  /** Epoch milliseconds. */
  endedAt: number
}

/** The connection of a workspace that is not over, and the last one that has ended. */
export async function viewConnections(
  reader: Reader,
  workspaceId: string,
  now: number,
): Promise<{ open: ConnectionView | null; ended: EndedConnection | null }> {
  const open = await openConnection(reader, workspaceId, now)
  const ended = await lastEnded(reader, workspaceId)
  return {
    open: open ? await viewOf(reader, open, now) : null,
    ended: ended ? { shop: ended.shop, endedBy: ended.endedBy ?? '', endedAt: ended.endedAt ?? 0 } : null,
  }
}

async function viewOf(reader: Reader, connection: ShopConnection, now: number): Promise<ConnectionView> {
  const { id, kind, state, shop, network, createdBy, createdAt, expiresAt, claimedAt, decidedBy, connectedAt } =
    connection
  const { report, keyId, workspaceId } = connection
  const key = keyId === null ? null : await getKey(reader, workspaceId, keyId)
  const plugin = report?.plugin ?? connection.version
  const problems = await problemsOf(reader, connection, now)
  return {
    ...{ id, kind, state, shop, network, createdBy, createdAt, expiresAt, claimedAt, decidedBy, connectedAt },
    title: kindOf(kind).title,
    plugin,
    isOlder: plugin !== null && /^\d/.test(plugin) && compareVersions(plugin, version) < 0,
    system: report?.system ?? null,
    platform: report?.platform ?? null,
    heardAt: Math.max(connection.reportedAt ?? 0, key?.lastUsedAt ?? 0) || null,
    queue: report?.queue ?? null,
    oldest: report?.oldest ?? null,
    refunds: await refundsOf(reader, connection),
    problems: problems.map((code) => ({ code, sentence: problemSentence(code, kind) })),
    inTheWay: state === 'claimed' && isClaimed(connection) ? await inTheWayOf(reader, connection) : null,
  }
}

async function refundsOf(reader: Reader, connection: ShopConnection): Promise<ConnectionView['refunds']> {
  if (!(await hasItsEndpoint(reader, connection))) return 'none'
  return (await getRefundSettings(reader, connection.workspaceId)).enabled ? 'on' : 'off'
}
