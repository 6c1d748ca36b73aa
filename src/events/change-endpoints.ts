import { type Actor, requireManager, requireOwner } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { startReading } from '../changes/places.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { OperatorPolicy } from '../outbound/addresses.ts'
import { newSigningSecret } from '../outbound/signing.ts'
import type { Tx } from '../store/store.ts'
import {
  checkAddress,
  checkFits,
  checkToken,
  type EndpointKind,
  endpointKinds,
  kindOfAddress,
  shownParts,
  storedAddress,
} from './addresses.ts'
import { askToConfirm, requireConfirmedAddress } from './confirm-address.ts'
import { endWaiting } from './deliveries.ts'
import {
  BOTH_SECRETS_MS,
  type EndpointSecrets,
  type EventEndpoint,
  hasActiveEndpoint,
  listEndpoints,
  openEndpoint,
  requireEventEndpoint,
  sealEndpoint,
} from './endpoints.ts'
import { EVENTS_READER } from './reader-name.ts'
import { checkTypes, defaultTypes } from './types/types.ts'

/** Most endpoints of a workspace. */
export const MOST_ENDPOINTS = 10

export interface EndpointChange {
  url?: string | undefined
  /** Default: by the address. */
  kind?: EndpointKind | undefined
  types?: string[] | undefined
  includeText?: boolean | undefined
  /** The access token of ntfy; null removes it. */
  token?: string | null | undefined
}

export interface ChangeServices {
  sealer: Sealer
  policy: OperatorPolicy
}

/** An endpoint after a change, with its signing secret if that is new: it is shown this once. */
export interface ChangedEndpoint {
  endpoint: EventEndpoint
  secret: string | null
}

/**
 * Adds an endpoint, which gets events from now on.
 *
 * @throws DomainError FORBIDDEN for the role, also for `includeText` unless the actor is an owner; BAD_REQUEST for an address, a type or a
 *   token; CONFLICT for the eleventh endpoint
 */
export async function createEndpoint(
  tx: Tx,
  actor: Actor,
  workspaceId: string,
  {
    url,
    kind = kindOfAddress(url),
    types = defaultTypes,
    includeText = false,
    token = null,
  }: EndpointChange & { url: string },
  { sealer, policy }: ChangeServices,
  now: number,
): Promise<ChangedEndpoint> {
  requireManager(actor)
  if (includeText) requireOwner(actor)
  const { test: isTest } = await getWorkspace(tx, workspaceId)
  if ((await listEndpoints(tx, workspaceId)).length >= MOST_ENDPOINTS)
    throw conflict(
      'too_many_event_endpoints',
      `A workspace has at most ${MOST_ENDPOINTS} event endpoints. Delete one first.`,
    )
  const byOperator = actor.isOperator === true
  checkKind(kind)
  checkAddress(policy, { url, isTest, byOperator }, kind)
  if (token !== null) checkToken(token)
  const chosen = checkTypes(types)
  const signing = kind === 'webhook' ? newSigningSecret() : null
  const id = newOrderedId('evp', now)
  await readFromNow(tx, workspaceId)
  await write(tx, workspaceId, id, now, {
    ...{ kind, types: chosen, includeText, byOperator },
    ...{ secrets: { url: storedAddress(url), signing, previous: null, token }, sealer },
  })
  if (kind === 'email') await askToConfirm(tx, { workspaceId, id, url }, now)
  const { host } = shownParts(url)
  const details = { kind, host, types: chosen, includeText }
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.created', target: id, details, at: now })
  return { endpoint: await requireEventEndpoint(tx, workspaceId, id), secret: signing }
}

/** What happened before an endpoint was on is not for it. */
async function readFromNow(tx: Tx, workspaceId: string): Promise<void> {
  if (!(await hasActiveEndpoint(tx, workspaceId))) await startReading(tx, { name: EVENTS_READER }, workspaceId)
}

function checkKind(kind: string): void {
  if (!(endpointKinds as readonly string[]).includes(kind))
    throw new DomainError(
      'BAD_REQUEST',
      'endpoint_kind',
      `Unknown kind of endpoint ${kind}. Use one of ${endpointKinds.join(', ')}.`,
    )
}

interface Written extends Pick<EventEndpoint, 'kind' | 'types' | 'includeText' | 'byOperator'> {
  secrets: EndpointSecrets
  sealer: Sealer
}

async function write(tx: Tx, workspaceId: string, id: string, now: number, written: Written): Promise<void> {
  const { secrets, sealer, kind, types, includeText, byOperator } = written
  const columns = {
    kind,
    ...shownParts(secrets.url),
    secret: sealEndpoint(sealer, workspaceId, secrets),
    secret_ending: secrets.signing?.slice(-4) ?? null,
    has_token: secrets.token === null ? 0 : 1,
    types: JSON.stringify(types),
    include_text: includeText ? 1 : 0,
    by_operator: byOperator ? 1 : 0,
  }
  const names = Object.keys(columns)
  await tx.run(
    `INSERT INTO event_endpoints (id, workspace_id, state, skipped, created_at, ${names.join(', ')})
     VALUES (?, ?, 'on', 0, ?${', ?'.repeat(names.length)})
     ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    id,
    workspaceId,
    now,
    ...Object.values(columns),
  )
}

/**
 * Changes an endpoint; what is left out stays. A new address needs its access token again, so that no token goes to somebody else.
 *
 * @throws DomainError NOT_FOUND, and as {@link createEndpoint}; CONFLICT without an address, if the stored one can't be read any longer
 */
export async function updateEndpoint(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, change }: { workspaceId: string; id: string; change: EndpointChange },
  { sealer, policy }: ChangeServices,
  now: number,
): Promise<ChangedEndpoint> {
  requireManager(actor)
  const before = await requireEventEndpoint(tx, workspaceId, id)
  // An owner has allowed the text for one address.
  const includeText = change.includeText ?? (before.includeText && change.url === undefined)
  if (includeText && !before.includeText) requireOwner(actor)
  const stored = await openEndpoint(tx, { workspaceId, id }, sealer, now)
  const url = change.url ?? stored?.url
  if (url === undefined)
    throw conflict('no_event_address', 'The address of this endpoint can no longer be read. Set its address again.')
  const { test: isTest } = await getWorkspace(tx, workspaceId)
  const stays = storedAddress(url) === stored?.url
  const byOperator = (stays && before.byOperator) || (!stays && actor.isOperator === true)
  const kind = change.kind ?? (stays ? before.kind : kindOfAddress(url))
  checkKind(kind)
  if (stays) checkFits(url, kind)
  else checkAddress(policy, { url, isTest, byOperator }, kind)
  const token = change.token === undefined ? (stays ? (stored?.token ?? null) : null) : change.token
  if (token !== null) checkToken(token)
  const types = change.types === undefined ? before.types : checkTypes(change.types)
  const old = stored?.signing ?? null
  const signing = kind === 'webhook' ? (old ?? newSigningSecret()) : null
  const secrets = { url: storedAddress(url), signing, previous: stored?.previous ?? null, token }
  await write(tx, workspaceId, id, now, { kind, types, includeText, byOperator, secrets, sealer })
  if (kind === 'email' && !stays) await askToConfirm(tx, { workspaceId, id, url }, now)
  const { host } = shownParts(url)
  const details = { kind, host, types, includeText, ...(stays ? {} : { address: 'changed' }) }
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.changed', target: id, details, at: now })
  return {
    endpoint: await requireEventEndpoint(tx, workspaceId, id),
    secret: signing === old ? null : signing,
  }
}

/** Whether a change of an endpoint decides where events go, or what they say. */
export function isDelicate({ url, includeText, token }: EndpointChange): boolean {
  return url !== undefined || includeText === true || token !== undefined
}

/**
 * Makes a new signing secret. The one before it signs, too, for 24 hours.
 *
 * @returns the new secret, which can't be shown again
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if the endpoint is not a webhook, or its address can't be read
 */
export async function renewEndpointSecret(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  sealer: Sealer,
  now: number,
): Promise<string> {
  requireManager(actor)
  const { kind } = await requireEventEndpoint(tx, workspaceId, id)
  const stored = await openEndpoint(tx, { workspaceId, id }, sealer, now)
  if (kind !== 'webhook' || !stored)
    throw conflict('no_event_secret', 'Only webhooks have a signing secret: other services do not check signatures.')
  const signing = newSigningSecret()
  await tx.run(
    'UPDATE event_endpoints SET secret = ?, secret_ending = ?, previous_until = ? WHERE id = ?',
    sealEndpoint(sealer, workspaceId, { ...stored, signing, previous: stored.signing }),
    signing.slice(-4),
    now + BOTH_SECRETS_MS,
    id,
  )
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.secret_created', target: id, at: now })
  return signing
}

/** Switches an endpoint off: what waits for it is skipped. @throws DomainError FORBIDDEN, NOT_FOUND */
export async function switchOff(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<void> {
  requireManager(actor)
  const { state } = await requireEventEndpoint(tx, workspaceId, id)
  if (state === 'off') return
  await tx.run(`UPDATE event_endpoints SET state = 'off', failing_since = NULL WHERE id = ?`, id)
  await endWaiting(tx, id, { state: 'skipped', verdict: 'switched_off' })
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.switched_off', target: id, at: now })
}

/** Switches an endpoint on, after a test has arrived there. @throws DomainError FORBIDDEN, NOT_FOUND */
export async function switchOn(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<void> {
  requireManager(actor)
  requireConfirmedAddress(await requireEventEndpoint(tx, workspaceId, id))
  await readFromNow(tx, workspaceId)
  await tx.run(`UPDATE event_endpoints SET state = 'on', failing_since = NULL WHERE id = ?`, id)
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.switched_on', target: id, at: now })
}

/** Deletes an endpoint. Its deliveries stay in the log. @throws DomainError FORBIDDEN, NOT_FOUND */
export async function deleteEndpoint(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<EventEndpoint> {
  requireManager(actor)
  const endpoint = await requireEventEndpoint(tx, workspaceId, id)
  await endWaiting(tx, id, { state: 'skipped', verdict: 'endpoint_deleted' })
  await tx.run('DELETE FROM event_endpoints WHERE id = ?', id)
  const details = { kind: endpoint.kind, host: endpoint.host }
  await audit(tx, { workspaceId, actor, action: 'event_endpoint.deleted', target: id, details, at: now })
  return endpoint
}
