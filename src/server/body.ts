import { isAscii } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { ApiError, badRequest } from '../lib/errors.ts'
import { parse } from '../lib/json.ts'

/** The member that is kept as it was written: the shop's own fields. */
const VERBATIM = 'custom'

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  zstd: createZstdDecompress,
}

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
  if (type === undefined) return false
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

/**
 * Reads a request's body, decompressed. What a client declares or sends beyond `maxBytes` is never read to the end.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE, or BAD_REQUEST when the compressed data is damaged or cut off
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, maxBytes: number): Promise<Buffer> {
  const encoding = encodingOf(req.headers['content-encoding'])
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (req.headers.expect !== undefined) res.writeContinue()
  const decoder = encoding === undefined ? undefined : DECODERS[encoding]?.()
  if (!decoder) {
    return collect(req, maxBytes).catch((error: Error) => {
      // The request's own stream fails only with its connection.
      throw error instanceof ApiError ? error : new ClientGone()
    })
  }
  // Two limits: on what it unpacks to, and, since empty gzip members unpack to nothing, on what is received.
  const received = forward(req, decoder, maxBytes)
  try {
    return await collect(decoder, maxBytes)
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClientGone) throw error
    throw badRequest('The compressed body is damaged or cut off: compress it anew and send it whole.', [
      { path: [], message: 'cannot be decompressed' },
    ])
  } finally {
    received.stop()
    decoder.destroy()
  }
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
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
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

/** Feeds the request to a decoder, with back-pressure, until it ends, fails or exceeds `maxBytes`. */
function forward(
  req: IncomingMessage,
  decoder: NodeJS.ReadWriteStream & Readable,
  maxBytes: number,
): { stop: () => void } {
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) return decoder.destroy(tooLarge(maxBytes))
    if (!decoder.write(chunk)) req.pause()
    return undefined
  }
  const onDrain = () => req.resume()
  const onEnd = () => decoder.end()
  const onClose = () => {
    if (!req.complete) decoder.destroy(new ClientGone())
  }
  decoder.on('drain', onDrain)
  req
    .on('data', onData)
    .on('end', onEnd)
    .on('close', onClose)
    .on('error', () => {})
  return { stop: () => req.off('data', onData).off('end', onEnd).off('close', onClose) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws ApiError BAD_REQUEST when the bytes are not UTF-8 or not JSON */
export function parseBody(bytes: Buffer): unknown {
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
