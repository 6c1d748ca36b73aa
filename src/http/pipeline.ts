import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import type { Actor } from '../access/actor.ts'
import { DomainError } from '../lib/errors.ts'
import type { Store } from '../store/store.ts'
import { type Admission, admit } from './admit.ts'
import { check, checkedBody } from './body/check.ts'
import { type Checked, UNDECLARED } from './body/checked.ts'
import { ClientGone, SHORT_BYTES } from './body/collect.ts'
import { checkMediaType } from './body/media-type.ts'
import { noUpload, uploadOf } from './body/upload.ts'
import { clientAddress, clientNetwork } from './client-address.ts'
import { lingerBeforeClosing } from './connection/refuse.ts'
import { corsHeaders, isForPages } from './cors.ts'
import type { Caller } from './credentials/credential.ts'
import { headersOf, statusOf } from './errors.ts'
import { idempotentStore, readIdempotencyKey } from './idempotency.ts'
import { onceSent } from './limits/answers-in-flight.ts'
import { readQuery } from './read-query.ts'
import {
  csvReply,
  errorReply,
  FileContent,
  fileReply,
  type Headers,
  internalError,
  jsonReply,
  streamReply,
} from './reply.ts'
import { replyToRead } from './reply-to-read.ts'
import { KEPT_BODY_BYTES, noteOf, type RequestNote } from './request-note.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** One request on its way through the checks. `added` are headers that go out with a good answer. */
interface Exchange extends Admission {
  url: URL
  params: Record<string, string>
  added: Headers
}

/**
 * Turns a route into a handler that runs the checks in the API's order: key, rate limit, media type and size, JSON, number of
 * objects, schema, idempotency, work. A request that fails a check changes nothing.
 *
 * @param declared the path as logs and figures name it
 * @param fixedParams path parameters that stand in for those of the request
 */
export function serveRoute(
  route: Route,
  services: Services,
  declared: string,
  fixedParams?: Record<string, string>,
): (event: H3Event) => Promise<Response> {
  return async (event) => {
    const { req, res } = event.node as { req: IncomingMessage; res: ServerResponse }
    const note = noteOf(req)
    note.route = declared
    if (route.pushes) note.pushes = route.pushes
    const headers: Headers = {
      'x-request-id': note.requestId,
      ...(isForPages(route) ? corsHeaders(req.headers.origin) : {}),
    }
    if (route.credential.tellsTime) headers['x-server-time'] = String(services.clock.now())
    const params = fixedParams ?? event.context.params ?? {}
    const exchange: Exchange = { route, req, res, url: event.url, params, headers, added: {}, note }
    try {
      const value = await answer(exchange, services)
      if (value instanceof ReadableStream)
        return route.file ? csvReply(value, { ...headers, ...exchange.added }) : streamReply(value, headers)
      if (value instanceof FileContent) {
        exchange.noteLength?.(value.bytes)
        return fileReply(value, req.method !== 'HEAD', headers)
      }
      // Responses to writes are short: they skip compression.
      if (route.method === 'GET' && value !== undefined)
        return await replyToRead(exchange, value, services.compressText)
      return jsonReply(route.status, value, { ...headers, ...exchange.added })
    } catch (error) {
      if (!req.complete && mayBeLong(req)) {
        headers.connection = 'close'
        lingerBeforeClosing(req.socket)
        req.resume()
      }
      if (error instanceof DomainError && error.code === 'UNAUTHORIZED')
        headers['www-authenticate'] = route.credential.challenge
      return replyToError(error, note, headers, services, route.credential.tellsReasons)
    }
  }
}

/** The response to an error: a DomainError is returned as it is; any other error is logged and returned as an internal error. */
export function replyToError(
  error: unknown,
  note: RequestNote,
  headers: Headers,
  { log }: Pick<Services, 'log'>,
  namesReason = false,
): Response {
  const shown = error instanceof DomainError ? error : internalError(error)
  note.error = shown
  // An error with Retry-After is a limit, not a fault of the server.
  if (statusOf[shown.code] >= 500 && !(error instanceof ClientGone) && !('retry-after' in headersOf(shown))) {
    const { message, stack } = (shown.cause ?? shown) as Error
    log.error(shown.message, { requestId: note.requestId, error: message, stack })
  }
  return errorReply(shown, headers, namesReason)
}

async function answer(exchange: Exchange, services: Services): Promise<unknown> {
  const caller = await admit(exchange, services)
  requireRoom(exchange, services)
  return receive(exchange, services, caller, (bytes) => handle(exchange, services, caller, bytes))
}

/** The steps after the body has arrived. */
async function handle(exchange: Exchange, services: Services, caller: Caller, bytes: Buffer): Promise<unknown> {
  const { route, req, res, note } = exchange
  const network = clientNetwork(req, services.settings.trustProxy)
  if (services.settings.captureBodies) note.body = Buffer.from(bytes.subarray(0, KEPT_BODY_BYTES))
  const { body, query, params } = await validate(exchange, bytes, services)
  const key = route.idempotent ? readIdempotencyKey(req.headers['idempotency-key']) : undefined
  return route.handler({
    params: params.value,
    query: query.value,
    body: body.value,
    ignored: body.ignored,
    workspace: { id: caller.workspaceId },
    holder: caller.holder,
    actor: actorOf(caller, clientAddress(req, services.settings.trustProxy)),
    answerHeaders: exchange.added,
    lastEventId: req.headers['last-event-id']?.toString(),
    store:
      key === undefined ? plainStore(route, services) : await repeatableStore(exchange, services, caller, key, bytes),
    takeGuestBytes: (count) => services.limiter.takeGuestBytes(network, count),
    takePictureBytes: (count) => services.limiter.takePictureBytes(network, count),
    upload: route.upload ? uploadOf(req, res, route.upload.maxBytes) : noUpload,
    part: services.part,
    hooks: services.hooks,
    sealer: services.sealer,
    clock: services.clock,
    note: (facts) => void Object.assign(note, facts),
    wake: services.scheduler.wake,
  })
}

function actorOf({ name, role, isOperator = false }: Caller, origin: string): Actor {
  return { name, origin, role, isOperator }
}

/** Takes a place for a stream or an upload, or checks the unread bytes of a read. @throws DomainError SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS */
function requireRoom({ route, req, res }: Exchange, services: Services): void {
  const { settings, streamPlaces, uploadPlaces, unsent } = services
  const network = clientNetwork(req, settings.trustProxy)
  if (route.upload) onceSent(req, res, uploadPlaces.take(network))
  if (route.method !== 'GET') return
  if (route.stream) res.once('close', streamPlaces.take(network))
  else unsent.requireRoom(network)
}

async function receive<T>(
  { route, req, res }: Exchange,
  { bodies }: Services,
  { workspaceId }: Caller,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  if (!route.body || (route.body.optional && !announcesBody(req))) {
    // A stream may last for hours: meanwhile an unread body would count as a request that does not finish.
    if (announcesBody(req) && !route.upload) req.resume()
    return work(Buffer.alloc(0))
  }
  const { size, optional, read } = route.body
  const isRaw = read !== undefined
  // Only the end of a chunked body shows whether it is empty; an empty body needs no media type.
  const mayBeEmpty = optional && isUndeclared(req)
  if (!mayBeEmpty) checkMediaType(req, size, isRaw)
  return bodies.use(req, res, { size, workspaceId }, async (bytes) => {
    if (mayBeEmpty && bytes.length > 0) checkMediaType(req, size, isRaw)
    return work(bytes)
  })
}

function isUndeclared({ headers }: IncomingMessage): boolean {
  return ['content-length', 'content-type', 'content-encoding'].every((name) => headers[name] === undefined)
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function validate(
  { route, req, url, params }: Exchange,
  bytes: Buffer,
  { bodies }: Services,
): Promise<{ body: Checked; query: Checked; params: Checked }> {
  const raw = { bytes, strict: url.search !== '' && url.searchParams.get('strict') === 'true' }
  // The bytes are needed again to recognize a repetition.
  const mayTake = req.headers['idempotency-key'] === undefined
  const body = await (bytes.length > SHORT_BYTES ? bodies.checkLong(route, raw, mayTake) : checkedBody(route, raw))
  return { body, query: checkedQuery(route, url), params: checkedParams(route, params) }
}

function checkedQuery(route: Route, url: URL): Checked {
  const query = readQuery(route, url)
  return route.query ? check(route.query, query, { what: 'query', strict: false }) : UNDECLARED
}

function checkedParams(route: Route, params: Record<string, string>): Checked {
  if (!route.params) return UNDECLARED
  const decoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  return check(route.params, decoded, { what: 'path', strict: false })
}

/** The store for a handler: writes of pages take a small share. */
function plainStore(route: Route, { store }: Services): Store {
  return isForPages(route) ? { ...store, write: (work) => store.write(work, 'small') } : store
}

/** The store for a handler of a request with an Idempotency-Key. */
async function repeatableStore(
  { route, url, req, headers }: Exchange,
  services: Services,
  { workspaceId, ownKeys }: Caller,
  key: string,
  body: Buffer,
): Promise<Store> {
  const request = {
    workspaceId,
    // Pages may send long keys: the hash has a fixed length.
    key: ownKeys ? hash('sha256', key, 'base64url') : key,
    method: req.method ?? '',
    // Two customers who choose the same key must not get each other's responses.
    path: ownKeys ? `${url.pathname} ${ownKeys.scope}` : url.pathname,
    query: url.search,
    body,
    conversationId: ownKeys?.conversationId ?? null,
    replay: route.replay,
  }
  return idempotentStore(plainStore(route, services), request, services.clock.now(), () => {
    headers['idempotent-replayed'] = 'true'
  })
}

/** A rejected body up to this length is read and discarded, so that the connection can be used again. */
const DISCARDED_BYTES = 64 * 1024

function mayBeLong({ headers }: IncomingMessage): boolean {
  return (
    headers['content-length'] === undefined ||
    headers.expect !== undefined ||
    Number(headers['content-length']) > DISCARDED_BYTES
  )
}
