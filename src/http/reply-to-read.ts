import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextTurn } from '../lib/gate.ts'
import { stringify } from '../lib/json.ts'
import { release } from '../lib/memory.ts'
import { acceptsGzip, type CompressText } from './gzip.ts'
import { onceSent } from './limits/answers-in-flight.ts'
import { type Headers, textReply } from './reply.ts'

/** A read that waits for its response. */
export interface ReadToAnswer {
  route: { status: number }
  req: IncomingMessage
  res: ServerResponse
  headers: Headers
  note: { workspaceId?: string | undefined }
  /** Counts the bytes of a large response. */
  noteLength?: ((bytes: number) => void) | undefined
}

/** After making a text of this length, other work gets a turn of the event loop. */
const LONG_BYTES = 128 * 1024

/**
 * The response to a read, compressed if the client accepts it and it is long enough.
 *
 * @param value what is shown, or the bytes of its JSON: they are empty once they were sent
 */
export async function replyToRead(
  { route, req, res, headers, note, noteLength }: ReadToAnswer,
  value: unknown,
  compressText: CompressText,
): Promise<Response> {
  const text = value instanceof Uint8Array ? value : stringify(value)
  noteLength?.(Buffer.byteLength(text))
  if (typeof text === 'string' && text.length > LONG_BYTES) await nextTurn()
  // A response to HEAD has no body to compress.
  const gzipped =
    req.method === 'GET' && acceptsGzip(req) ? await compressText(text, note.workspaceId ?? '') : undefined
  // Only now: while it is compressed, another thread reads the memory.
  if (text instanceof Uint8Array) onceSent(req, res, () => release(text))
  return textReply(route.status, text, gzipped, headers)
}
