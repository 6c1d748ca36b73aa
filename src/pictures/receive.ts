import type { Upload } from '../http/body/upload.ts'
import { conflict, type DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import { erasePictures } from './erase.ts'
import { type JpegReader, readJpeg } from './jpeg.ts'
import {
  brokenPicture,
  FIRST_BYTES,
  LAST_BYTES,
  type PictureHead,
  type PictureType,
  requireEnd,
  requireKind,
  requireSize,
  sizeOf,
} from './kinds.ts'
import type { Picture, PicturePlace, WholePicture } from './pictures.ts'
import { counted, removableFor, requirePictureRoom } from './space.ts'

/** What an upload needs of its server and its request. */
export interface Receiving {
  store: Store
  clock: Clock
  /** Counts the bytes of a guest. */
  takePictureBytes: (bytes: number) => void
}

/**
 * Stores a picture as it arrives. It can be read, and sent in a message, once it is whole; until then and after an error there is nothing.
 *
 * @throws DomainError BAD_REQUEST if it is no picture, damaged or too wide, TOO_MANY_REQUESTS if there is no room for it, PAYLOAD_TOO_LARGE,
 *   REQUEST_TIMEOUT, CONFLICT if its conversation was erased meanwhile; ClientGone
 */
export async function receivePicture(services: Receiving, place: PicturePlace, upload: Upload): Promise<Picture> {
  const announced = counted(upload.announced)
  const isGuest = place.sender === 'guest'
  if (isGuest) services.takePictureBytes(announced)
  let received = 0
  const pieces = upload.pieces()
  try {
    const first = await pieces.next()
    const piece = first.done ? Buffer.alloc(0) : first.value
    const checked = checkPicture(requireKind(piece), piece)
    const id = await begin(services, place, upload.announced)
    try {
      const parts = partsOf(checked, piece, pieces, (bytes) => {
        received += bytes
      })
      return await storeParts(services.store, id, parts, checked)
    } catch (error) {
      await forget(services, id)
      throw error
    }
  } finally {
    // After an error: as long as somebody reads the rest, the server cannot discard it, and the client may never see the response.
    await pieces.return(undefined)
    if (isGuest) services.takePictureBytes(counted(received) - announced)
  }
}

/** A picture that is looked at while it arrives. */
interface CheckedPicture {
  /** @returns what of a piece is stored @throws DomainError BAD_REQUEST */
  take(piece: Buffer): Buffer[]
  /** What is known at the end. @param bytes of what is stored @throws DomainError BAD_REQUEST */
  whole(bytes: number): WholePicture
}

/** What is stored of a picture that is there as a whole. @throws DomainError BAD_REQUEST if it is no picture, damaged or too wide */
export function checkWhole(file: Buffer): { type: PictureType; bytes: Buffer } {
  const type = requireKind(file)
  const checked = checkPicture(type, file)
  const bytes = Buffer.concat(checked.take(file))
  checked.whole(bytes.length)
  return { type, bytes }
}

function checkPicture(type: PictureType, first: Buffer): CheckedPicture {
  return type === 'image/jpeg' ? checkJpeg(readJpeg()) : checkOther(requireSize(sizeOf(type, first)), first)
}

function checkJpeg(reader: JpegReader): CheckedPicture {
  let head: PictureHead | undefined
  return {
    take: (piece) => {
      const kept = reader.take(piece)
      const size = head ? undefined : reader.size()
      if (size) head = requireSize({ type: 'image/jpeg', ...size })
      return kept
    },
    whole: (bytes) => {
      if (!head || !reader.isWhole()) throw brokenPicture()
      return { ...head, bytes }
    },
  }
}

function checkOther(head: PictureHead, first: Buffer): CheckedPicture {
  const { type } = head
  if (type === 'image/jpeg') throw new Error('a JPEG is read in another way')
  const beginning = Buffer.from(first.subarray(0, FIRST_BYTES))
  let tail = Buffer.alloc(0)
  return {
    take: (piece) => {
      tail = Buffer.concat([tail, piece.subarray(-LAST_BYTES)]).subarray(-LAST_BYTES)
      return [piece]
    },
    whole: (length) => {
      requireEnd(type, { head: beginning, tail, length })
      return { ...head, bytes: length }
    },
  }
}

/** What is stored of the pieces, one row each. */
async function* partsOf(
  checked: CheckedPicture,
  first: Buffer,
  others: AsyncGenerator<Buffer>,
  onReceived: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for (let piece: Buffer | undefined = first; piece; ) {
    onReceived(piece.length)
    const kept = Buffer.concat(checked.take(piece))
    if (kept.length > 0) yield kept
    const next: IteratorResult<Buffer, undefined> = await others.next()
    piece = next.done ? undefined : next.value
  }
}

const IS_THERE = `SELECT 1 FROM conversations JOIN workspaces ON workspaces.id = workspace_id
  WHERE conversations.id = ? AND deleted_at IS NULL`

async function begin({ store, clock }: Receiving, place: PicturePlace, bytes: number): Promise<string> {
  const removable = await removableFor(store, place, bytes, clock.now())
  return store.write(async (tx) => {
    const now = clock.now()
    // The first piece may have come long after the session was checked.
    if (!(await tx.get(IS_THERE, place.conversationId))) throw ended()
    await requirePictureRoom(tx, place, { bytes, removable }, now)
    const id = newOrderedId('pic', now)
    await tx.run(
      `INSERT INTO pictures (id, workspace_id, state, sender, member_id, conversation_id, bytes, created_at)
       VALUES (?, ?, 'arriving', ?, ?, ?, ?, ?)`,
      id,
      place.workspaceId,
      place.sender,
      place.memberId,
      place.conversationId,
      bytes,
      now,
    )
    return id
  })
}

/** Writes each part as background work; the last one makes the picture whole. */
async function storeParts(
  store: Store,
  id: string,
  parts: AsyncGenerator<Buffer>,
  checked: CheckedPicture,
): Promise<Picture> {
  let bytes = 0
  let number = 0
  let part = await parts.next()
  while (!part.done) {
    const { value } = part
    bytes += value.length
    // Only then it is known whether this one is the last.
    part = await parts.next()
    const whole = part.done ? checked.whole(bytes) : undefined
    const isThere = await store.writeInBackground(async (tx) => {
      const { changes } = await tx.run(
        `INSERT INTO picture_parts (picture_id, number, bytes) SELECT id, ?, ? FROM pictures WHERE id = ? AND state = 'arriving'`,
        number,
        value,
        id,
      )
      if (changes === 1 && whole)
        await tx.run(
          `UPDATE pictures SET state = 'whole', type = ?, width = ?, height = ?, bytes = ? WHERE id = ?`,
          whole.type,
          whole.width,
          whole.height,
          whole.bytes,
          id,
        )
      return changes === 1
    })
    if (!isThere) throw ended()
    if (whole) return { id, ...whole }
    number++
  }
  throw brokenPicture()
}

function ended(): DomainError {
  return conflict('conversation_erased', 'The conversation of this picture was erased meanwhile. Start a new one.')
}

/** What is left after an error. If this fails too, it goes with the other unfinished ones after an hour. */
async function forget({ store, clock }: Receiving, id: string): Promise<void> {
  await store
    .writeInBackground((tx) => erasePictures(tx, { text: 'id = ?', values: [id] }, clock.now()))
    .catch(() => undefined)
}
