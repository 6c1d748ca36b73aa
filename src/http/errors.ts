import { DomainError, type ErrorCode, withHelp } from '../lib/errors.ts'

/** The HTTP status of each kind of error. */
export const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>

/** What callers of the API can do about an error of the domain, by its reason. */
const HELP: Record<string, string> = {
  backfill_missing: 'create one with POST /backfills',
  no_such_backfill: 'GET /backfills lists them',
}

/** Headers that go with an error of the domain, by its reason. */
const HEADERS: Record<string, Record<string, string>> = {
  busy: { 'retry-after': '1' },
}

/** An error of a request itself, with the headers of its response. */
export class HttpError extends DomainError {
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    reason: string,
    message: string,
    {
      data = {},
      headers = {},
      cause,
    }: { data?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(code, reason, message, data, cause)
    this.headers = headers
  }
}

export function headersOf(error: DomainError): Record<string, string> {
  return error instanceof HttpError ? error.headers : (HEADERS[error.reason] ?? {})
}

/** The one shape of every error: `{code, status, message, data}`. A conflict names its reason. */
export function errorBody(error: DomainError): {
  code: ErrorCode
  status: number
  message: string
  data: Record<string, unknown>
} {
  const { code, reason, message, facts } = error
  return {
    code,
    status: statusOf[code],
    message: withHelp(message, HELP[reason]),
    data: code === 'CONFLICT' ? { reason, ...facts } : facts,
  }
}
