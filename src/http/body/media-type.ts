import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import { HttpError } from '../errors.ts'
import type { BodySize } from './receive.ts'
import { canUnpack, ENCODINGS, encodingOf } from './unpack.ts'

/** Longer than every accepted media type. Parsing a media type of many kilobytes takes Node.js a second. */
const MAX_TYPE_LENGTH = 255

/**
 * @param anyType accepts every media type
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE unless the body is declared as JSON in UTF-8 with a supported encoding
 */
export function checkMediaType({ headers }: IncomingMessage, size: BodySize, anyType = false): void {
  const type = headers['content-type']
  if (type !== 'application/json' && !anyType && !isJson(type)) {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'not_json',
      'The body must be JSON in UTF-8: send it with Content-Type: application/json.',
    )
  }
  const encoding = encodingOf(headers['content-encoding'])
  if (encoding === undefined) return
  // Anybody who opens a page can send these bodies. Unpacking them would take the places of shops.
  if (size === 'widget' || size === 'stranger') {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'compressed',
      'This address does not accept compressed bodies. Send the body without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    )
  }
  if (canUnpack(encoding)) return
  throw new HttpError(
    'UNSUPPORTED_MEDIA_TYPE',
    'unknown_encoding',
    'The Content-Encoding of the body is not supported. Use gzip or zstd, or send the body uncompressed.',
    { headers: { 'accept-encoding': ENCODINGS } },
  )
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
