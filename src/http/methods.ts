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
  app.get(path, noted)
  app.on('HEAD', path, noted)
  refuseOtherMethods(app, path, ['GET', 'HEAD'])
}

/**
 * Responds to every method of a path without a handler with a 405, `Allow` and the headers of `headersFor`. `route` is the declared
 * path.
 */
export function refuseOtherMethods(
  app: H3,
  path: string,
  allowed: string[],
  route = path,
  headersFor: (event: H3Event) => Headers = () => ({}),
): void {
  const allow = allowed.join(', ')
  app.all(path, (event) => {
    noteOfEvent(event).route = route
    throw new HttpError(
      'METHOD_NOT_SUPPORTED',
      'unknown_method',
      `This address does not support this method. Use ${allow}.`,
      {
        headers: { ...headersFor(event), allow },
      },
    )
  })
}
