import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/*
 * Files of pictures. PNG and GIF can be shown by a browser; of JPEG and WebP only the structure is right, which is all that the server reads.
 */

export interface PictureSize {
  width?: number
  height?: number
}

const u16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff])

function segment(marker: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2), content])
}

/** What the Exif block of {@link jpeg} holds, and nothing else. */
export const PLACE = 'GPS 52.5163N 13.3777E'

/** @param exif whether it begins with a block of Exif @param fill bytes of coded pixels @param end what follows the end of the picture */
export function jpeg({
  width = 640,
  height = 480,
  exif = false,
  fill = 1_000,
  end = Buffer.alloc(0),
}: PictureSize & { exif?: boolean; fill?: number; end?: Buffer } = {}): Buffer {
  const frame = Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(exif ? [segment(0xe1, Buffer.from(`Exif\0\0${PLACE}`, 'latin1'))] : []),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    coded(fill),
    Buffer.from([0xff, 0xd9]),
    end,
  ])
}

/** Coded pixels: every 0xFF is followed by 0, or by a marker that restarts the decoder. */
function coded(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) bytes[at] = (at * 7 + (at >> 8)) & 0x7f
  for (let at = 10; at + 1 < length; at += 100) bytes.set([0xff, at % 200 === 10 ? 0 : 0xd0], at)
  return bytes
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** @param gray of all pixels, from 0 to 255; null: of each another, so that the file cannot be made smaller */
export function png({ width = 40, height = 30, gray = 128 }: PictureSize & { gray?: number | null } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const row = () => Buffer.concat([Buffer.from([0]), gray === null ? randomBytes(width) : Buffer.alloc(width, gray)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 20_000) }, row)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One black pixel in a frame of any size. */
export function gif({ width = 1, height = 1 }: PictureSize = {}): Buffer {
  const little = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    little(width),
    little(height),
    Buffer.from('80000000000000000021f90400000000002c00000000010001000002024401003b', 'hex'),
  ])
}

/** @param form of its first chunk */
export function webp(
  form: 'VP8 ' | 'VP8L' | 'VP8X',
  { width = 40, height = 30, fill = 64 }: PictureSize & { fill?: number } = {},
): Buffer {
  const content = Buffer.alloc(Math.max(fill, 10))
  if (form === 'VP8 ') {
    content.set([0, 0, 0, 0x9d, 0x01, 0x2a])
    content.writeUInt16LE(width, 6)
    content.writeUInt16LE(height, 8)
  } else if (form === 'VP8L') {
    content[0] = 0x2f
    content.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  } else {
    content.writeUIntLE(width - 1, 4, 3)
    content.writeUIntLE(height - 1, 7, 3)
  }
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + content.length, 4)
  head.write(`WEBP${form}`, 8, 'latin1')
  head.writeUInt32LE(content.length, 16)
  return Buffer.concat([head, content])
}
