import { STATUS_CODES } from 'node:http'
import { FastResponse } from 'srvx'
import { ApiError } from '../lib/errors.ts'
import { stringify } from '../lib/json.ts'

export type Headers = Record<string, string>

/** An answer in JSON, or without a body where `value` is undefined. */
export function jsonReply(status: number, value: unknown, headers: Headers): Response {
  const statusText = STATUS_CODES[status] ?? ''
  if (value === undefined) return new FastResponse(null, { status, statusText, headers })
  return new FastResponse(stringify(value), {
    status,
    statusText,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** An answer that goes on: server-sent events, which no proxy may hold back. */
export function streamReply(events: ReadableStream<Uint8Array>, headers: Headers): Response {
  return new FastResponse(events, {
    status: 200,
    statusText: 'OK',
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...headers,
    },
  })
}

/** The one shape of every error: `{code, status, message, data}`. */
export function errorBody({ code, status, message, data }: ApiError): object {
  return { code, status, message, data }
}

export function errorReply(error: ApiError, headers: Headers): Response {
  return jsonReply(error.status, errorBody(error), { ...headers, ...error.headers })
}

/** What a caller sees of a defect: that there was one, and the request's id to ask for. */
export function internalError(cause: unknown): ApiError {
  return new ApiError(
    'INTERNAL_SERVER_ERROR',
    'This is a defect of the server: report it with the X-Request-Id of this answer.',
    { cause },
  )
}
