import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireManager } from './actor.ts'
import { audit } from './audit.ts'
import { isFixedKey } from './fixed-keys.ts'
import { generateKey, hashKey, type KeyKind, kindByPrefix } from './key-format.ts'

/**
 * A key as it may be shown: `prefix` and `suffix` are its first 8 and last 4 characters. Times are epoch milliseconds.
 *
 * `key` is the whole key, for web pages. It is null for a secret key, and for a publishable key of an older version that nobody has
 * presented since the update.
 */
export interface ApiKey {
  id: string
  workspaceId: string
  kind: KeyKind
  name: string
  prefix: string
  suffix: string
  key: string | null
  widget: boolean
  createdBy: string
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

/** A new key with its value. That of a secret key is not stored and cannot be shown again. */
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

const COLUMNS = `id, workspace_id AS "workspaceId", kind, name, prefix, suffix, public_key AS "key", widget, created_by AS "createdBy",
  created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`

/** Creates a key. @throws DomainError FORBIDDEN */
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

/** The shortest imported key: shorter keys could be guessed. */
const IMPORT_MIN = 20

/**
 * Imports keys from another system, so that callers can keep them. `kind` overrides the kind of the prefix.
 * Imports all keys or none. A key that the workspace already has is unchanged.
 *
 * @returns the ids of the keys, in the order given
 * @throws DomainError FORBIDDEN; BAD_REQUEST with the line; CONFLICT if another workspace has the key
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
    if (!keyKind) throw new DomainError('BAD_REQUEST', 'key_kind_unknown', `${line} starts with neither sk_ nor pk_.`)
    if (key.length < IMPORT_MIN || !/^[\x21-\x7e]+$/.test(key)) {
      throw new DomainError(
        'BAD_REQUEST',
        'not_a_key',
        `${line} is not a valid key. A key has at least ${IMPORT_MIN} printable characters and no spaces.`,
      )
    }
    if (isFixedKey(key)) {
      throw new DomainError(
        'BAD_REQUEST',
        'well_known_key',
        `${line} is the publicly known key of "storewire dev". Import a key that only your shop has.`,
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
        `${line} already belongs to another workspace. Create a new key for this workspace.`,
      )
    }
    if (known) await storePublicKey(tx, known.id, key)
    ids.push(
      known?.id ??
        (await insertKey(tx, actor, { workspaceId, kind: keyKind, name: 'imported', key }, 'key.imported', now)),
    )
  }
  return ids
}

/** Stores the hash of a key, and a publishable key itself. @returns the id of the key */
export async function insertKey(
  tx: Tx,
  actor: Actor,
  { workspaceId, kind, name, key }: { workspaceId: string; kind: KeyKind; name: string; key: string },
  action: string,
  now: number,
): Promise<string> {
  const id = newOrderedId('key', now)
  await tx.run(
    `INSERT INTO api_keys (id, workspace_id, kind, name, hash, prefix, suffix, public_key, created_by, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspaceId,
    kind,
    name,
    hashKey(key),
    key.slice(0, 8),
    key.slice(-4),
    kind === 'publishable' ? key : null,
    actor.name,
    now,
  )
  await audit(tx, { workspaceId, actor, action, target: id, details: { kind, name }, at: now })
  return id
}

/** All keys of a workspace, including revoked ones, oldest first. */
export async function listKeys(reader: Reader, workspaceId: string): Promise<ApiKey[]> {
  const rows = await reader.all<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE workspace_id = ? ORDER BY created_at, id`,
    workspaceId,
  )
  return rows.map(fromRow)
}

/** How many secret keys a workspace has that are not revoked, and when one was last used, in epoch milliseconds. */
export async function secretKeyUse(
  reader: Reader,
  workspaceId: string,
): Promise<{ count: number; lastUsedAt: number | null }> {
  const row = await reader.get<{ count: number; lastUsedAt: number | null }>(
    `SELECT count(*) AS count, max(last_used_at) AS "lastUsedAt" FROM api_keys
     WHERE workspace_id = ? AND kind = 'secret' AND revoked_at IS NULL`,
    workspaceId,
  )
  return row ?? { count: 0, lastUsedAt: null }
}

/** @throws DomainError NOT_FOUND; another workspace's key looks the same as none */
export async function getKey(reader: Reader, workspaceId: string, id: string): Promise<ApiKey> {
  const key = await keyById(reader, id)
  if (key.workspaceId !== workspaceId) throw noSuchKey(id)
  return key
}

function fromRow(row: KeyRow): ApiKey {
  return { ...row, widget: row.widget === 1 }
}

async function keyById(tx: Reader, id: string): Promise<ApiKey> {
  const row = await tx.get<KeyRow>(`SELECT ${COLUMNS} FROM api_keys WHERE id = ?`, id)
  if (!row) throw noSuchKey(id)
  return fromRow(row)
}

function noSuchKey(id: string): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_key', `There is no key ${id}.`)
}

/**
 * Revokes a key permanently: the next request with it gets 401, in every process. Revoking twice changes nothing.
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
 * Makes a publishable key the current key of the workspace's chat widget, instead of the previous one.
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
      `Key ${id} is a secret key and must never reach a web page. Choose a publishable key.`,
    )
  if (key.revokedAt !== null)
    throw new DomainError('CONFLICT', 'key_revoked', `Key ${id} is revoked. Create a new publishable key.`)
  await tx.run('UPDATE api_keys SET widget = 0 WHERE workspace_id = ? AND widget = 1', key.workspaceId)
  await tx.run('UPDATE api_keys SET widget = 1 WHERE id = ?', id)
  await audit(tx, { workspaceId: key.workspaceId, actor, action: 'key.used_for_widget', target: id, at: now })
  return { ...key, widget: true }
}

/** A valid key of a request, with its workspace. `lastUsedAt` is epoch milliseconds. */
export interface KeyHolder {
  id: string
  kind: KeyKind
  workspaceId: string
  lastUsedAt: number | null
  /** The presented key, if it is publishable and not stored yet: for {@link storePublicKey}. */
  unstored: string | null
}

/**
 * Looks up the key of a request. Undefined if it is unknown or revoked; the caller cannot distinguish the two.
 *
 * The look-up need not take constant time, since it compares SHA-256 hashes. The time may reveal how long a prefix a stored hash
 * has in common with the hash of the guess, but nobody can find a key for a given prefix of a hash.
 */
export async function findKeyHolder(reader: Reader, key: string): Promise<KeyHolder | undefined> {
  const found = await reader.get<Omit<KeyHolder, 'unstored'> & { isUnstored: number }>(
    `SELECT id, kind, workspace_id AS "workspaceId", last_used_at AS "lastUsedAt",
       kind = 'publishable' AND public_key IS NULL AS "isUnstored"
     FROM api_keys WHERE hash = ? AND revoked_at IS NULL`,
    hashKey(key),
  )
  if (!found) return undefined
  const { isUnstored, ...holder } = found
  return { ...holder, unstored: isUnstored === 1 ? key : null }
}

/** Stores a publishable key of an older version, which had stored only its hash. Changes nothing for other keys. */
export async function storePublicKey(tx: Tx, id: string, key: string): Promise<void> {
  await tx.run(
    `UPDATE api_keys SET public_key = ? WHERE id = ? AND hash = ? AND kind = 'publishable' AND public_key IS NULL`,
    key,
    id,
    hashKey(key),
  )
}

/** The publishable key that the chat window of a workspace uses; undefined if none is chosen. */
export async function widgetKey(reader: Reader, workspaceId: string): Promise<ApiKey | undefined> {
  const row = await reader.get<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE workspace_id = ? AND widget = 1`,
    workspaceId,
  )
  return row && fromRow(row)
}

/** A publishable key with which a page of this server shows the chat: the chosen one, else the newest known; null if none is known. */
export async function chatKey(reader: Reader, workspaceId: string): Promise<string | null> {
  const row = await reader.get<{ key: string }>(
    `SELECT public_key AS key FROM api_keys
     WHERE workspace_id = ? AND kind = 'publishable' AND public_key IS NOT NULL AND revoked_at IS NULL
     ORDER BY coalesce(widget, 0) DESC, id DESC LIMIT 1`,
    workspaceId,
  )
  return row?.key ?? null
}

/** Stores the last use of a key. `minute`: epoch milliseconds of the start of the minute, which may be before the key was created. */
export async function markKeyUsed(tx: Tx, id: string, minute: number): Promise<void> {
  await tx.run(
    'UPDATE api_keys SET last_used_at = CASE WHEN created_at > ? THEN created_at ELSE ? END WHERE id = ?',
    minute,
    minute,
    id,
  )
}
