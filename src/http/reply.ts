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

/** A file as a response, which is read piece by piece as the client takes it. */
export class FileContent {
  readonly type: string
  readonly bytes: number
  readonly pieces: () => AsyncGenerator<Uint8Array>

  constructor({ type, bytes, pieces }: Pick<FileContent, 'type' | 'bytes' | 'pieces'>) {
    this.type = type
    this.bytes = bytes
    this.pieces = pieces
  }
}

/** Shown by a page that has fetched it, and by nothing else: opened by itself it runs nothing and belongs to no origin. */
const fileHeaders: Headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
}

/** @param hasBody false for the response to HEAD */
export function fileReply({ type, bytes, pieces }: FileContent, hasBody: boolean, headers: Headers): Response {
  const all = { ...fileHeaders, ...headers, 'content-type': type, 'content-length': String(bytes) }
  if (!hasBody) return new FastResponse(null, { status: 200, statusText: 'OK', headers: all })
  const source = pieces()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await source.return(undefined)),
    },
    { highWaterMark: 0 },
  )
  return new FastResponse(body, { status: 200, statusText: 'OK', headers: all })
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

/** A CSV file, which is sent while it is made. Its name is in `headers`. */
export function csvReply(file: ReadableStream<Uint8Array>, headers: Headers): Response {
  const { 'content-type': _, ...others } = jsonHeaders
  return new FastResponse(file, {
    status: 200,
    statusText: 'OK',
    headers: { 'content-type': 'text/csv; charset=utf-8', ...others, ...headers },
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
