import type { IncomingMessage } from 'node:http'
import { type EventHandler, H3, type H3Event, type HTTPError } from 'h3'
import { awayUntil } from '../assistant/settings.ts'
import { CONSOLE_PATH, mountPages } from '../console/serve-pages.ts'
import { clientNetwork } from '../http/client-address.ts'
import { corsHeaders, preflight } from '../http/cors.ts'
import { HttpError } from '../http/errors.ts'
import { serveMethods } from '../http/methods.ts'
import { documentInSteps } from '../http/openapi/document.ts'
import { replyToError, serveRoute } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { BASE_PATH } from '../http/settings.ts'
import { badRequest, DomainError } from '../lib/errors.ts'
import { mountWidget } from '../widget/serve-widget.ts'
import { consoleRoutes, routes, tags } from './features.ts'
import { mountHealth, mountMetrics } from './monitoring.ts'
import { mountDocument, mountReference, mountRoot } from './reference.ts'

/** Under which the page of the console calls. */
const CONSOLE_API = `${CONSOLE_PATH}/api`

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
  const { title } = services.settings
  mountReference(app, BASE_PATH, services, (baseUrl) => documentInSteps(routes, { title, baseUrl, tags }))
  mountRoot(app, services, { console: 'console', reference: BASE_PATH.slice(1) })
  mountRoutes(app, services, BASE_PATH, routes)
  mountDocument(app, `${CONSOLE_API}/spec.json`, services, (baseUrl) =>
    documentInSteps(consoleRoutes, { title: `${title} console`, baseUrl, tags, description: CONSOLE_DESCRIPTION }),
  )
  mountRoutes(app, services, CONSOLE_API, consoleRoutes)
  mountPages(app, services)
  const { store, clock } = services
  mountWidget(app, services, (workspaceId) => awayUntil(store.read, workspaceId, clock.now()))
  return app
}

const CONSOLE_DESCRIPTION =
  'What the page of the console calls. It changes with the page: programs use the API, with a secret key.'

/** Serves routes under a path. Those of the API are called by their own paths in logs and figures, the others by the whole. */
function mountRoutes(app: H3, services: Services, basePath: string, routes: Route[]): void {
  for (const [below, methods] of byPath(routes)) {
    const declared = basePath === BASE_PATH ? below : basePath + below
    const path = basePath + below.replaceAll(/\{(\w+)\}/g, ':$1')
    const handlers = new Map<string, EventHandler>()
    const here = [...methods, ...shadowed(routes, below, methods)]
    for (const { route, params } of here) {
      const handler = serveRoute(route, services, declared, params)
      handlers.set(route.method, handler)
      if (hasHead(route)) handlers.set('HEAD', handler)
    }
    const rules = here.map(({ route }) => route.credential.pages).find((found) => found !== undefined)
    if (rules) handlers.set('OPTIONS', preflight([...handlers.keys()], rules, services))
    serveMethods(app, path, {
      handlers,
      declared,
      headersFor: ({ req }) => (rules ? corsHeaders(req.headers.get('origin') ?? undefined) : {}),
    })
  }
}

/** A stream has no HEAD, since its response does not end. */
function hasHead({ method, stream }: Route): boolean {
  return method === 'GET' && !stream
}

/** A route at a path. `params` replace the path parameters of the request. */
interface Mounted {
  route: Route
  params?: Record<string, string>
}

/**
 * A fixed path such as `/orders/bulk` hides `/orders/{id}` for an object whose id is `bulk`: the routes of the hidden path whose
 * methods the fixed one does not use are served there too.
 */
function shadowed(routes: Route[], path: string, methods: Mounted[]): Mounted[] {
  const [, parent, last] = /^(.*)\/([^/{]+)$/.exec(path) ?? []
  return routes
    .filter((route) => route.path === `${parent}/{id}` && methods.every((taken) => taken.route.method !== route.method))
    .map((route) => ({ route, params: { id: last ?? '' } }))
}

function byPath(all: Route[]): Map<string, Mounted[]> {
  const mounted = all.map((route): Mounted => ({ route }))
  return Map.groupBy(mounted, ({ route }) => route.path)
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
