import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import type { Clock } from '../lib/clock.ts'
import type { DomainError } from '../lib/errors.ts'

/** Bytes of a body that are kept of one request. */
export const KEPT_BODY_BYTES = 16 * 1024

/** What is known of a request; it grows while the request is served. */
export interface RequestNote {
  /** As in X-Request-Id. */
  requestId: string
  /** Epoch milliseconds. */
  at: number
  method: string
  /** The declared path, such as `/orders/{id}`; undefined for an address that there is not. */
  route?: string
  /** Whether it is for a page, a script or a health check, and no call of the API. */
  isPage: boolean
  keyId?: string
  workspaceId?: string
  /** Whether a visitor of a workspace's pages made it, with a publishable key or in a chat session, and not the workspace itself. */
  isOfVisitor?: boolean
  /** How many objects the body has. */
  objects?: number
  /** What the caller was told, where it was an error. */
  error?: DomainError
  /** The first bytes of the body after decompression, where they are to be kept. */
  body?: Uint8Array
}

/** A request that has come to its end. */
export interface ServedRequest extends RequestNote {
  /** The path as it was sent, without its query. */
  path: string
  /** Of the answer; {@link CLIENT_GONE} where the client left before there was one. */
  status: number
  durationMs: number
}

export type OnServed = (request: ServedRequest) => void

/** What nginx writes for it too: no answer has this status. */
export const CLIENT_GONE = 499

const notes = new WeakMap<IncomingMessage, RequestNote>()

/** Takes a note of a request, and hands it on when the request has come to its end. */
export function watchRequest(req: IncomingMessage, res: ServerResponse, clock: Clock, onServed: OnServed): void {
  const started = performance.now()
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
    onServed({
      ...note,
      path: query === -1 ? path : path.slice(0, query),
      status: res.headersSent ? res.statusCode : CLIENT_GONE,
      durationMs: performance.now() - started,
    })
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
