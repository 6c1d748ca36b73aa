import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DomainError } from '../../lib/errors.ts'
import { errorBody, headersOf, statusOf } from '../errors.ts'
import { jsonHeaders } from '../reply.ts'
import { noteOf } from '../request-note.ts'
import { lingerBeforeClosing } from './linger.ts'

/** Answers a request that no route gets to see with an error, as the last one of its connection. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: DomainError): void {
  const note = noteOf(req)
  note.error = error
  const { headers, body } = plainAnswer(error, note.requestId)
  lingerBeforeClosing(req.socket)
  req.resume()
  res.writeHead(statusOf[error.code], headers).end(body)
}

/** An error as it is written without the application around it. */
export function plainAnswer(error: DomainError, requestId: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    ...headersOf(error),
    ...jsonHeaders,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { headers, body }
}
