import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireManager } from './actor.ts'
import { audit } from './audit.ts'
import { isFixedKey } from './fixed-keys.ts'
import { generateKey, hashKey, type KeyKind, kindByPrefix } from './key-format.ts'

/** A key as it may be shown: `prefix` and `suffix` are its first 8 and last 4 characters. Times are epoch milliseconds. */
export interface ApiKey {
  id: string
  workspaceId: string
  kind: KeyKind
  name: string
  prefix: string
  suffix: string
  widget: boolean
  createdBy: string
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

/** A key just made, with its value: the only moment at which it is known. */
export interface NewKey {
  id: string
  key: string
  kind: KeyKind
  workspaceId: string
  name: string
}

interface KeyRow extends Omit<ApiKey, 'widget'> {
  widget: number
}

const COLUMNS = `id, workspace_id AS "workspaceId", kind, name, prefix, suffix, widget, created_by AS "createdBy",
  created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`

/** Makes a key. @throws DomainError FORBIDDEN */
export async function createKey(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, name }: { workspaceId: string; kind: KeyKind; name: string },
  now: number,
): Promise<NewKey> {
  requireManager(actor)
  const key = generateKey(kind)
  const id = await insertKey(tx, actor, { workspaceId, kind, name, key }, 'key.created', now)
  return { id, key, kind, workspaceId, name }
}

/** Shortest imported key: anything below could be guessed. */
const IMPORT_MIN = 20

/**
 * Takes over keys made elsewhere, so that callers need not change them; `kind` overrides what the prefix says.
 * All or none. A key that the workspace has already is left as it is.
 *
 * @returns the ids of the keys, in the order given
 * @throws DomainError FORBIDDEN; BAD_REQUEST naming the line; CONFLICT when another workspace has the key
 */
export async function importKeys(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, keys }: { workspaceId: string; kind: KeyKind | undefined; keys: string[] },
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const ids: string[] = []
  for (const [index, key] of keys.entries()) {
    const line = `Key ${index + 1} of ${keys.length}`
    const keyKind = kind ?? kindByPrefix(key)
    if (!keyKind)
      throw new DomainError('BAD_REQUEST', 'key_kind_unknown', `${line} begins neither with sk_ nor with pk_.`)
    if (key.length < IMPORT_MIN || !/^[\x21-\x7e]+$/.test(key)) {
      throw new DomainError(
        'BAD_REQUEST',
        'not_a_key',
        `${line} is no key: it needs at least ${IMPORT_MIN} printable characters without spaces.`,
      )
    }
    if (isFixedKey(key)) {
      throw new DomainError(
        'BAD_REQUEST',
        'well_known_key',
        `${line} is the well-known one of "storewire dev": everybody has it.`,
      )
    }
    const known = await tx.get<{ id: string; workspace_id: string }>(
      'SELECT id, workspace_id FROM api_keys WHERE hash = ?',
      hashKey(key),
    )
    if (known && known.workspace_id !== workspaceId) {
      throw new DomainError(
        'CONFLICT',
        'key_of_other_workspace',
        `${line} belongs to another workspace already: make a new key for this one.`,
      )
    }
    ids.push(
      known?.id ??
        (await insertKey(tx, actor, { workspaceId, kind: keyKind, name: 'imported', key }, 'key.imported', now)),
    )
  }
  return ids
}

/** Writes a key down. @returns its id */
export async function insertKey(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, name, key }: { workspaceId: string; kind: KeyKind; name: string; key: string },
  action: string,
  now: number,
): Promise<string> {
  const id = newOrderedId('key', now)
  await tx.run(
    `INSERT INTO api_keys (id, workspace_id, kind, name, hash, prefix, suffix, created_by, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspaceId,
    kind,
    name,
    hashKey(key),
    key.slice(0, 8),
    key.slice(-4),
    actor.name,
    now,
  )
  await audit(tx, { workspaceId, actor, action, target: id, details: { kind, name }, at: now })
  return id
}

/** Every key of a workspace, revoked ones too, the oldest first. */
export async function listKeys(reader: Reader, workspaceId: string): Promise<ApiKey[]> {
  const rows = await reader.all<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE workspace_id = ? ORDER BY created_at, id`,
    workspaceId,
  )
  return rows.map(fromRow)
}

function fromRow(row: KeyRow): ApiKey {
  return { ...row, widget: row.widget === 1 }
}

async function keyById(tx: Reader, id: string): Promise<ApiKey> {
  const row = await tx.get<KeyRow>(`SELECT ${COLUMNS} FROM api_keys WHERE id = ?`, id)
  if (!row) throw new DomainError('NOT_FOUND', 'no_such_key', `There is no key ${id}.`)
  return fromRow(row)
}

/**
 * Ends a key for good: the next request that carries it gets 401, in every process. Revoking twice changes nothing.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND; CONFLICT for the publishable key that the chat widget uses
 */
export async function revokeKey(tx: Tx, actor: Actor, id: string, now: number): Promise<ApiKey> {
  requireManager(actor)
  const key = await keyById(tx, id)
  if (key.revokedAt !== null) return key
  if (key.widget) {
    throw new DomainError('CONFLICT', 'key_in_use_by_widget', `Key ${id} is in use by the chat widget.`)
  }
  await tx.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', now, id)
  await audit(tx, { workspaceId: key.workspaceId, actor, action: 'key.revoked', target: id, at: now })
  return { ...key, revokedAt: now }
}

/**
 * Makes a publishable key the one that the chat widget of its workspace uses, in place of the one before.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND; CONFLICT for a secret or revoked key
 */
export async function useForWidget(tx: Tx, actor: Actor, id: string, now: number): Promise<ApiKey> {
  requireManager(actor)
  const key = await keyById(tx, id)
  if (key.kind !== 'publishable')
    throw new DomainError(
      'CONFLICT',
      'not_publishable',
      `Key ${id} is a secret key, which must never reach a web page: choose a publishable one.`,
    )
  if (key.revokedAt !== null)
    throw new DomainError('CONFLICT', 'key_revoked', `Key ${id} is revoked: create a new publishable key.`)
  await tx.run('UPDATE api_keys SET widget = 0 WHERE workspace_id = ? AND widget = 1', key.workspaceId)
  await tx.run('UPDATE api_keys SET widget = 1 WHERE id = ?', id)
  await audit(tx, { workspaceId: key.workspaceId, actor, action: 'key.used_for_widget', target: id, at: now })
  return { ...key, widget: true }
}

/** What a request's key says: which workspace, and that it is valid. `lastUsedAt` is epoch milliseconds. */
export interface KeyHolder {
  id: string
  kind: KeyKind
  workspaceId: string
  lastUsedAt: number | null
}

/**
 * Looks up the key of a request; undefined when it is unknown or revoked, which look the same to the caller.
 *
 * Nothing here needs to take the same time whatever comes. What is compared is the SHA-256 of what was sent: the time may tell
 * how much of some stored hash it shares, but to come closer one would have to find keys by their hashes.
 */
export async function findKeyHolder(reader: Reader, key: string): Promise<KeyHolder | undefined> {
  return reader.get<KeyHolder>(
    `SELECT id, kind, workspace_id AS "workspaceId", last_used_at AS "lastUsedAt" FROM api_keys WHERE hash = ? AND revoked_at IS NULL`,
    hashKey(key),
  )
}

export async function markKeyUsed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', now, id)
}
