import { openSecret, type SecretTable, sealSecret } from '../access/secrets.ts'
import { DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader } from '../store/store.ts'
import type { EndpointKind } from './addresses.ts'

/** Addresses, signing secrets and access tokens, sealed together. */
export const eventSecrets: SecretTable = {
  owner: 'workspace_id',
  table: 'event_endpoints',
  removal: `UPDATE event_endpoints SET secret = NULL, state = 'off'`,
}

/** How long the signing secret before the newest signs, too. */
export const BOTH_SECRETS_MS = 24 * 3_600_000

/** `off`: by a person or a restore. `disabled`: since it has failed too long, or is gone. */
export type EndpointState = 'on' | 'off' | 'disabled'

/** An endpoint of events, as people see it. Times are epoch milliseconds. */
export interface EventEndpoint {
  id: string
  kind: EndpointKind
  host: string
  /** The last four characters of the address; empty if it is short. */
  ending: string
  /** The last four characters of the signing secret, of a webhook. */
  secretEnding: string | null
  /** Whether there is an access token, of ntfy. */
  hasToken: boolean
  /** The types that it gets. */
  types: string[]
  includeText: boolean
  /** Whether an operator has set this address. */
  byOperator: boolean
  /** Whether the owner of an e-mail address wants it; true for other kinds. */
  isConfirmed: boolean
  state: EndpointState
  /** The first failure since the last success; null if the last try succeeded. */
  failingSince: number | null
  /** How many deliveries were skipped, because too many were waiting. */
  skipped: number
  /** Whether its address can't be read any longer, since its encryption key is lost. */
  isClosed: boolean
  createdAt: number
}

interface Row
  extends Omit<EventEndpoint, 'types' | 'includeText' | 'byOperator' | 'hasToken' | 'isClosed' | 'isConfirmed'> {
  isConfirmed: number
  types: string
  includeText: number
  byOperator: number
  hasToken: number
  isClosed: number
}

const COLUMNS = `id, kind, host, ending, secret_ending AS "secretEnding", has_token AS "hasToken", types, include_text AS "includeText",
  by_operator AS "byOperator", state, failing_since AS "failingSince", skipped, secret IS NULL AS "isClosed",
  kind <> 'email' OR confirmed_at IS NOT NULL AS "isConfirmed", created_at AS "createdAt"`

function fromRow({ types, includeText, byOperator, hasToken, isClosed, isConfirmed, ...row }: Row): EventEndpoint {
  return {
    ...row,
    types: JSON.parse(types),
    includeText: includeText === 1,
    byOperator: byOperator === 1,
    hasToken: hasToken === 1,
    isClosed: isClosed === 1,
    isConfirmed: isConfirmed === 1,
  }
}

/** All endpoints of a workspace, the oldest first. */
export async function listEndpoints(reader: Reader, workspaceId: string): Promise<EventEndpoint[]> {
  const rows = await reader.all<Row>(
    `SELECT ${COLUMNS} FROM event_endpoints WHERE workspace_id = ? ORDER BY id`,
    workspaceId,
  )
  return rows.map(fromRow)
}

/** The hosts of endpoints that are disabled since they failed too long. */
export async function disabledEndpoints(reader: Reader, workspaceId: string): Promise<string[]> {
  const all = await listEndpoints(reader, workspaceId)
  return all.filter(({ state }) => state === 'disabled').map(({ host }) => host)
}

/** @throws DomainError NOT_FOUND, also for an endpoint of another workspace */
export async function requireEventEndpoint(reader: Reader, workspaceId: string, id: string): Promise<EventEndpoint> {
  const row = await reader.get<Row>(
    `SELECT ${COLUMNS} FROM event_endpoints WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (row) return fromRow(row)
  throw new DomainError(
    'NOT_FOUND',
    'no_such_event_endpoint',
    'This workspace has no event endpoint with this id. Check the id.',
  )
}

/** Whether a workspace has an endpoint that is on: only then there are events. */
export async function hasActiveEndpoint(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM event_endpoints WHERE workspace_id = ? AND state = 'on' LIMIT 1`,
    workspaceId,
  )
  return row !== undefined
}

/** What is secret of an endpoint. */
export interface EndpointSecrets {
  url: string
  /** For signatures, of a webhook. */
  signing: string | null
  /** The signing secret before it. */
  previous: string | null
  /** The access token, of ntfy. */
  token: string | null
}

export function sealEndpoint(sealer: Sealer, workspaceId: string, secrets: EndpointSecrets): string {
  return sealSecret(sealer, eventSecrets, workspaceId, JSON.stringify(secrets))
}

/** Reads what is secret of an endpoint. The previous signing secret is null if its time is over. */
export async function openEndpoint(
  reader: Reader,
  { workspaceId, id }: { workspaceId: string; id: string },
  sealer: Sealer,
  now: number,
): Promise<EndpointSecrets | undefined> {
  const row = await reader.get<{ secret: string | null; previousUntil: number | null }>(
    'SELECT secret, previous_until AS "previousUntil" FROM event_endpoints WHERE workspace_id = ? AND id = ?',
    workspaceId,
    id,
  )
  if (!row?.secret) return undefined
  const secrets = JSON.parse(openSecret(sealer, eventSecrets, workspaceId, row.secret)) as EndpointSecrets
  return { ...secrets, previous: (row.previousUntil ?? 0) > now ? secrets.previous : null }
}
