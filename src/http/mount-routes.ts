import type { EventHandler, H3 } from 'h3'
import { corsHeaders, preflight } from './cors.ts'
import { serveMethods } from './methods.ts'
import { serveRoute } from './pipeline.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'
import { BASE_PATH } from './settings.ts'

/** Serves routes under a path. Those of the API are called by their own paths in logs and figures, the others by the whole. */
export function mountRoutes(app: H3, services: Services, basePath: string, routes: Route[]): void {
  const paths = byPath(routes)
  for (const [below, methods] of paths) {
    const declared = basePath === BASE_PATH ? below : basePath + below
    const path = basePath + below.replaceAll(/\{(\w+)\}/g, ':$1')
    const handlers = new Map<string, EventHandler>()
    const here = [...methods, ...shadowed(paths, below, methods)]
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

/** A stream has no HEAD, since its response does not end; nor has a file, which is made while it is sent. */
function hasHead({ method, stream, file }: Route): boolean {
  return method === 'GET' && !stream && !file
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
function shadowed(paths: Map<string, Mounted[]>, path: string, methods: Mounted[]): Mounted[] {
  const [, parent, last] = /^(.*)\/([^/{]+)$/.exec(path) ?? []
  const hidden = paths.get(`${parent}/{id}`) ?? []
  return hidden
    .filter(({ route }) => methods.every((taken) => taken.route.method !== route.method))
    .map(({ route }) => ({ route, params: { id: last ?? '' } }))
}

function byPath(all: Route[]): Map<string, Mounted[]> {
  const mounted = all.map((route): Mounted => ({ route }))
  return Map.groupBy(mounted, ({ route }) => route.path)
}
