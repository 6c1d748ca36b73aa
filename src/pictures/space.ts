import { type Actor, requireOperator } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { HttpError } from '../http/errors.ts'
import { DomainError } from '../lib/errors.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import { erasePictures } from './erase.ts'
import { LEAST_COUNTED, MIB, type PicturePlace, type PictureSender } from './pictures.ts'

/** How much all pictures together may take, unless the operator changes it. */
export const DEFAULT_MAX_MIB = 1_024
/** The largest and the smallest value of that. */
export const MOST_MIB = 1_048_576
export const LEAST_MIB = 16
/** The part of it that guests may take. */
export const GUESTS_PART = 1 / 4
/** Most pictures that a guest sends in a conversation, and that anybody sends in one. */
export const MOST_OF_GUEST = 20
export const MOST_OF_CONVERSATION = 500
/** Room is made only of pictures in chats that have been closed for so long. */
export const CLOSED_DAYS = 30

/** How much pictures take, and may take, in bytes. */
export interface PictureSpace {
  guests: number
  used: number
  max: number
}

/** How much all pictures together may take, in MiB. */
export async function maxPicturesMib(reader: Reader): Promise<number> {
  return (await reader.get<{ mib: number }>('SELECT max_mib AS mib FROM picture_settings'))?.mib ?? DEFAULT_MAX_MIB
}

export async function pictureSpace(reader: Reader): Promise<PictureSpace> {
  const rows = await reader.all<{ sender: PictureSender; bytes: number }>(
    `SELECT sender, sum(CASE WHEN bytes < ${LEAST_COUNTED} THEN ${LEAST_COUNTED} ELSE bytes END) AS bytes
     FROM pictures WHERE state <> 'erased' GROUP BY sender`,
  )
  return {
    guests: rows.find(({ sender }) => sender === 'guest')?.bytes ?? 0,
    used: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    max: (await maxPicturesMib(reader)) * MIB,
  }
}

/**
 * Sets how much all pictures of the installation may take. What is there already stays.
 *
 * @throws DomainError FORBIDDEN for a member who is not an operator; BAD_REQUEST for a value out of bounds
 */
export async function setMaxPictures(tx: Tx, actor: Actor, mib: number, now: number): Promise<void> {
  requireOperator(actor)
  if (!Number.isInteger(mib) || mib < LEAST_MIB || mib > MOST_MIB)
    throw new DomainError(
      'BAD_REQUEST',
      'picture_limit',
      `Invalid limit for pictures: ${mib} MiB. Give a whole number from ${LEAST_MIB} to ${MOST_MIB}.`,
    )
  const before = await maxPicturesMib(tx)
  if (before === mib) return
  await tx.run(
    'INSERT INTO picture_settings (id, max_mib) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET max_mib = excluded.max_mib',
    mib,
  )
  const workspaces = await tx.all<{ id: string }>('SELECT id FROM workspaces WHERE deleted_at IS NULL ORDER BY id')
  const details = { from: before, to: mib }
  for (const { id } of workspaces)
    await audit(tx, { workspaceId: id, actor, action: 'pictures.limit_set', target: 'installation', details, at: now })
}

/** A picture that could be removed to make room. */
export interface Removable {
  id: string
  bytes: number
}

/** The time for finding them. */
const FIND_MS = 500

/**
 * The pictures to remove so that one of `bytes` fits: guests' first, then the oldest ones. None for a guest, who has to make do with the
 * room that is there.
 */
export async function removableFor(
  store: Pick<Store, 'read' | 'readSlowly'>,
  { sender, workspaceId }: PicturePlace,
  bytes: number,
  now: number,
): Promise<Removable[]> {
  const { used, max } = await pictureSpace(store.read)
  let missing = used + counted(bytes) - max
  if (missing <= 0 || sender === 'guest') return []
  const { rows } = await store.readSlowly<Removable>(
    workspaceId,
    {
      sql: `SELECT pictures.id, bytes FROM pictures JOIN conversations ON conversations.id = conversation_id
        WHERE pictures.state = 'whole' AND mode = 'closed' AND in_time() AND
          (SELECT at FROM conversation_modes WHERE conversation_id = conversations.id ORDER BY id DESC LIMIT 1) <= ?
        ORDER BY sender = 'guest' DESC, pictures.created_at LIMIT 1000`,
      values: [now - CLOSED_DAYS * DAY_MS],
    },
    { limitMs: FIND_MS },
  )
  return rows.filter((row) => {
    const isNeeded = missing > 0
    missing -= isNeeded ? counted(row.bytes) : 0
    return isNeeded
  })
}

export function counted(bytes: number): number {
  return bytes < LEAST_COUNTED ? LEAST_COUNTED : bytes
}

/**
 * Requires room for a picture, after the removal of others.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function requirePictureRoom(
  tx: Tx,
  place: PicturePlace,
  { bytes, removable }: { bytes: number; removable: readonly Removable[] },
  now: number,
): Promise<void> {
  const { conversationId, sender } = place
  const row = await tx.get<{ all: number; guests: number }>(
    `SELECT count(*) AS "all", count(CASE WHEN sender = 'guest' THEN 1 END) AS guests FROM pictures WHERE conversation_id = ?`,
    conversationId,
  )
  if (sender === 'guest' && (row?.guests ?? 0) >= MOST_OF_GUEST) throw tooMany(MOST_OF_GUEST)
  if ((row?.all ?? 0) >= MOST_OF_CONVERSATION) throw tooMany(MOST_OF_CONVERSATION)
  if (removable.length > 0) await removeClosed(tx, removable, now)
  const { guests, used, max } = await pictureSpace(tx)
  const isFull = used + counted(bytes) > max
  if (isFull || (sender === 'guest' && guests + counted(bytes) > max * GUESTS_PART)) throw full()
}

/** The chats may have been opened again since they were found. */
async function removeClosed(tx: Tx, removable: readonly Removable[], now: number): Promise<void> {
  for (const { id } of removable)
    await erasePictures(
      tx,
      {
        text: `id = ? AND EXISTS (SELECT 1 FROM conversations WHERE conversations.id = conversation_id AND mode = 'closed')`,
        values: [id],
      },
      now,
    )
}

function tooMany(most: number): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'too_many_pictures',
    `This conversation has ${most} pictures, which is the limit. Describe in words what the next one shows.`,
    { data: { reason: 'too_many_pictures', limit: most }, headers: { 'retry-after': String(DAY_MS / 1_000) } },
  )
}

function full(): DomainError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    'pictures_full',
    'There is no room for further pictures at the moment. Describe in words what this one shows.',
    { data: { reason: 'pictures_full' }, headers: { 'retry-after': '3600' } },
  )
}
