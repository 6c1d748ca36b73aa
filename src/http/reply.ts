import { STATUS_CODES } from 'node:http'
import { FastResponse } from 'srvx'
import { ApiError } from '../lib/errors.ts'
import { stringify } from '../lib/json.ts'

export type Headers = Record<string, string>

/**
 * Goes out with every answer in JSON. Most of them are customers' data or a key's standing, and a cache on the way may keep even
 * a 404 where nothing forbids it; no browser shall take what a shop pushed for a page.
 */
export const jsonHeaders: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** An answer in JSON, or without a body where `value` is undefined. */
export function jsonReply(status: number, value: unknown, headers: Headers): Response {
  const statusText = STATUS_CODES[status] ?? ''
  if (value === undefined) {
    const { 'content-type': _, ...others } = jsonHeaders
    return new FastResponse(null, { status, statusText, headers: { ...others, ...headers } })
  }
  return new FastResponse(stringify(value), {
    status,
    statusText,
    headers: { ...jsonHeaders, ...headers },
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
      'x-content-type-options': 'nosniff',
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
