import type { IncomingMessage } from 'node:http'
import { defineLazyEventHandler, H3, type H3Event, type HTTPError } from 'h3'
import { awayUntil } from '../assistant/settings.ts'
import { CONSOLE_PATH } from '../console/serve-pages.ts'
import { clientNetwork } from '../http/client-address.ts'
import { HttpError } from '../http/errors.ts'
import { documentInSteps } from '../http/openapi/document.ts'
import { replyToError } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { BASE_PATH } from '../http/settings.ts'
import { badRequest, DomainError } from '../lib/errors.ts'
import { mountSamplePictures } from '../sample-shop/serve-pictures.ts'
import { mountWidget } from '../widget/serve-widget.ts'
import { mountArrival } from './arrival.ts'
import { routes, tags } from './features.ts'
import { mountHealth, mountMetrics } from './monitoring.ts'
import { mountRoutes } from './mount-routes.ts'
import { mountReference, mountRoot } from './reference.ts'

/**
 * The HTTP application: all routes below the base address, the reference, the health checks, and one shape for all errors.
 *
 * @param host the host that the server listens on
 */
export function createApp(services: Services, host: string): H3 {
  const app = new H3({
    silent: true,
    onError: (error, event) => {
      const note = noteOfEvent(event)
      return replyToError(knownError(error, event, services), note, { 'x-request-id': note.requestId }, services)
    },
  })
  mountHealth(app, services)
  if (services.metricsPage) mountMetrics(app, services.metricsPage, services, host)
  if (services.system) mountArrival(app, services, (event) => noSuchAddress(event, services))
  const { title } = services.settings
  mountReference(app, BASE_PATH, services, (baseUrl) => documentInSteps(routes, { title, baseUrl, tags }))
  mountRoot(app, services, { console: 'console', reference: BASE_PATH.slice(1) })
  mountRoutes(app, services, BASE_PATH, routes)
  // Loaded when somebody first opens it: its routes are half of all routes, and would be a tenth of each start.
  const openConsole = defineLazyEventHandler(async () => (await import('./console.ts')).createConsole(services))
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/**`]) app.all(path, openConsole)
  const { store, clock } = services
  mountSamplePictures(app, services)
  mountWidget(app, services, (workspaceId) => awayUntil(store.read, workspaceId, clock.now()))
  return app
}

/** The error behind an error of h3: no route matched, the path cannot be decoded, or a handler threw. */
function knownError(error: HTTPError, event: H3Event, services: Services): unknown {
  if (error.cause instanceof DomainError) return error.cause
  if (error.status === 404) return noSuchAddress(event, services)
  if (error.status === 400)
    return badRequest('The path of the request cannot be decoded: percent-encode it as UTF-8.', [])
  return error.cause ?? error
}

/** Counts against the limit `unauthorized`, even with a valid key. @returns the 404, or the error of the exceeded limit */
function noSuchAddress(event: H3Event, { limiter, settings }: Services): unknown {
  const { req } = event.node as { req: IncomingMessage }
  try {
    return new HttpError(
      'NOT_FOUND',
      'no_such_address',
      'There is nothing at this address: the API reference lists every path.',
      {
        headers: limiter.take(['unauthorized'], clientNetwork(req, settings.trustProxy)),
      },
    )
  } catch (error) {
    return error
  }
}
