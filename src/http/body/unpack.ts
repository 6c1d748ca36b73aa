import type { Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Zlib } from 'node:zlib'
import { badRequest, type DomainError } from '../../lib/errors.ts'
import { collect, SHORT_BYTES } from './collect.ts'

type Decoder = Transform & Zlib

/** The maximum window of zstd as a power of two: 8 MiB, the limit of RFC 9659 for HTTP. */
const ZSTD_WINDOW_LOG = 23

/** Each chunk of a body is a turn of the event loop, so those of a long one are large. */
const DECODERS: Record<string, (chunkSize: number) => Decoder> = {
  gzip: (chunkSize) => createGunzip({ chunkSize }),
  'x-gzip': (chunkSize) => createGunzip({ chunkSize }),
  zstd: (chunkSize) =>
    createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}
const CHUNK_BYTES = 16 * 1024
const LONG_CHUNK_BYTES = 256 * 1024

/** The compression of a body by its Content-Encoding; undefined for a body that is not compressed. */
export function encodingOf(header: string | undefined): string | undefined {
  const encoding = header?.trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** The supported encodings, as in Accept-Encoding. */
export const ENCODINGS = 'gzip, zstd'

export function canUnpack(encoding: string): boolean {
  return Object.hasOwn(DECODERS, encoding)
}

/**
 * Unpacks a complete body. Bytes after the compressed data count as damage.
 *
 * @param onBytes called with the number of bytes of each piece; may throw to stop unpacking
 * @param expected the expected number of bytes
 * @throws DomainError BAD_REQUEST if the compressed data is damaged or incomplete; errors of `onBytes`
 */
export async function unpack(
  received: Buffer,
  encoding: string,
  onBytes: (bytes: number) => void,
  expected = 0,
): Promise<Buffer> {
  const decoder = DECODERS[encoding]?.(expected > SHORT_BYTES ? LONG_CHUNK_BYTES : CHUNK_BYTES)
  if (!decoder) throw new Error(`there is no decoder for ${encoding}`)
  let ended: unknown
  try {
    decoder.end(received)
    const unpacked = await collect(
      decoder,
      (bytes) => {
        try {
          onBytes(bytes)
        } catch (error) {
          ended = error
          throw error
        }
      },
      expected,
    )
    if (decoder.bytesWritten === received.length) return unpacked
  } catch (error) {
    if (error === ended) throw error
    if ((error as NodeJS.ErrnoException).code === WINDOW_TOO_LARGE) throw windowTooLarge()
  } finally {
    decoder.destroy()
  }
  throw badRequest('The compressed body is damaged or incomplete. Compress it again and send all of it.', [
    { path: [], message: 'cannot be decompressed' },
  ])
}

/** One byte of gzip unpacks to at most so many. */
const GZIP_RATIO = 1_032

/** The bytes that a long body probably takes: gzip ends with their number. */
export function expectedBytes(received: Buffer, encoding: string, max: number): number {
  const isGzip = encoding.endsWith('gzip') && received.length > 4
  const announced = isGzip ? received.readUInt32LE(received.length - 4) : 0
  return Math.min(max, received.length * GZIP_RATIO, Math.max(announced, 2 * SHORT_BYTES))
}

const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge'

function windowTooLarge(): DomainError {
  return badRequest(
    'The body is compressed with a window larger than 8 MiB: use zstd up to level 19, without --long.',
    [{ path: [], message: 'cannot be decompressed' }],
  )
}
