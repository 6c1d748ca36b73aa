import type * as v from 'valibot'
import type { ErrorCode } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import { statusOf } from '../errors.ts'
import type { Route } from '../route.ts'
import { errorDocs } from './errors.ts'
import { componentSchemas, inlineSchema, refTo } from './schemas.ts'

type Json = Record<string, unknown>

const DESCRIPTION = `A shop's own server pushes its commerce data here, so that an assistant and human agents can answer questions such as "where is my order?".

**Authentication.** Every call carries a secret key: \`Authorization: Bearer sk_…\`. The key alone decides which workspace the data belongs to. The calls of the chat widget come from web pages, and carry a publishable key or the token of a chat session instead.

**Upserts.** Objects are upserted by \`id\`, your own id. \`updatedAt\` is required: a push that is not newer than the stored copy is ignored and reported as \`stale\`. A field that is left out stays as it is, \`null\` clears it, an array or object that is present replaces the stored one whole. Ids compare byte for byte; strings come back exactly as they were sent and must be valid Unicode without NUL.

**Times** are ISO-8601 with a time zone, or integer epoch milliseconds; answers carry ISO-8601 in UTC. **Amounts** are integers in minor units beside an ISO 4217 code.

**Bodies** are JSON in UTF-8, optionally with \`Content-Encoding: gzip\` or \`zstd\`. Where a member stands twice in an object, the last one counts.

**Errors.** Every answer other than 2xx has the shape \`{code, status, message, data}\`. A request that fails has changed nothing.

**Limits.** Calls per minute are told in the \`RateLimit\` and \`RateLimit-Policy\` headers; a refused call gets 429 and does not count. Calls without a valid key, and to addresses that do not exist, are limited by the client's network.

**Idempotency.** A write with an \`Idempotency-Key\` that is repeated within 24 hours, with the same body, is answered with the first response and \`Idempotent-Replayed: true\`.`

/** The OpenAPI 3.1 document, made from the route declarations alone. */
export function openApiDocument(routes: Route[], { title, baseUrl }: { title: string; baseUrl: string }): Json {
  const errors = [...new Set(routes.flatMap(errorsOf))]
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    security: routes.slice(0, 1).map(securityOf),
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `Everything about ${name.toLowerCase()}.`,
    })),
    paths: paths(routes),
    components: {
      securitySchemes: Object.fromEntries(routes.map(({ credential }) => [credential.scheme, credential.openApi])),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: responseHeaders,
      schemas: { ...componentSchemas(routes.flatMap(schemasOf)), Error: errorSchema },
      responses: Object.fromEntries(errors.map((code) => [responseName(code), errorResponse(code)])),
    },
  }
}

function schemasOf({ body, response }: Route): v.GenericSchema[] {
  return [body?.schema, response?.schema].filter((schema) => schema !== undefined)
}

const BODY_ERRORS = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'NOT_IMPLEMENTED'] as const

/** The errors of a route: those it declares and those that its checks imply, by status. */
export function errorsOf({ credential, stream, body, query, params, idempotent, limits, errors }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(['UNAUTHORIZED', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', ...errors])
  if (limits.length > 0) codes.add('TOO_MANY_REQUESTS')
  if (body || query || params || idempotent || stream) codes.add('BAD_REQUEST')
  if (idempotent) codes.add('CONFLICT')
  if (credential.pages) codes.add('FORBIDDEN')
  if (body) for (const code of BODY_ERRORS) codes.add(code)
  return [...codes].sort((a, b) => statusOf[a] - statusOf[b])
}

function securityOf({ credential }: Route): Json {
  return { [credential.scheme]: [] }
}

function paths(routes: Route[]): Json {
  const items: Record<string, Json> = {}
  for (const route of routes) {
    // What the first route takes is the rule of the document.
    const security = route.credential === routes[0]?.credential ? {} : { security: [securityOf(route)] }
    items[route.path] = { ...items[route.path], [route.method.toLowerCase()]: { ...operation(route), ...security } }
  }
  return items
}

function operation(route: Route): Json {
  const { tag, operationId, summary, description, body } = route
  return {
    tags: [tag],
    operationId,
    summary,
    ...(description ? { description } : {}),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.stream ? [lastEventId] : []),
    ],
    ...(body ? { requestBody: { required: true, content: jsonContent(body.schema, body.example) } } : {}),
    responses: {
      [route.status]: success(route),
      ...Object.fromEntries(
        errorsOf(route).map((code) => [statusOf[code], { $ref: `#/components/responses/${responseName(code)}` }]),
      ),
    },
  }
}

function parameters(schema: v.GenericSchema | undefined, place: 'path' | 'query'): Json[] {
  const entries = (schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}
  return Object.entries(entries).map(([name, entry]) => {
    const { description, ...json } = inlineSchema(entry)
    return { name, in: place, required: place === 'path', ...(description ? { description } : {}), schema: json }
  })
}

function success({ status, response, stream, idempotent, limits }: Route): Json {
  return {
    description: stream?.description ?? (response ? 'Done.' : 'Done; the answer has no body.'),
    headers: headerRefs([
      'X-Request-Id',
      ...(limits.length > 0 ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(idempotent ? ['Idempotent-Replayed'] : []),
    ]),
    ...(stream ? { content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } } } : {}),
    ...(response && status !== 204 ? { content: jsonContent(response.schema, response.example) } : {}),
  }
}

function jsonContent(schema: v.GenericSchema, example: unknown): Json {
  return { 'application/json': { schema: refTo(schema), example } }
}

function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorResponse(code: ErrorCode): Json {
  const { description, message, data, headers } = errorDocs[code]
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...headers]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { code, status: statusOf[code], message, data },
      },
    },
  }
}

/** `BAD_REQUEST` is the component `BadRequest`. */
function responseName(code: ErrorCode): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 printable ASCII characters that you choose for this request. Repeated within 24 hours with the same body, it is answered with the first response and nothing is done twice; with another body it is a 409. Keys are per workspace, method and path.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-o_1001-2026-03-01T09:30:00Z',
}

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The id of the last event that you have, or `lastEventId` of the conversation. Without one the stream begins now.',
  schema: { type: 'string' },
  example: 'msg_0VbaaJfV00007x0000Rb2mQvT9',
}

const responseHeaders: Json = {
  'X-Request-Id': { description: 'Names this request in the logs of the server.', schema: { type: 'string' } },
  RateLimit: {
    description: 'Calls left (`r`) and seconds until the oldest one stops counting (`t`), by policy.',
    schema: { type: 'string' },
    example: '"calls";r=598;t=41',
  },
  'RateLimit-Policy': {
    description: 'The limits that apply: calls (`q`) in a window of seconds (`w`).',
    schema: { type: 'string' },
    example: '"calls";q=600;w=60',
  },
  'Idempotent-Replayed': {
    description: '`true` on an answer that repeats the first one for an Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' }, example: 60 },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  'Accept-Encoding': {
    description: 'The encodings that a body may have, where its own was not among them.',
    schema: { type: 'string' },
    example: 'gzip, zstd',
  },
}

const errorSchema: Json = {
  title: 'Error',
  type: 'object',
  required: ['code', 'status', 'message', 'data'],
  properties: {
    code: { type: 'string', enum: Object.keys(statusOf), description: 'What went wrong, for programs.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string', description: 'One sentence that says what to do.' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'Details by code.',
      properties: {
        issues: {
          type: 'array',
          maxItems: 100,
          description: 'What is wrong where; of a 400.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: {
                type: 'array',
                items: { type: ['string', 'integer'] },
                description: "From the body's root to the value.",
              },
              message: { type: 'string' },
            },
          },
        },
        reason: {
          type: 'string',
          description:
            'Why it conflicts, of a 409; what is wrong with an identity token, of a 401; `too_many_answers`, of a 429.',
        },
        max: { type: 'integer', description: 'The most there may be; of a 413.' },
        path: {
          type: 'array',
          items: { type: ['string', 'integer'] },
          description: 'The object that is too large, such as `["data", 3]`; of a 413.',
        },
        received: { type: 'integer', description: 'How many there were; of a 413.' },
        limit: { type: 'integer', description: 'What there may be at most, mostly calls in a window; of a 429.' },
        windowSeconds: { type: 'integer', description: 'Length of the window; of a 429.' },
      },
    },
  },
}
