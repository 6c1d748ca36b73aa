import type { IncomingMessage } from 'node:http'
import { H3, type H3Event, type HTTPError } from 'h3'
import { clientNetwork } from '../http/client-address.ts'
import { corsHeaders, mountPreflight } from '../http/cors.ts'
import { HttpError } from '../http/errors.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { openApiDocument } from '../http/openapi/document.ts'
import { replyToError, serveRoute } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { badRequest, DomainError } from '../lib/errors.ts'
import { routes } from './features.ts'
import { mountHealth } from './health.ts'
import { mountMetrics } from './metrics-page.ts'
import { mountReference } from './reference.ts'

/** The version is part of every address (API reference, Versioning). */
export const BASE_PATH = '/api/v1'

/**
 * The HTTP application: every route under the base address, the reference, the health checks, and one shape for every error.
 *
 * @param host the one that the server listens on
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
  mountReference(app, BASE_PATH, services, (baseUrl) =>
    openApiDocument(routes, { title: services.settings.title, baseUrl }),
  )
  mountRoutes(app, services)
  return app
}

function mountRoutes(app: H3, services: Services): void {
  for (const [declared, methods] of byPath(routes)) {
    const path = BASE_PATH + declared.replaceAll(/\{(\w+)\}/g, ':$1')
    const here = [...methods, ...shadowed(declared, methods)]
    for (const { route, params } of here) {
      const handler = serveRoute(route, services, params)
      app.on(route.method, path, handler)
      if (hasHead(route)) app.on('HEAD', path, handler)
    }
    const allowed = here.flatMap(({ route }) => (hasHead(route) ? ['GET', 'HEAD'] : [route.method]))
    const rules = here.map(({ route }) => route.credential.pages).find((found) => found !== undefined)
    if (rules) {
      mountPreflight(app, { path, methods: allowed, rules }, services)
      refuseOtherMethods(app, path, [...allowed, 'OPTIONS'], declared, ({ req }) =>
        corsHeaders(req.headers.get('origin') ?? undefined),
      )
    } else refuseOtherMethods(app, path, allowed, declared)
  }
}

/** A stream has no end that a HEAD could stand for. */
function hasHead({ method, stream }: Route): boolean {
  return method === 'GET' && !stream
}

/** A route at a path, with the parameters that the path has instead of the request. */
interface Mounted {
  route: Route
  params?: Record<string, string>
}

/**
 * A fixed path such as `/orders/bulk` hides `/orders/{id}` for an object whose id is `bulk`: the routes of the hidden path whose
 * methods the fixed one does not use are served there too.
 */
function shadowed(path: string, methods: Mounted[]): Mounted[] {
  const [, parent, last] = /^(.*)\/([^/{]+)$/.exec(path) ?? []
  return routes
    .filter((route) => route.path === `${parent}/{id}` && methods.every((taken) => taken.route.method !== route.method))
    .map((route) => ({ route, params: { id: last ?? '' } }))
}

function byPath(all: Route[]): Map<string, Mounted[]> {
  const mounted = all.map((route): Mounted => ({ route }))
  return Map.groupBy(mounted, ({ route }) => route.path)
}

/** What h3 throws by itself: no route matched, the path can't be decoded, or a handler threw what it wraps here. */
function knownError(error: HTTPError, event: H3Event, services: Services): unknown {
  if (error.cause instanceof DomainError) return error.cause
  if (error.status === 404) return noSuchAddress(event, services)
  if (error.status === 400)
    return badRequest('The path of the request cannot be decoded: percent-encode it as UTF-8.', [])
  return error.cause ?? error
}

/** It counts as a guess, whatever key comes with it. @returns the 404, or the error of a network that guesses too much */
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
