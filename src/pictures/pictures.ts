import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { PictureHead, PictureType } from './kinds.ts'

export const MIB = 1024 * 1024

/** Largest picture, in bytes. */
export const MAX_PICTURE = 8 * MIB
/** Most pictures of a message or note. */
export const MAX_PICTURES = 4
/** What a small picture counts as, in bytes: its rows take room, too. */
export const LEAST_COUNTED = 16 * 1024

/** Who sends a picture: an unknown visitor, a signed-in customer, or a member. */
export type PictureSender = 'guest' | 'customer' | 'agent'

/** A picture as messages show it. */
export interface Picture extends PictureHead {
  id: string
  bytes: number
}

/** Where a picture is sent, and by whom. */
export interface PicturePlace {
  workspaceId: string
  conversationId: string
  sender: PictureSender
  /** Of an agent. */
  memberId: string | null
}

const COLUMNS = 'id, type, width, height, bytes'

/** A conversation and the closed ones that it follows. */
const CHAIN = `WITH RECURSIVE chain (id, follows) AS (
    SELECT id, follows FROM conversations WHERE id = ?
    UNION SELECT earlier.id, earlier.follows FROM conversations AS earlier JOIN chain ON earlier.id = chain.follows)`

/**
 * A picture for the customer of a conversation: one that they have sent, or that is in a message to them, also of an earlier conversation.
 *
 * @param isAlone without the conversations that this one follows
 * @throws DomainError NOT_FOUND, also for a picture of somebody else
 */
export async function pictureForCustomer(
  reader: Reader,
  { conversationId, id, isAlone }: { conversationId: string; id: string; isAlone: boolean },
): Promise<Picture> {
  const where = isAlone ? '= ?' : `IN (${CHAIN} SELECT id FROM chain)`
  const row = await reader.get<Picture>(
    `SELECT ${COLUMNS} FROM pictures WHERE id = ? AND state = 'whole' AND conversation_id ${where}
       AND (sender <> 'agent' OR entry_id LIKE 'msg_%')`,
    id,
    conversationId,
  )
  return row ?? missing()
}

/**
 * A picture for a member of its workspace.
 *
 * @throws DomainError NOT_FOUND, also for a picture of another conversation
 */
export async function pictureForMember(
  reader: Reader,
  { workspaceId, conversationId, id }: { workspaceId: string; conversationId: string; id: string },
): Promise<Picture> {
  const row = await reader.get<Picture>(
    `SELECT ${COLUMNS} FROM pictures WHERE id = ? AND state = 'whole' AND workspace_id = ? AND conversation_id = ?`,
    id,
    workspaceId,
    conversationId,
  )
  return row ?? missing()
}

function missing(): never {
  throw new DomainError('NOT_FOUND', 'no_such_picture', 'This conversation has no picture with this id any more.')
}

/**
 * The bytes of a picture, a part at a time. One that is erased meanwhile ends here.
 *
 * @throws DomainError NOT_FOUND
 */
export async function* bytesOf(reader: Reader, id: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const part = await reader.get<{ bytes: Uint8Array | null }>(
      `SELECT (SELECT bytes FROM picture_parts WHERE picture_id = pictures.id AND number = ?) AS bytes
       FROM pictures WHERE id = ? AND state = 'whole'`,
      number,
      id,
    )
    if (!part) missing()
    if (part.bytes === null) return
    yield part.bytes
  }
}

/** The pictures of a conversation that customer and agents have sent each other, the newest first. */
export function picturesSent(reader: Reader, conversationId: string, limit: number): Promise<Picture[]> {
  return reader.all<Picture>(
    `SELECT ${COLUMNS} FROM pictures WHERE conversation_id = ? AND state = 'whole' AND entry_id LIKE 'msg_%' ORDER BY id DESC LIMIT ?`,
    conversationId,
    limit,
  )
}

/** Whether the customer has sent a picture in a conversation. */
export async function hasPictureOfCustomer(reader: Reader, conversationId: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM pictures WHERE conversation_id = ? AND sender <> 'agent' AND entry_id IS NOT NULL LIMIT 1`,
    conversationId,
  )
  return row !== undefined
}

/** Who sends uploaded pictures, and in which conversations they were uploaded. */
export interface SentPictures {
  ids: readonly string[]
  /** The conversation, and the closed one that it follows. */
  conversationIds: readonly [string, string | null]
  /** The agent; null: the customer. */
  memberId: string | null
}

/**
 * The uploaded pictures that a message or note is to show.
 *
 * @throws DomainError BAD_REQUEST if there are too many, or for one that the sender has not uploaded here, or has sent before
 */
export async function picturesToSend(
  reader: Reader,
  { ids, conversationIds, memberId }: SentPictures,
): Promise<Picture[]> {
  const found: Picture[] = []
  for (const id of new Set(ids)) {
    const picture = await reader.get<Picture>(
      `SELECT ${COLUMNS} FROM pictures WHERE id = ? AND state = 'whole' AND entry_id IS NULL AND conversation_id IN (?, ?)
         AND ${memberId === null ? "sender <> 'agent' AND member_id IS NULL" : 'member_id = ?'}`,
      id,
      conversationIds[0],
      conversationIds[1],
      ...(memberId === null ? [] : [memberId]),
    )
    if (!picture)
      throw new DomainError(
        'BAD_REQUEST',
        'no_such_picture',
        'A picture of this message is not there any more, or was sent before. Upload it again.',
        { reason: 'no_such_picture', picture: id },
      )
    found.push(picture)
  }
  return found
}

/** Notes that a message or note shows pictures: from now on they stay as long as it does. */
export async function markSent(
  tx: Tx,
  pictures: readonly Picture[],
  { conversationId, entryId }: { conversationId: string; entryId: string },
): Promise<void> {
  await tx.many(
    'UPDATE pictures SET conversation_id = ?, entry_id = ? WHERE id = ?',
    pictures.map(({ id }) => [conversationId, entryId, id]),
  )
}

/** The pictures that are stored in a message or note as JSON; null without any. */
export function storedPictures(pictures: readonly Picture[]): string | null {
  return pictures.length === 0
    ? null
    : JSON.stringify(pictures.map(({ id, type, width, height, bytes }) => ({ id, type, width, height, bytes })))
}

export function shownPictures(stored: string | null): Picture[] | null {
  return stored === null ? null : (JSON.parse(stored) as Picture[])
}

/** What the row of a picture says once it is whole. */
export interface WholePicture {
  type: PictureType
  width: number
  height: number
  bytes: number
}
