import { STATUS_CODES } from 'node:http'
import { FastResponse } from 'srvx'
import type { DomainError } from '../lib/errors.ts'
import { stringify } from '../lib/json.ts'
import { errorBody, HttpError, headersOf, statusOf } from './errors.ts'

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

export function errorReply(error: DomainError, headers: Headers): Response {
  return jsonReply(statusOf[error.code], errorBody(error), { ...headers, ...headersOf(error) })
}

/** What a caller sees of a defect: that there was one, and the request's id to ask for. */
export function internalError(cause: unknown): DomainError {
  return new HttpError(
    'INTERNAL_SERVER_ERROR',
    'defect',
    'This is a defect of the server: report it with the X-Request-Id of this answer.',
    { cause },
  )
}
