import { isAscii } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { MIMEType } from 'node:util'
import { constants, createGunzip, createZstdDecompress, type Zlib } from 'node:zlib'
import { ApiError, badRequest } from '../lib/errors.ts'
import { createGate } from '../lib/gate.ts'
import { extentOf, parse } from '../lib/json.ts'
import { release } from '../lib/memory.ts'

/** The member that is kept as it was written: the shop's own fields. */
const VERBATIM = 'custom'

/** The most that zstd may look back for, as a power of two: 8 MiB, which RFC 9659 asks of what is sent over HTTP. */
const ZSTD_WINDOW_LOG = 23

const DECODERS: Record<string, () => Transform & Zlib> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/** No media type that we take is longer; reading one of many kilobytes takes Node.js a second. */
const MAX_TYPE_LENGTH = 255

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE unless the body is declared as JSON in UTF-8 and in an encoding that can be read */
export function checkMediaType({ headers }: IncomingMessage): void {
  const type = headers['content-type']
  if (type !== 'application/json' && !isJson(type)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON in UTF-8: send it with Content-Type: application/json.',
    )
  }
  const encoding = encodingOf(headers['content-encoding'])
  if (encoding !== undefined && !Object.hasOwn(DECODERS, encoding)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body is compressed in a way that is not supported: use gzip, zstd or none.',
      {
        headers: { 'accept-encoding': 'gzip, zstd' },
      },
    )
  }
}

function isJson(type: string | undefined): boolean {
  if (type === undefined || type.length > MAX_TYPE_LENGTH) return false
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8'
  } catch {
    return false
  }
}

function encodingOf(header: string | undefined): string | undefined {
  const encoding = header?.trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** A kilobyte may unpack to megabytes, so only so many requests whose bodies did are worked on at a time, in the whole process. */
const unpacking = createGate(4)
/** Bodies of no more than this hold nobody up, and their memory is not worth a thought. */
const SMALL_BYTES = 256 * 1024

/**
 * Reads a request's body and gives it, unpacked, to `work`, for as long as that takes: a large body's memory is given back then. What a
 * client declares or sends beyond `maxBytes` is never read to the end.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE, or BAD_REQUEST when the compressed data is damaged or cut off; whatever `work` throws
 */
export async function withBody<T>(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  const encoding = encodingOf(req.headers['content-encoding'])
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (invitesBody(req)) res.writeContinue()
  const received = await collect(req, maxBytes).catch((error: Error) => {
    // The request's own stream fails only with its connection.
    throw error instanceof ApiError ? error : new ClientGone()
  })
  const createDecoder = encoding === undefined ? undefined : DECODERS[encoding]
  if (!createDecoder) return lend(received, work)
  const leave = await unpacking.enter()
  try {
    const body = await decompress(received, createDecoder(), maxBytes)
    if (body.length <= SMALL_BYTES) leave()
    return await lend(body, work)
  } finally {
    leave()
  }
}

async function lend<T>(body: Buffer, work: (body: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(body)
  } finally {
    if (body.length > SMALL_BYTES) release(body)
  }
}

/** Clients of HTTP/1.0 do not know of the invitation. */
function invitesBody({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0'
}

/** Unpacks a body that has arrived whole; what follows the compressed data makes it damaged. */
async function decompress(received: Buffer, decoder: Transform & Zlib, maxBytes: number): Promise<Buffer> {
  try {
    decoder.end(received)
    const unpacked = await collect(decoder, maxBytes)
    if (decoder.bytesWritten === received.length) return unpacked
  } catch (error) {
    if (error instanceof ApiError) throw error
    if ((error as NodeJS.ErrnoException).code === WINDOW_TOO_LARGE) throw windowTooLarge()
  } finally {
    decoder.destroy()
  }
  throw badRequest('The compressed body is damaged or cut off: compress it anew and send it whole.', [
    { path: [], message: 'cannot be decompressed' },
  ])
}

const WINDOW_TOO_LARGE = 'ZSTD_error_frameParameter_windowTooLarge'

function windowTooLarge(): ApiError {
  return badRequest(
    'The body is compressed with a window larger than 8 MiB: use zstd up to level 19, without --long.',
    [{ path: [], message: 'cannot be decompressed' }],
  )
}

/** The client went away in the middle of its request: there is nobody to answer. */
export class ClientGone extends Error {}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${maxBytes} bytes: send fewer objects in one call.`,
    { data: { max: maxBytes } },
  )
}

function collect(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)))
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : join(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new ClientGone()))
    const settle = (finish: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      // What still arrives must not become an unhandled error.
      stream.on('error', () => {})
      finish()
    }
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function join(chunks: Buffer[]): Buffer {
  const whole = Buffer.concat(chunks)
  if (whole.length <= SMALL_BYTES) return whole
  // A chunk that fills the memory that it lies in shares it with nothing.
  for (const chunk of chunks) if (chunk.length === chunk.buffer.byteLength) release(chunk)
  return whole
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The deepest nesting that is parsed: V8 keeps some 40 bytes for each level, which for megabytes of brackets come to gigabytes. */
const MAX_LEVELS = 500_000
/** The most values in a body: `{}` is two bytes to send, and 60 to keep. */
const MAX_VALUES = 2_000_000

/**
 * @throws ApiError BAD_REQUEST when the bytes are not UTF-8 or not JSON, PAYLOAD_TOO_LARGE when parsing them would take too much memory
 */
export function parseBody({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  boundExtent(bytes)
  let text: string
  try {
    // ASCII, as most bodies are, needs no decoding.
    text = isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes)
  } catch {
    throw malformed('is not valid UTF-8')
  }
  if (text.trim() === '') throw malformed('is empty')
  try {
    return parse(text, VERBATIM)
  } catch (error) {
    throw malformed(`is not valid JSON (${place(error, text)})`)
  }
}

function boundExtent(bytes: Buffer): void {
  // No shorter body has so many levels, let alone values.
  if (bytes.length <= MAX_LEVELS) return
  const { values, levels } = extentOf(bytes)
  if (levels > MAX_LEVELS) throw malformed('nests too deep')
  if (values <= MAX_VALUES) return
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body has ${values} values, more than ${MAX_VALUES}. Send fewer objects in one call.`,
    { data: { max: MAX_VALUES, received: values } },
  )
}

function malformed(problem: string): ApiError {
  return badRequest(`The body ${problem}: send one JSON object.`, [{ path: [], message: problem }])
}

/** Where a JSON text goes wrong. V8's own message quotes the text, which may be personal data, so only the position is taken from it. */
function place(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1]
  return position === undefined
    ? `it breaks off after ${text.length} characters`
    : `at character ${Number(position) + 1}`
}
