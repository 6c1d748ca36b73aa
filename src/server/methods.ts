import type { EventHandler, H3, H3Event } from 'h3'
import { ApiError } from '../lib/errors.ts'
import type { Headers } from './reply.ts'

/** Serves GET, and HEAD with it, at a path that takes nothing else. */
export function serveGet(app: H3, path: string, handler: EventHandler): void {
  app.get(path, handler)
  app.on('HEAD', path, handler)
  refuseOtherMethods(app, path, ['GET', 'HEAD'])
}

/** 405 with `Allow`, and the headers that `headersFor` gives, for every method of a path that has no handler of its own. */
export function refuseOtherMethods(
  app: H3,
  path: string,
  allowed: string[],
  headersFor: (event: H3Event) => Headers = () => ({}),
): void {
  const allow = allowed.join(', ')
  app.all(path, (event) => {
    throw new ApiError('METHOD_NOT_SUPPORTED', `This address does not take this method: use ${allow}.`, {
      headers: { ...headersFor(event), allow },
    })
  })
}
