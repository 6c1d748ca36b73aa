import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import { DomainError } from '../lib/errors.ts'
import type { Store } from '../store/store.ts'
import { type Checked, check, checkedBody } from './body/check.ts'
import { checkMediaType } from './body/media-type.ts'
import { ClientGone } from './body/receive.ts'
import { clientAddress, clientNetwork } from './client-address.ts'
import { lingerBeforeClosing } from './connection/linger.ts'
import { corsHeaders, isForPages, requireAllowedOrigin } from './cors.ts'
import type { Caller } from './credentials/credential.ts'
import { HttpError, headersOf, statusOf } from './errors.ts'
import { idempotentStore, readIdempotencyKey } from './idempotency.ts'
import { onceSent } from './limits/answers-in-flight.ts'
import { errorReply, type Headers, internalError, jsonReply, streamReply } from './reply.ts'
import { KEPT_BODY_BYTES, noteOf, type RequestNote } from './request-note.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** One request on its way through the checks. `headers` go out with the answer, whatever it turns out to be. */
interface Exchange {
  route: Route
  req: IncomingMessage
  res: ServerResponse
  url: URL
  params: Record<string, string>
  headers: Headers
  note: RequestNote
}

/**
 * Turns a route into a handler that runs the checks in the API's order: key, rate limit, media type and size, JSON, number of
 * objects, schema, idempotency, work. Nothing is changed by a request that fails one.
 *
 * @param fixedParams path parameters that stand in for those of the request
 */
export function serveRoute(
  route: Route,
  services: Services,
  fixedParams?: Record<string, string>,
): (event: H3Event) => Promise<Response> {
  return async (event) => {
    const { req, res } = event.node as { req: IncomingMessage; res: ServerResponse }
    const note = noteOf(req)
    note.route = route.path
    const headers: Headers = {
      'x-request-id': note.requestId,
      ...(isForPages(route) ? corsHeaders(req.headers.origin) : {}),
    }
    const params = fixedParams ?? event.context.params ?? {}
    const exchange = { route, req, res, url: event.url, params, headers, note }
    try {
      const value = await answer(exchange, services)
      if (value instanceof ReadableStream) return streamReply(value, headers)
      return jsonReply(route.status, value, headers)
    } catch (error) {
      if (!req.complete && mayBeLong(req)) {
        headers.connection = 'close'
        lingerBeforeClosing(req.socket)
        req.resume()
      }
      if (error instanceof DomainError && error.code === 'UNAUTHORIZED')
        headers['www-authenticate'] = route.credential.challenge
      return replyToError(error, note, headers, services)
    }
  }
}

/** The answer to anything thrown on the way: a DomainError is told as it is, a defect is logged and told as such. */
export function replyToError(
  error: unknown,
  note: RequestNote,
  headers: Headers,
  { log }: Pick<Services, 'log'>,
): Response {
  const told = error instanceof DomainError ? error : internalError(error)
  note.error = told
  // One that names the time to come back is no fault of the server.
  if (statusOf[told.code] >= 500 && !(error instanceof ClientGone) && !('retry-after' in headersOf(told))) {
    const { message, stack } = (told.cause ?? told) as Error
    log.error(told.message, { requestId: note.requestId, error: message, stack })
  }
  return errorReply(told, headers)
}

async function answer(exchange: Exchange, services: Services): Promise<unknown> {
  const caller = await admit(exchange, services)
  requireRoom(exchange, services)
  return receive(exchange, services, caller, (bytes) => handle(exchange, services, caller, bytes))
}

/** The part of the way that begins when the body is there. */
async function handle(exchange: Exchange, services: Services, caller: Caller, bytes: Buffer): Promise<unknown> {
  const { route, req, note } = exchange
  if (services.settings.captureBodies) note.body = Buffer.from(bytes.subarray(0, KEPT_BODY_BYTES))
  const { body, query, params } = await validate(exchange, bytes, caller, services)
  const key = route.idempotent ? readIdempotencyKey(req.headers['idempotency-key']) : undefined
  return route.handler({
    params: params.value,
    query: query.value,
    body: body.value,
    ignored: body.ignored,
    workspace: { id: caller.workspaceId },
    holder: caller.holder,
    actor: { name: caller.name, origin: clientAddress(req, services.settings.trustProxy), role: caller.role },
    lastEventId: req.headers['last-event-id']?.toString(),
    store: await storeFor(exchange, services, caller, key, bytes),
    takeGuestBytes: (count) => services.limiter.takeGuestBytes(clientNetwork(req, services.settings.trustProxy), count),
    part: services.part,
    hooks: services.hooks,
    sealer: services.sealer,
    clock: services.clock,
    metrics: services.metrics,
    noteObjects: (count) => {
      note.objects = count
    },
    wake: services.scheduler.wake,
  })
}

/** Bodies longer than this are checked in another thread. */
const LONG_BYTES = 128 * 1024

/** Whoever has a valid key or token and calls left. Calls without one are limited by network, so that they cost others little. */
async function admit({ route, req, res, headers, note }: Exchange, services: Services): Promise<Caller> {
  const { store, limiter, settings, clock } = services
  const { credential } = route
  const network = clientNetwork(req, settings.trustProxy)
  const now = clock.now()
  const caller = await credential.find(store.read, req, now)
  if (!caller)
    throw new HttpError('UNAUTHORIZED', 'not_authenticated', credential.help, {
      headers: limiter.take(['unauthorized'], network),
    })
  note.workspaceId = caller.workspaceId
  note.isOfVisitor = isForPages(route)
  if (caller.keyId) note.keyId = caller.keyId
  Object.assign(headers, limiter.take(route.limits, credential.countedBy?.(caller, network) ?? caller.id))
  if (credential.pages) await requireAllowedOrigin(credential.pages, store.read, caller.workspaceId, req, headers)
  credential.noteUse?.(caller, services, now)
  if (route.largeAnswers) onceSent(req, res, limiter.beginAnswer(caller.id))
  return caller
}

/** What may take up much of the server has to find room. @throws DomainError SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS */
function requireRoom({ route, req, res }: Exchange, { settings, streamPlaces, unsent }: Services): void {
  if (route.method !== 'GET') return
  const network = clientNetwork(req, settings.trustProxy)
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
    // A stream may be answered for hours: meanwhile an unread body would count as a request that never comes to its end.
    if (announcesBody(req)) req.resume()
    return work(Buffer.alloc(0))
  }
  const { size } = route.body
  checkMediaType(req, size)
  return bodies.use(req, res, { size, workspaceId }, work)
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function validate(
  { route, url, params }: Exchange,
  bytes: Buffer,
  { workspaceId }: Caller,
  { longBodies }: Services,
): Promise<{ body: Checked; query: Checked; params: Checked }> {
  const none: Checked = { value: undefined, ignored: new Map() }
  const raw = { bytes, strict: url.searchParams.get('strict') === 'true' }
  const body = await (bytes.length > LONG_BYTES ? longBodies.check(route, raw, workspaceId) : checkedBody(route, raw))
  const query = url.search === '' ? {} : Object.fromEntries(url.searchParams)
  const decoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  return {
    body,
    query: route.query ? check(route.query, query, { what: 'query', strict: false }) : none,
    params: route.params ? check(route.params, decoded, { what: 'path', strict: false }) : none,
  }
}

/** The store as a handler gets it: what pages write leaves room for others, and an Idempotency-Key is heeded. */
async function storeFor(
  { route, url, req, headers }: Exchange,
  { store: whole, clock }: Services,
  { workspaceId, ownKeys }: Caller,
  key: string | undefined,
  body: Buffer,
): Promise<Store> {
  const store: Store = isForPages(route) ? { ...whole, write: (work) => whole.write(work, 'small') } : whole
  if (key === undefined) return store
  const request = {
    workspaceId,
    // The keys of a page may be as long as they like: this is as short for all.
    key: ownKeys ? hash('sha256', key, 'base64url') : key,
    method: req.method ?? '',
    // Two customers who choose the same key must not get each other's answers.
    path: ownKeys ? `${url.pathname} ${ownKeys.scope}` : url.pathname,
    query: url.search,
    body,
    conversationId: ownKeys?.conversationId ?? null,
    replay: route.replay,
  }
  return idempotentStore(store, request, clock.now(), () => {
    headers['idempotent-replayed'] = 'true'
  })
}

/** A body that is refused but no longer than this is read and thrown away, so that the connection can be used again. */
const SHORT_BYTES = 64 * 1024

function mayBeLong({ headers }: IncomingMessage): boolean {
  return (
    headers['content-length'] === undefined ||
    headers.expect !== undefined ||
    Number(headers['content-length']) > SHORT_BYTES
  )
}
