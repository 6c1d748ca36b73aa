import { DomainError, type ErrorCode, withHelp } from '../lib/errors.ts'
import { PROGRAM } from '../lib/program.ts'

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

/** For operators, in the console and at the command line. */
const TEST_MODE = `operators turn test mode on in System, or with "${PROGRAM} workspaces set WORKSPACE --test on"`

/** Help for callers of the API after an error of the domain, by its reason. */
const HELP: Record<string, string> = {
  backfill_missing: 'create one with POST /backfills',
  no_such_backfill: 'GET /backfills lists them',
  member_exists: 'sign in, and open the link again',
  has_owner: 'sign in, or ask an owner for an invite',
  loopback_http: TEST_MODE,
  plan: TEST_MODE,
  no_public_address: 'an operator starts it with --public-url, such as --public-url https://chat.shop.example',
}

/** Headers that go with an error of the domain, by its reason. */
const HEADERS: Record<string, (facts: Record<string, unknown>) => Record<string, string>> = {
  busy: () => ({ 'retry-after': '1' }),
  filters_not_ready: () => ({ 'retry-after': '60' }),
  segment_not_ready: () => ({ 'retry-after': '5' }),
  busy_with_passwords: () => ({ 'retry-after': '5' }),
  busy_with_checks: () => ({ 'retry-after': '60' }),
  too_many_tries: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
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
  return error instanceof HttpError ? error.headers : (HEADERS[error.reason]?.(error.facts) ?? {})
}

/** The one shape of every error: `{code, status, message, data}`. A conflict names its reason, and with `namesReason` every error. */
export function errorBody(
  error: DomainError,
  namesReason = false,
): {
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
    data: namesReason || code === 'CONFLICT' ? { reason, ...facts } : facts,
  }
}

/** The error for a request that the stopping server does not process. */
export function stopping(): DomainError {
  return new HttpError('SERVICE_UNAVAILABLE', 'stopping', 'The server is stopping. Send the request again.')
}
