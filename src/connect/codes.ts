import ipaddr from 'ipaddr.js'
import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { hashKey, randomWithChecksum } from '../access/key-format.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import { MINUTE_MS } from '../lib/time.ts'
import { addressIn } from '../outbound/addresses.ts'
import type { Tx } from '../store/store.ts'
import { openConnection } from './connections.ts'
import { expireOpen } from './expire.ts'
import type { KindName } from './kinds.ts'

/** How long a code can be used, a claim approved, and approved credentials be fetched. */
export const LIFETIME_MS = 30 * MINUTE_MS

const CODE_PREFIX = 'cc_'
const CODE = /^cc_[0-9A-Za-z]{33}$/

/** A new code, shown once: the address of this server and, after the `#`, a part that is valid once. */
export interface NewCode {
  id: string
  code: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/**
 * Makes a code with which the plugin of a shop asks to be connected. An earlier code, or a claim with it, ends.
 *
 * @param address of this server, as the shop can reach it, without a `/` at its end; null if that is not known
 * @throws DomainError FORBIDDEN; BAD_REQUEST if nobody can reach this server over https; CONFLICT if a shop is connected
 */
export async function createCode(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, address }: { workspaceId: string; kind: KindName; address: string | null },
  now: number,
): Promise<NewCode> {
  requireManager(actor)
  const { test } = await getWorkspace(tx, workspaceId)
  const usable = requireAddress(address, test)
  const open = await openConnection(tx, workspaceId, now)
  if (open?.state === 'connected')
    throw conflict('connected', `The workspace is connected to ${open.shop}. Disconnect that shop first.`)
  await expireOpen(tx, actor, workspaceId, now)
  const id = newOrderedId('con', now)
  const secret = randomWithChecksum(CODE_PREFIX)
  await tx.run(
    `INSERT INTO connections (id, workspace_id, kind, state, address, code_hash, created_by, created_at, expires_at)
     VALUES (?, ?, ?, 'offered', ?, ?, ?, ?, ?)`,
    id,
    workspaceId,
    kind,
    usable,
    hashKey(secret),
    actor.name,
    now,
    now + LIFETIME_MS,
  )
  await audit(tx, { workspaceId, actor, action: 'connection.code_created', target: id, details: { kind }, at: now })
  return { id, code: `${usable}#${secret}`, expiresAt: now + LIFETIME_MS }
}

/** The part of a code that is valid once, of a whole code or that part alone; undefined if it is neither. */
export function oneTimePartOf(code: string): string | undefined {
  const part = code.trim().split('#').at(-1) ?? ''
  return CODE.test(part) ? part : undefined
}

/** @throws DomainError BAD_REQUEST unless the address is one of https, or of this machine for a test workspace */
function requireAddress(address: string | null, isTest: boolean): string {
  const url = address === null ? null : URL.parse(address)
  if (url?.protocol === 'https:') return address ?? ''
  if (url && isTest && isLoopback(url)) return address ?? ''
  throw new DomainError(
    'BAD_REQUEST',
    'no_public_address',
    'A shop can be connected only to a server with a public https address. Start the server with its public address.',
  )
}

/** Whether an address is of this machine. */
export function isLoopback(url: URL): boolean {
  const address = addressIn(url)
  return address !== undefined && ipaddr.process(address).range() === 'loopback'
}
