import type { IncomingMessage } from 'node:http'
import { nextTurn } from '../lib/gate.ts'
import { stringify } from '../lib/json.ts'
import { acceptsGzip, type CompressText } from './gzip.ts'
import { type Headers, textReply } from './reply.ts'

/** A read that waits for its response. */
export interface ReadToAnswer {
  route: { status: number }
  req: IncomingMessage
  headers: Headers
  note: { workspaceId?: string | undefined }
  /** Counts the bytes of a large response. */
  noteLength?: ((bytes: number) => void) | undefined
}

/** After making a text of this length, other work gets a turn of the event loop. */
const LONG_BYTES = 128 * 1024

/** The response to a read, compressed if the client accepts it and it is long enough. */
export async function replyToRead(
  { route, req, headers, note, noteLength }: ReadToAnswer,
  value: unknown,
  compressText: CompressText,
): Promise<Response> {
  const text = stringify(value)
  noteLength?.(Buffer.byteLength(text))
  if (text.length > LONG_BYTES) await nextTurn()
  // A response to HEAD has no body to compress.
  const gzipped =
    req.method === 'GET' && acceptsGzip(req) ? await compressText(text, note.workspaceId ?? '') : undefined
  return textReply(route.status, text, gzipped, headers)
}
