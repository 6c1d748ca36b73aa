import type * as v from 'valibot'
import type { ErrorCode } from '../../lib/errors.ts'
import { allSteps, type Steps } from '../../lib/steps.ts'
import { version } from '../../lib/version.ts'
import { statusOf } from '../errors.ts'
import type { Route } from '../route.ts'
import { DESCRIPTION } from './description.ts'
import { errorDocs } from './errors.ts'
import { inlineSchema, type Schemas, schemasOf } from './schemas.ts'
import { type Webhook, webhooksOf } from './webhook.ts'

type Json = Record<string, unknown>

interface DocumentOptions {
  title: string
  baseUrl: string
  /** The description of each tag. */
  tags: Record<string, string>
  description?: string
  webhooks?: Webhook[]
}

/** The OpenAPI 3.1 document, generated only from the declarations of routes. */
export function openApiDocument(routes: Route[], options: DocumentOptions): Json {
  return allSteps(documentInSteps(routes, options))
}

/** {@link openApiDocument} in steps of some milliseconds: a server makes it while it serves others. */
export function* documentInSteps(
  routes: Route[],
  { title, baseUrl, tags, description = DESCRIPTION, webhooks = [] }: DocumentOptions,
): Steps<Json> {
  const schemas = yield* schemasOf(
    routes.flatMap(({ body }) => (body ? [body.schema] : [])),
    [...routes.flatMap(({ response }) => (response ? [response.schema] : [])), ...webhooks.map(({ schema }) => schema)],
  )
  yield
  const paths = yield* pathsOf(routes, schemas)
  yield
  const errors = [...new Set(routes.flatMap(errorsOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      description,
      contact: { name: `The operator of ${title}` },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: baseUrl }],
    security: routes.slice(0, 1).map(securityOf),
    tags: [...new Set([...routes, ...webhooks].map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    paths,
    ...(webhooks.length === 0 ? {} : { webhooks: webhooksOf(webhooks, schemas) }),
    components: {
      securitySchemes: Object.fromEntries(routes.map(({ credential }) => [credential.scheme, credential.openApi])),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: responseHeaders,
      schemas: { ...schemas.components, Error: errorSchema },
      responses: Object.fromEntries(errors.map((code) => [responseName(code), errorResponse(code)])),
    },
  }
}

const BODY_ERRORS = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'NOT_IMPLEMENTED'] as const

/** The errors of a route: declared ones and those of its checks, by status. */
export function errorsOf({
  credential,
  stream,
  body,
  upload,
  query,
  params,
  idempotent,
  limits,
  errors,
}: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(['UNAUTHORIZED', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', ...errors])
  if (limits.length > 0) codes.add('TOO_MANY_REQUESTS')
  if (body || upload || query || params || idempotent || stream) codes.add('BAD_REQUEST')
  if (idempotent) codes.add('CONFLICT')
  if (credential.pages || credential.guard) codes.add('FORBIDDEN')
  if (upload) codes.add('TOO_MANY_REQUESTS')
  if (body || upload) for (const code of BODY_ERRORS) codes.add(code)
  return [...codes].sort((a, b) => statusOf[a] - statusOf[b])
}

const PATHS_A_STEP = 16

function securityOf({ credential }: Route): Json {
  return { [credential.scheme]: [] }
}

function* pathsOf(routes: Route[], schemas: Schemas): Steps<Json> {
  const items: Record<string, Json> = {}
  for (const [index, route] of routes.entries()) {
    if (index % PATHS_A_STEP === 0) yield
    // The credential of the first route is the default of the document.
    const security = route.credential === routes[0]?.credential ? {} : { security: [securityOf(route)] }
    items[route.path] = {
      ...items[route.path],
      [route.method.toLowerCase()]: { ...operation(route, schemas), ...security },
    }
  }
  return items
}

function operation(route: Route, schemas: Schemas): Json {
  const { tag, operationId, summary, description, body, upload, isAtRoot } = route
  return {
    tags: [tag],
    operationId,
    summary,
    ...(description ? { description } : {}),
    // As seen from the document, which is at `/api/v1/spec.json`.
    ...(isAtRoot ? { servers: [{ url: '../..' }] } : {}),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.stream ? [lastEventId] : []),
    ],
    ...(body
      ? { requestBody: { required: !body.optional, content: jsonContent(schemas.bodyRef(body.schema), body.example) } }
      : {}),
    ...(upload
      ? { requestBody: { required: true, description: upload.description, content: fileContent(upload.types) } }
      : {}),
    responses: {
      [route.status]: success(route, schemas),
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
    const required = place === 'path' || entry.type !== 'optional'
    return { name, in: place, required, ...(description ? { description } : {}), schema: json }
  })
}

function success({ status, response, stream, download, file, idempotent, limits }: Route, schemas: Schemas): Json {
  return {
    description: (stream ?? download ?? file)?.description ?? (response ? 'Done.' : 'Done. The response has no body.'),
    headers: headerRefs([
      'X-Request-Id',
      ...(limits.length > 0 ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(idempotent ? ['Idempotent-Replayed'] : []),
    ]),
    ...(stream ? { content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } } } : {}),
    ...(download ? { content: fileContent(download.types) } : {}),
    ...(file ? { content: { 'text/csv': { schema: { type: 'string' }, example: file.example } } } : {}),
    ...(response && status !== 204
      ? { content: jsonContent(schemas.responseRef(response.schema), response.example) }
      : {}),
  }
}

function jsonContent(schema: Json, example: unknown): Json {
  return { 'application/json': { schema, example } }
}

/** Bytes of one of some media types. */
function fileContent(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
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

/** The name of the component: `BadRequest` for `BAD_REQUEST`. */
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
    '1 to 255 printable ASCII characters that you choose for this request, such as a UUID. A repeated call within 24 hours with the same body returns the first response, and nothing is done twice; with another body it returns 409. Keys are per workspace, method and path.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The id of the last event received, or `lastEventId` of the conversation. Without this header the stream starts with new events.',
  schema: { type: 'string' },
  example: 'msg_0VbaaJfV00007x0000Rb2mQvT9',
}

const responseHeaders: Json = {
  'X-Request-Id': { description: 'Identifies this request in the server logs.', schema: { type: 'string' } },
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
    description: '`true` if this is the stored first response for an Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' }, example: 60 },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  'Accept-Encoding': {
    description: 'The supported encodings of a body, if the request used another one.',
    schema: { type: 'string' },
    example: 'gzip, zstd',
  },
}

const errorSchema: Json = {
  title: 'Error',
  type: 'object',
  required: ['code', 'status', 'message', 'data'],
  properties: {
    code: { type: 'string', enum: Object.keys(statusOf), description: 'The kind of error, for programs.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string', description: 'What is wrong and what to do, for people.' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'Details, depending on the code.',
      properties: {
        issues: {
          type: 'array',
          maxItems: 100,
          description: 'The problems of a request, each with its path (400).',
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
            'The kind of conflict (409), the problem of an identity token (401), or `too_many_answers` (429).',
        },
        max: { type: 'integer', description: 'The limit (413).' },
        path: {
          type: 'array',
          items: { type: ['string', 'integer'] },
          description: 'The path of the object that is too large, such as `["data", 3]` (413).',
        },
        received: { type: 'integer', description: 'The number received (413).' },
        limit: { type: 'integer', description: 'The limit, usually of calls in a window (429).' },
        windowSeconds: { type: 'integer', description: 'Length of the window in seconds (429).' },
      },
    },
  },
}
