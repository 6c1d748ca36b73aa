import { STATUS_CODES } from 'node:http'
import { FastResponse } from 'srvx'
import type { DomainError } from '../lib/errors.ts'
import { stringify } from '../lib/json.ts'
import { errorBody, HttpError, headersOf, statusOf } from './errors.ts'

export type Headers = Record<string, string>

/**
 * Headers of every JSON response. Most responses contain customers' data, and without `no-store` a cache may store even a 404.
 * `nosniff` keeps browsers from showing pushed data as a page.
 */
export const jsonHeaders: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** A JSON response; without a body if `value` is undefined. */
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

/** A JSON response with `text`, or with its gzip form. */
export function textReply(status: number, text: string, gzipped: Uint8Array | undefined, headers: Headers): Response {
  const vary = [headers.vary, 'Accept-Encoding'].filter((name) => name !== undefined).join(', ')
  const encoding: Headers = gzipped ? { 'content-encoding': 'gzip' } : {}
  return new FastResponse((gzipped ?? text) as NonNullable<ConstructorParameters<typeof FastResponse>[0]>, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { ...jsonHeaders, ...headers, vary, ...encoding },
  })
}

/** An endless response with server-sent events, which proxies must not buffer. */
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

/** @param namesReason whether the reason is named also in errors that are not conflicts */
export function errorReply(error: DomainError, headers: Headers, namesReason = false): Response {
  return jsonReply(statusOf[error.code], errorBody(error, namesReason), { ...headers, ...headersOf(error) })
}

/** The error for a defect: it shows the caller no cause, which is in the log under the request's id. */
export function internalError(cause: unknown): DomainError {
  return new HttpError(
    'INTERNAL_SERVER_ERROR',
    'defect',
    'Internal error. Report it to the operator with the X-Request-Id of this response.',
    { cause },
  )
}
