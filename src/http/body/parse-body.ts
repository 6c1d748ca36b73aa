import { isAscii } from 'node:buffer'
import { badRequest, type DomainError } from '../../lib/errors.ts'
import { extentOf, parse } from '../../lib/json.ts'
import { HttpError } from '../errors.ts'

/** The member that is kept as it was written: the shop's own fields. */
const VERBATIM = 'custom'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The deepest nesting that is parsed: V8 keeps some 40 bytes for each level, which for megabytes of brackets come to gigabytes. */
const MAX_LEVELS = 500_000
/** The most values in a body: `{}` is two bytes to send, and 60 to keep. */
const MAX_VALUES = 2_000_000

/**
 * @throws DomainError BAD_REQUEST when the bytes are not UTF-8 or not JSON, PAYLOAD_TOO_LARGE when parsing them would take too much memory
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
  throw new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_many_values',
    `The body has ${values} values, more than ${MAX_VALUES}. Send fewer objects in one call.`,
    { data: { max: MAX_VALUES, received: values } },
  )
}

function malformed(problem: string): DomainError {
  return badRequest(`The body ${problem}: send one JSON object.`, [{ path: [], message: problem }])
}

/** Where a JSON text goes wrong. V8's own message quotes the text, which may be personal data, so only the position is taken from it. */
function place(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1]
  return position === undefined
    ? `it breaks off after ${text.length} characters`
    : `at character ${Number(position) + 1}`
}
