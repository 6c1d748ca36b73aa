import type { Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Zlib } from 'node:zlib'
import { badRequest, type DomainError } from '../../lib/errors.ts'
import { collect } from './collect.ts'

type Decoder = Transform & Zlib

/** The most that zstd may look back for, as a power of two: 8 MiB, which RFC 9659 asks of what is sent over HTTP. */
const ZSTD_WINDOW_LOG = 23

const DECODERS: Record<string, () => Decoder> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/** How a body is compressed, by its Content-Encoding; undefined when it is not. */
export function encodingOf(header: string | undefined): string | undefined {
  const encoding = header?.trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** What a body may be compressed with, as in Accept-Encoding. */
export const ENCODINGS = 'gzip, zstd'

export function canUnpack(encoding: string): boolean {
  return Object.hasOwn(DECODERS, encoding)
}

/**
 * Unpacks a body that has arrived whole; what follows the compressed data makes it damaged.
 *
 * @param onBytes called with the number of bytes of each piece; it may throw to end the unpacking
 * @throws DomainError BAD_REQUEST when the compressed data is damaged or cut off; what `onBytes` throws
 */
export async function unpack(received: Buffer, encoding: string, onBytes: (bytes: number) => void): Promise<Buffer> {
  const decoder = DECODERS[encoding]?.()
  if (!decoder) throw new Error(`there is no decoder for ${encoding}`)
  let ended: unknown
  try {
    decoder.end(received)
    const unpacked = await collect(decoder, (bytes) => {
      try {
        onBytes(bytes)
      } catch (error) {
        ended = error
        throw error
      }
    })
    if (decoder.bytesWritten === received.length) return unpacked
  } catch (error) {
    if (error === ended) throw error
    if ((error as NodeJS.ErrnoException).code === WINDOW_TOO_LARGE) throw windowTooLarge()
  } finally {
    decoder.destroy()
  }
  throw badRequest('The compressed body is damaged or cut off: compress it anew and send it whole.', [
    { path: [], message: 'cannot be decompressed' },
  ])
}

const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge'

function windowTooLarge(): DomainError {
  return badRequest(
    'The body is compressed with a window larger than 8 MiB: use zstd up to level 19, without --long.',
    [{ path: [], message: 'cannot be decompressed' }],
  )
}
