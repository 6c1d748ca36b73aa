import { conflict, DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { KindName } from './kinds.ts'
import { readReport, type ShopReport } from './report.ts'

/**
 * From `offered` (a code was made) over `claimed` (a shop has asked with it) and `approved` (a person has pressed Connect) to `connected`
 * (the shop has its credentials) and `ended`; or `refused` by a person, or `expired` before all of that was done.
 */
export const connectionStates = ['offered', 'claimed', 'approved', 'connected', 'ended', 'refused', 'expired'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** A connection with a shop, or a code or claim that may become one. Times are epoch milliseconds. */
export interface ShopConnection {
  id: string
  workspaceId: string
  kind: KindName
  state: ConnectionState
  /** The address of this server that the code has named, without a `/` at its end. */
  address: string
  createdBy: string
  createdAt: number
  /** When a code, a claim, or the time to fetch the credentials ends. */
  expiresAt: number
  /** The address of the shop; null for a code that nobody has claimed. */
  shop: string | null
  refundUrl: string | null
  /** The version of the plugin, as it has claimed. */
  version: string | null
  /** The network that the claim came from. */
  network: string | null
  claimedAt: number | null
  decidedBy: string | null
  decidedAt: number | null
  /** Whether the refund endpoint of the workspace was set for this shop. */
  hasRefunds: boolean
  /** The last characters of the signing secret that was made for it. */
  secretEnding: string | null
  identitySecretId: string | null
  publishableKeyId: string | null
  /** The origin of the chat window that was added for it; null if it was listed already. */
  origin: string | null
  keyId: string | null
  connectedAt: number | null
  /** What the plugin has reported last. */
  report: ShopReport | null
  reportedAt: number | null
  /** Codes of the problems that were reported as events. */
  problems: string[]
  endedBy: string | null
  endedAt: number | null
}

/** A connection whose shop has claimed it. */
export type Claimed = ShopConnection & { shop: string }

type Row = Omit<ShopConnection, 'hasRefunds' | 'report' | 'problems'> & {
  hasRefunds: number
  report: string | null
  problems: string
}

const COLUMNS = `id, workspace_id AS "workspaceId", kind, state, address, created_by AS "createdBy", created_at AS "createdAt",
  expires_at AS "expiresAt", shop, refund_url AS "refundUrl", version, network, claimed_at AS "claimedAt", decided_by AS "decidedBy",
  decided_at AS "decidedAt", has_refunds AS "hasRefunds", secret_ending AS "secretEnding", identity_secret_id AS "identitySecretId",
  publishable_key_id AS "publishableKeyId", origin, key_id AS "keyId", connected_at AS "connectedAt", report,
  reported_at AS "reportedAt", problems, ended_by AS "endedBy", ended_at AS "endedAt"`

function fromRow({ hasRefunds, report, problems, ...row }: Row): ShopConnection {
  return {
    ...row,
    hasRefunds: hasRefunds === 1,
    report: report === null ? null : readReport(report),
    problems: JSON.parse(problems),
  }
}

/** The connection of a workspace that is not over, of which there is at most one. The time of a code or claim may be up. */
export async function findOpen(reader: Reader, workspaceId: string): Promise<ShopConnection | undefined> {
  const row = await reader.get<Row>(
    `SELECT ${COLUMNS} FROM connections WHERE workspace_id = ? AND state IN ('offered', 'claimed', 'approved', 'connected')`,
    workspaceId,
  )
  return row && fromRow(row)
}

/** The same, if its time is not up. */
export async function openConnection(
  reader: Reader,
  workspaceId: string,
  now: number,
): Promise<ShopConnection | undefined> {
  const found = await findOpen(reader, workspaceId)
  return found && !isOver(found, now) ? found : undefined
}

/** Whether the time of a code, of a claim, or to fetch the credentials is up. */
export function isOver({ state, expiresAt }: ShopConnection, now: number): boolean {
  return ['offered', 'claimed', 'approved'].includes(state) && expiresAt <= now
}

/** Most connections of a list. */
export const MOST_LISTED = 100

/** All connections of a workspace that a shop has claimed, the newest first. */
export async function listConnections(reader: Reader, workspaceId: string): Promise<Claimed[]> {
  const rows = await reader.all<Row>(
    `SELECT ${COLUMNS} FROM connections WHERE workspace_id = ? AND shop IS NOT NULL ORDER BY id DESC LIMIT ?`,
    workspaceId,
    MOST_LISTED,
  )
  return rows.map(fromRow).filter(isClaimed)
}

export function isClaimed(connection: ShopConnection): connection is Claimed {
  return connection.shop !== null
}

/** The last connection of a workspace that has ended. */
export async function lastEnded(reader: Reader, workspaceId: string): Promise<Claimed | undefined> {
  const row = await reader.get<Row>(
    `SELECT ${COLUMNS} FROM connections WHERE workspace_id = ? AND state = 'ended' ORDER BY id DESC LIMIT 1`,
    workspaceId,
  )
  const found = row && fromRow(row)
  return found && isClaimed(found) ? found : undefined
}

/** After a workspace was deleted, nothing of it counts, also while its rows are still there. */
const IS_LIVING = 'workspace_id IN (SELECT id FROM workspaces WHERE deleted_at IS NULL)'

/** The connection with a code, a claim secret or a key, in a workspace that was not deleted. @param column of its hash or id */
export async function connectionBy(
  reader: Reader,
  column: 'code_hash' | 'claim_hash' | 'key_id',
  value: string,
): Promise<ShopConnection | undefined> {
  const row = await reader.get<Row>(`SELECT ${COLUMNS} FROM connections WHERE ${column} = ? AND ${IS_LIVING}`, value)
  return row && fromRow(row)
}

/** A connection by its id, in a workspace that was not deleted. */
export async function connectionById(reader: Reader, id: string): Promise<ShopConnection | undefined> {
  const row = await reader.get<Row>(`SELECT ${COLUMNS} FROM connections WHERE id = ? AND ${IS_LIVING}`, id)
  return row && fromRow(row)
}

/** The ids of all connections that are not over, and of those that have ended and still have a refund endpoint. */
export async function idsToWatch(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ id: string }>(
    `SELECT id FROM connections
     WHERE (state IN ('offered', 'claimed', 'approved', 'connected') OR state = 'ended' AND has_refunds = 1) AND ${IS_LIVING} ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

/** The claim that waits for a person. @param id of the claim that the person has seen; undefined: any @throws DomainError CONFLICT */
export async function requireClaimed(reader: Reader, workspaceId: string, now: number, id?: string): Promise<Claimed> {
  const found = await openConnection(reader, workspaceId, now)
  if (found?.state === 'claimed' && isClaimed(found) && (id === undefined || found.id === id)) return found
  throw conflict('no_claim', 'No shop asks to be connected, or not any more. Make another connection code.')
}

export function notConnected(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'not_connected',
    'No shop is connected, and none asks to be. Make a connection code first.',
  )
}
