import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '../../lib/errors.ts'
import { errorBody, jsonHeaders } from '../reply.ts'
import { noteOf } from '../request-note.ts'
import { lingerBeforeClosing } from './linger.ts'

/** Answers a request that no route gets to see with an error, as the last one of its connection. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
  const note = noteOf(req)
  note.error = error
  const { headers, body } = plainAnswer(error, note.requestId)
  lingerBeforeClosing(req.socket)
  req.resume()
  res.writeHead(error.status, headers).end(body)
}

/** An error as it is written without the application around it. */
export function plainAnswer(error: ApiError, requestId: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    ...error.headers,
    ...jsonHeaders,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { headers, body }
}
