import type { EventHandler, H3, H3Event } from 'h3'
import { HttpError } from './errors.ts'
import type { Headers } from './reply.ts'
import { noteOfEvent } from './request-note.ts'

/** Serves GET, and HEAD with it, at a path that takes nothing else. */
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
 * 405 with `Allow`, and the headers that `headersFor` gives, for every method of a path that has no handler of its own. `route`
 * is the path as it is declared.
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
      `This address does not take this method: use ${allow}.`,
      {
        headers: { ...headersFor(event), allow },
      },
    )
  })
}
