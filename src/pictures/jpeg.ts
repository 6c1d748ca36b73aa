import { brokenPicture } from './kinds.ts'

/** A JPEG picture that arrives in pieces. */
export interface JpegReader {
  /** @returns what of the piece is kept, in order @throws DomainError BAD_REQUEST if the bytes are not those of a JPEG */
  take(piece: Buffer): Buffer[]
  /** Pixels; undefined until the part of the picture that names them has come. */
  size(): { width: number; height: number } | undefined
  /** Whether the end of the picture has come. What follows it is dropped. */
  isWhole(): boolean
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** APP1: Exif, with the place and the time of the photo and a small copy of it, and XMP. */
const APP1 = 0xe1
/** Markers of frames, which name the size: all from SOF0 to SOF15 but those of tables and extensions. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Within the coded picture 0xFF is followed by 0, or by a marker that restarts it. */
const isInCode = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Bytes of a segment that are needed at once: marker, length, and of a frame its precision, height and width. */
const SEGMENT_HEAD = 4
const FRAME_HEAD = 9

const NOTHING = Buffer.alloc(0)

/** How many of the bytes are coded pixels, and whether the next segment begins after them. */
function codeIn(bytes: Buffer): { length: number; endsHere: boolean } {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]
    if (marker === undefined) return { length: at, endsHere: false }
    if (!isInCode(marker) && marker !== 0xff) return { length: at, endsHere: true }
  }
  return { length: bytes.length, endsHere: false }
}

/** How many of the bytes come before the last 0xFF with which they begin. */
function fillIn(bytes: Buffer): number {
  const end = bytes.findIndex((byte) => byte !== 0xff)
  return (end === -1 ? bytes.length : end) - 1
}

/**
 * Cuts the blocks of Exif out of a JPEG, and everything after its end, where phones keep films and further pictures with blocks of their
 * own. It follows the segments alone: nothing is decoded, and of a segment at most 9 bytes are kept until the next piece.
 */
export function readJpeg(): JpegReader {
  let rest: Buffer = NOTHING
  let size: { width: number; height: number } | undefined
  /** `marker`: a segment begins. `segment`: `left` bytes of one follow. `code`: coded pixels. */
  let place: 'start' | 'marker' | 'segment' | 'code' | 'end' = 'start'
  let left = 0
  let isKept = true
  let codeFollows = false

  /** The bytes that a segment begins with, once enough of them have come; undefined before. */
  function beginSegment(bytes: Buffer): Buffer | undefined {
    const marker = bytes[1]
    if (bytes[0] !== 0xff) throw brokenPicture()
    if (marker === undefined) return undefined
    // Any number of 0xFF may come before a marker: together, since a file may have millions.
    if (marker === 0xff) return bytes.subarray(0, fillIn(bytes))
    if (marker === EOI) {
      place = 'end'
      return bytes.subarray(0, 2)
    }
    if (bytes.length < (isFrame(marker) ? FRAME_HEAD : SEGMENT_HEAD)) return undefined
    const length = bytes.readUInt16BE(2)
    if (length < 2 || marker === SOI || isInCode(marker)) throw brokenPicture()
    if (isFrame(marker)) {
      if (length < FRAME_HEAD - 2 || size) throw brokenPicture()
      size = { height: bytes.readUInt16BE(5), width: bytes.readUInt16BE(7) }
    }
    if (marker === SOS && !size) throw brokenPicture()
    place = 'segment'
    left = length - 2
    isKept = marker !== APP1
    codeFollows = marker === SOS
    return bytes.subarray(0, SEGMENT_HEAD)
  }

  /** The next bytes that belong together; undefined if more have to come. */
  function next(bytes: Buffer): Buffer | undefined {
    if (place === 'start') {
      if (bytes.length < 2) return undefined
      place = 'marker'
      return bytes.subarray(0, 2)
    }
    if (place === 'marker') return beginSegment(bytes)
    if (place === 'segment') {
      const part = bytes.subarray(0, left)
      left -= part.length
      if (left === 0) place = codeFollows ? 'code' : 'marker'
      return part
    }
    if (place === 'code') {
      const { length, endsHere } = codeIn(bytes)
      if (endsHere) place = 'marker'
      return bytes.subarray(0, length)
    }
    return bytes
  }

  return {
    take: (piece) => {
      let bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const kept: Buffer[] = []
      while (bytes.length > 0 && place !== 'end') {
        const before = place
        isKept = before === 'segment' ? isKept : true
        const part = next(bytes)
        if (part === undefined || (part.length === 0 && place === before)) break
        if (isKept) kept.push(part)
        bytes = bytes.subarray(part.length)
      }
      rest = place === 'end' ? NOTHING : bytes
      return kept
    },
    size: () => size,
    isWhole: () => place === 'end',
  }
}
