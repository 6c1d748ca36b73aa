import type { IncomingMessage } from 'node:http'
import { H3, type H3Event, type HTTPError } from 'h3'
import { clientNetwork } from '../http/client-address.ts'
import { HttpError } from '../http/errors.ts'
import type { JoinedFeatures } from '../http/feature.ts'
import { mountRoutes } from '../http/mount-routes.ts'
import { documentInSteps } from '../http/openapi/document.ts'
import { replyToError } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { BASE_PATH } from '../http/settings.ts'
import { badRequest, DomainError } from '../lib/errors.ts'
import { mountArrival } from './arrival.ts'
import { mountHealth, mountMetrics } from './monitoring.ts'
import { mountReference, mountRoot } from './reference.ts'

/** What of the features is served over HTTP. */
export type ServedFeatures = Pick<JoinedFeatures<never>, 'routes' | 'webhooks' | 'tags' | 'mount'>

/**
 * The HTTP application: what the features serve, the reference of their routes, the health checks, and one shape for all errors.
 *
 * @param host the host that the server listens on
 */
export function createApp(services: Services, host: string, features: ServedFeatures): H3 {
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
  const { routes, tags, webhooks } = features
  mountReference(app, BASE_PATH, services, (baseUrl) =>
    documentInSteps(routes, { title, baseUrl, tags, webhooks: webhooks() }),
  )
  mountRoot(app, services, { console: 'console', reference: BASE_PATH.slice(1) })
  mountRoutes(
    app,
    services,
    BASE_PATH,
    routes.filter(({ isAtRoot }) => !isAtRoot),
  )
  mountRoutes(
    app,
    services,
    '',
    routes.filter(({ isAtRoot }) => isAtRoot),
  )
  features.mount(app, services)
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
