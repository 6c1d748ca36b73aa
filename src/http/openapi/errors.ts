import type { ErrorCode } from '../../lib/errors.ts'

interface ErrorDoc {
  description: string
  /** The message of the example. */
  message: string
  data: Record<string, unknown>
  headers: string[]
}

/** The description of each error in the API reference. */
export const errorDocs: Record<ErrorCode, ErrorDoc> = {
  BAD_REQUEST: {
    description:
      'The body is not JSON or does not fit the schema, or a parameter or the Idempotency-Key is invalid: `data.issues` lists the paths. Or the address has a `.` or `..` segment, a backslash or a `#`.',
    message: 'The body does not fit the schema: data.3.items.0.quantity is 0: leave the line out.',
    data: {
      issues: [{ path: ['data', 3, 'items', 0, 'quantity'], message: 'is 0: leave the line out' }],
    },
    headers: [],
  },
  UNAUTHORIZED: {
    description:
      'The key or token is missing, unknown, revoked, expired or of the wrong kind. For an identity token, `data.reason` is `bad`, `stale` or `used`.',
    message: 'Send a valid secret key of your workspace as "Authorization: Bearer sk_…".',
    data: {},
    headers: ['WWW-Authenticate'],
  },
  FORBIDDEN: {
    description:
      'The plan or the role does not allow the call. For the chat widget: the workspace does not allow the origin of the page.',
    message: 'Only owners and admins of the workspace can do this. Ask an owner or admin.',
    data: {},
    headers: [],
  },
  NOT_FOUND: {
    description: 'There is no such object in the workspace of this key.',
    message: 'This workspace has no order with this id: check the id, or push it first.',
    data: {},
    headers: [],
  },
  METHOD_NOT_SUPPORTED: {
    description: 'The address does not support this method.',
    message: 'This address does not support this method. Use GET, HEAD.',
    data: {},
    headers: [],
  },
  REQUEST_TIMEOUT: {
    description: 'The request did not arrive within 30 seconds; the connection is closed.',
    message: 'The request took too long to arrive: send it faster, or in smaller parts.',
    data: {},
    headers: [],
  },
  CONFLICT: {
    description: 'The Idempotency-Key was used with a different request.',
    message: 'This Idempotency-Key was used with a different request within 24 hours: use a new key for a new request.',
    data: { reason: 'idempotency_key_reused' },
    headers: [],
  },
  PAYLOAD_TOO_LARGE: {
    description:
      'Too many objects, values or bytes in one call: split the call. Or one object is too large: `data.path` is its path, `data.max` and `data.received` are bytes of JSON.',
    message: '26 orders in one call are too many. Send at most 25 per call.',
    data: { max: 25, received: 26 },
    headers: [],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    description:
      'The body is not declared as JSON in UTF-8, or is compressed with something other than gzip or zstd. Calls of the chat widget do not accept compressed bodies.',
    message: 'The body must be JSON in UTF-8: send it with Content-Type: application/json.',
    data: {},
    headers: ['Accept-Encoding'],
  },
  TOO_MANY_REQUESTS: {
    description:
      'A limit was reached: of calls, of messages, of bytes that guests store in a day, of bytes of a conversation that are read, or of unfinished responses (`data.reason` is `too_many_answers`).',
    message: 'More than 600 of these calls in 60 seconds. Wait for the time in Retry-After, then continue.',
    data: { limit: 600, windowSeconds: 60 },
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  REQUEST_HEADER_FIELDS_TOO_LARGE: {
    description: 'The headers are too large.',
    message: 'The headers of the request are too large: send fewer or shorter ones.',
    data: {},
    headers: [],
  },
  INTERNAL_SERVER_ERROR: {
    description: 'An internal error.',
    message: 'Internal error. Report it to the operator with the X-Request-Id of this response.',
    data: {},
    headers: [],
  },
  NOT_IMPLEMENTED: {
    description: 'The request has a `Transfer-Encoding` other than `chunked`; the connection is closed.',
    message:
      'This transfer coding is not supported: send Transfer-Encoding: chunked alone, and compress with Content-Encoding.',
    data: {},
    headers: [],
  },
  SERVICE_UNAVAILABLE: {
    description:
      'The server is stopping, or its database is temporarily unavailable. Or, with `Retry-After`, the workspace has too many large calls at the same time. Nothing was stored. Try again.',
    message: 'Nothing was stored: the disk of the database is full. Try again later.',
    data: {},
    headers: ['Retry-After'],
  },
}
