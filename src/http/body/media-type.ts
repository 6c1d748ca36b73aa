import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import { HttpError } from '../errors.ts'
import { type BodySize, canUnpack, ENCODINGS, encodingOf } from './receive.ts'

/** No media type that we take is longer; reading one of many kilobytes takes Node.js a second. */
const MAX_TYPE_LENGTH = 255

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE unless the body is declared as JSON in UTF-8 and in an encoding that can be read */
export function checkMediaType({ headers }: IncomingMessage, size: BodySize): void {
  const type = headers['content-type']
  if (type !== 'application/json' && !isJson(type)) {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'not_json',
      'The body must be JSON in UTF-8: send it with Content-Type: application/json.',
    )
  }
  const encoding = encodingOf(headers['content-encoding'])
  if (encoding === undefined) return
  // Whoever opens a page may send these: unpacking for them would take the places of shops.
  if (size === 'widget') {
    throw new HttpError(
      'UNSUPPORTED_MEDIA_TYPE',
      'compressed',
      'The body is compressed, which this address does not accept. Send it without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    )
  }
  if (canUnpack(encoding)) return
  throw new HttpError(
    'UNSUPPORTED_MEDIA_TYPE',
    'unknown_encoding',
    'The body is compressed in a way that is not supported: use gzip, zstd or none.',
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
