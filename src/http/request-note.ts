import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import type { DomainError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Clock } from '../lib/time.ts'

/** The results of a push, or of a part of one. */
export interface PushCounts {
  created: number
  updated: number
  stale: number
}

/** The maximum number of stored bytes of a request's body. */
export const KEPT_BODY_BYTES = 16 * 1024

/** What a route knows of the objects that it was sent. */
export interface PushNote {
  /** The number of objects in the body. */
  objects?: number
  /** The results of the objects, if the call itself has stored them. */
  results?: PushCounts
  /** The id of the last of these objects. */
  lastId?: string | undefined
}

/** Facts about a request, collected while it is served. */
export interface RequestNote extends PushNote {
  /** The value of X-Request-Id. */
  requestId: string
  /** Epoch milliseconds. */
  at: number
  method: string
  /** The declared path, such as `/orders/{id}`; undefined for an address that does not exist. */
  route?: string
  /** Whether the request is for a page, a script or a health check, not for the API. */
  isPage: boolean
  keyId?: string
  /** What the program with the key reports of itself: the header `Storewire-Connection`. */
  report?: string
  workspaceId?: string
  /** Whether it comes from a visitor of the workspace's pages, with a publishable key or a chat session. */
  isOfVisitor?: boolean
  /** The type of object that the route upserts; undefined for other routes. */
  pushes?: string
  /** The error of the response. */
  error?: DomainError
  /** The first bytes of the body after decompression, if bodies are captured. */
  body?: Uint8Array
}

/** A finished request. */
export interface ServedRequest extends RequestNote {
  /** The path as sent, without the query. */
  path: string
  /** The status of the response; {@link CLIENT_GONE} if the client disconnected before it. */
  status: number
  durationMs: number
}

export type OnServed = (request: ServedRequest) => void

/** The status for a client that disconnected before the response, as in nginx. No response has this status. */
export const CLIENT_GONE = 499

const notes = new WeakMap<IncomingMessage, RequestNote>()

/**
 * Starts the note of a request, and passes it to `onServed` when the request has finished.
 *
 * @param arrived when it arrived, as of `performance.now()`
 */
export function watchRequest(
  req: IncomingMessage,
  res: ServerResponse,
  clock: Clock,
  onServed: OnServed,
  arrived = performance.now(),
): void {
  const note: RequestNote = {
    requestId: randomUUID(),
    at: clock.now(),
    method: req.method ?? '',
    isPage: false,
  }
  notes.set(req, note)
  res.once('close', () => {
    const path = req.url ?? ''
    const query = path.indexOf('?')
    // The note itself: copying all of its facts takes longer than adding three.
    const served: Omit<ServedRequest, keyof RequestNote> = {
      path: query === -1 ? path : path.slice(0, query),
      status: res.headersSent ? res.statusCode : CLIENT_GONE,
      durationMs: performance.now() - arrived,
    }
    onServed(Object.assign(note, served))
  })
}

export function noteOf(req: IncomingMessage): RequestNote {
  const note = notes.get(req)
  if (!note) throw new Error('the request is not watched')
  return note
}

export function noteOfEvent(event: H3Event): RequestNote {
  return noteOf((event.node as { req: IncomingMessage }).req)
}

/** The route of all addresses that do not exist. */
const UNKNOWN_ROUTE = 'unknown'

/**
 * Logs a request as one line without personal data: the declared path instead of the sent one, and no query, body, key or address.
 * Pages and health checks are logged at the level `debug`.
 */
export function logRequest(log: Log, request: ServedRequest): void {
  const { isPage, requestId, keyId, workspaceId, method, route = UNKNOWN_ROUTE, status, objects } = request
  const durationMs = Math.round(request.durationMs * 10) / 10
  const fields = { requestId, keyId, workspaceId, method, route, status, durationMs, objects }
  log[isPage ? 'debug' : 'info']('request', fields)
}

/** Methods with a label of their own. All others count as one, since callers can invent any number of them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

export function countRequest(
  metrics: Metrics,
  { route = UNKNOWN_ROUTE, method, status, durationMs, pushes, results }: ServedRequest,
): void {
  metrics.request({ route, method: METHODS.has(method) ? method : 'other', status, seconds: durationMs / 1000 })
  if (pushes && results) metrics.objects(pushes, results)
}
