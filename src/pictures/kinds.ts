import { DomainError } from '../lib/errors.ts'

/** The media types of pictures. No SVG: it is a document that can hold scripts. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type PictureType = (typeof pictureTypes)[number]

/** What the first bytes of a picture say. Nothing is decoded. */
export interface PictureHead {
  type: PictureType
  /** In pixels. */
  width: number
  height: number
}

/** Longest side of a picture, in pixels: more would fill the memory of the browsers that show it. */
export const MAX_SIDE = 8_192

/** Enough bytes to know the kind of a picture, and the size of every kind but JPEG. */
export const FIRST_BYTES = 30

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The kind of a picture by its first bytes; undefined for everything else. */
export function kindOf(bytes: Buffer): PictureType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (PNG.every((byte, index) => bytes[index] === byte)) return 'image/png'
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  return ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a' ? 'image/gif' : undefined
}

/** @throws DomainError BAD_REQUEST */
export function requireKind(bytes: Buffer): PictureType {
  const kind = kindOf(bytes)
  if (kind) return kind
  throw new DomainError(
    'BAD_REQUEST',
    'no_picture',
    'This file is not a JPEG, PNG, WebP or GIF picture, whatever its name says. Send a picture of one of these kinds.',
    { reason: 'no_picture' },
  )
}

/** The error for a picture whose bytes contradict its kind, or that ends early. */
export function brokenPicture(): DomainError {
  return new DomainError(
    'BAD_REQUEST',
    'broken_picture',
    'The picture is damaged or incomplete. Open it in a program for pictures, save it again, and send it again.',
    { reason: 'broken_picture' },
  )
}

/** @throws DomainError BAD_REQUEST for a side of no pixels or of too many */
export function requireSize(head: PictureHead): PictureHead {
  const { width, height } = head
  if (width < 1 || height < 1) throw brokenPicture()
  if (Math.max(width, height) <= MAX_SIDE) return head
  throw new DomainError(
    'BAD_REQUEST',
    'too_many_pixels',
    `The picture has ${width} × ${height} pixels. Make each side at most ${MAX_SIDE} pixels, and send it again.`,
    { reason: 'too_many_pixels', max: MAX_SIDE, width, height },
  )
}

/** The size of a PNG, WebP or GIF picture by its first {@link FIRST_BYTES}. @throws DomainError BAD_REQUEST */
export function sizeOf(type: Exclude<PictureType, 'image/jpeg'>, bytes: Buffer): PictureHead {
  if (bytes.length < FIRST_BYTES) throw brokenPicture()
  if (type === 'image/png') {
    if (bytes.toString('latin1', 12, 16) !== 'IHDR') throw brokenPicture()
    return { type, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (type === 'image/gif') return { type, width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  return { type, ...sizeOfWebp(bytes) }
}

const VP8_START = [0x9d, 0x01, 0x2a]
const VP8L_START = 0x2f

/** WebP has three forms: lossy (`VP8 `), lossless (`VP8L`), and one with further chunks (`VP8X`), whose size is that of its canvas. */
function sizeOfWebp(bytes: Buffer): { width: number; height: number } {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (!VP8_START.every((byte, index) => bytes[23 + index] === byte)) throw brokenPicture()
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes[20] !== VP8L_START) throw brokenPicture()
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      throw brokenPicture()
  }
}

/** Bytes that are enough for {@link requireEnd}. */
export const LAST_BYTES = 12
const IEND = Buffer.from('0000000049454e44ae426082', 'hex')
const GIF_END = 0x3b

/**
 * A picture that was cut off would be shown in part, or not at all.
 *
 * @param head its first bytes @param tail its last {@link LAST_BYTES} @param length of all of it, in bytes
 * @throws DomainError BAD_REQUEST
 */
export function requireEnd(
  type: Exclude<PictureType, 'image/jpeg'>,
  { head, tail, length }: { head: Buffer; tail: Buffer; length: number },
): void {
  const isWhole =
    type === 'image/png'
      ? tail.equals(IEND)
      : type === 'image/gif'
        ? tail.at(-1) === GIF_END
        : // The length in the header leaves out its own 8 bytes, and the byte that makes it even.
          Math.abs(length - 8 - head.readUInt32LE(4)) <= 1
  if (!isWhole) throw brokenPicture()
}
