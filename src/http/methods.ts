import type { EventHandler, H3, H3Event } from 'h3'
import { HttpError } from './errors.ts'
import type { Headers } from './reply.ts'
import { noteOfEvent } from './request-note.ts'

/** All methods that any address supports. */
export const ALL_METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

/** Serves GET and HEAD at a path, and rejects all other methods. */
export function serveGet(app: H3, path: string, handler: EventHandler): void {
  const noted: EventHandler = (event) => {
    Object.assign(noteOfEvent(event), { route: path, isPage: true })
    return handler(event)
  }
  serveMethods(app, path, { handlers: new Map(['GET', 'HEAD'].map((method) => [method, noted])) })
}

/**
 * Serves a path, and responds to every method without a handler with a 405, `Allow` and the headers of `headersFor`. The path is one
 * route of h3, whatever its methods: a start spends most of the time for routes on adding them.
 *
 * @param declared the path as logs and figures name it
 */
export function serveMethods(
  app: H3,
  path: string,
  {
    handlers,
    declared = path,
    headersFor = () => ({}),
  }: { handlers: Map<string, EventHandler>; declared?: string; headersFor?: (event: H3Event) => Headers },
): void {
  const allow = [...handlers.keys()].join(', ')
  const refuse: EventHandler = (event) => {
    noteOfEvent(event).route = declared
    throw new HttpError(
      'METHOD_NOT_SUPPORTED',
      'unknown_method',
      `This address does not support this method. Use ${allow}.`,
      {
        headers: { ...headersFor(event), allow },
      },
    )
  }
  app.all(path, (event) => (handlers.get(event.req.method) ?? refuse)(event))
}
