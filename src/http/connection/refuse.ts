import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DomainError } from '../../lib/errors.ts'
import { errorBody, headersOf, statusOf } from '../errors.ts'
import { jsonHeaders } from '../reply.ts'
import { noteOf } from '../request-note.ts'
import { lingerBeforeClosing } from './linger.ts'

/** Rejects a request before any route sees it, and ends its connection. */
export function refuseRequest(req: IncomingMessage, res: ServerResponse, error: DomainError): void {
  const note = noteOf(req)
  note.error = error
  const { headers, body } = plainAnswer(error, note.requestId)
  lingerBeforeClosing(req.socket)
  req.resume()
  res.writeHead(statusOf[error.code], headers).end(body)
}

/** The headers and body of an error that is written directly, without the HTTP application. */
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
