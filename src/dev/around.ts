import type { IncomingMessage, RequestListener } from 'node:http'
import { H3 } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { refuseRequest } from '../http/connection/refuse.ts'
import { HttpError } from '../http/errors.ts'
import { serveMethods } from '../http/methods.ts'
import { foreignHostProblem } from '../http/own-host.ts'
import { replyToError, serveRoute } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../http/services.ts'
import { DomainError } from '../lib/errors.ts'
import type { Around } from '../serve/listen.ts'
import { isConsole, signDeveloperIn } from './console-sign-in.ts'
import type { DevContext } from './context.ts'
import { refuseOtherPages } from './credential.ts'
import { WEBHOOK_PATH } from './events.ts'
import { chaosRoutes } from './routes/chaos.ts'
import { clockRoutes } from './routes/clock.ts'
import { mountMailbox } from './routes/mailbox.ts'
import { modelRoutes } from './routes/model.ts'
import { refundRoutes } from './routes/refunds.ts'
import { shopRoutes } from './routes/shop.ts'
import { mountShopPage, shopPageRoutes } from './routes/shop-page.ts'
import { mountDev, viewRoutes } from './routes/view.ts'
import { waitRoute } from './routes/wait.ts'

/**
 * Serves what is under /dev, and watches every other call. Both are for this machine only, since the keys may be public.
 *
 * @param host the one that the server listens on
 */
export function around(context: DevContext, host: string): Around {
  return (serve, services) => {
    const app = new H3({
      silent: true,
      onError: (error, event) => {
        const note = noteOfEvent(event)
        return replyToError(
          knownError(error.cause ?? error, error.status),
          note,
          { 'x-request-id': note.requestId },
          services,
        )
      },
    })
    mountDev(app, context)
    mountShopPage(app, context)
    mountMailbox(app, context)
    // The endpoint of a shop, as shops build it: it reads the raw body and answers for itself.
    app.post('/dev/shop/refunds', (event) => {
      refuseOtherPages(event.node?.req as IncomingMessage)
      return context.shop.handle(event.req)
    })
    // A webhook of events, which has nothing to do with them: the page for developers shows them.
    app.post(WEBHOOK_PATH, (event) => {
      refuseOtherPages(event.node?.req as IncomingMessage)
      return new Response(null, { status: 204 })
    })
    // A model's endpoint likewise: its key is whatever the settings have.
    app.post('/dev/model/v1/chat/completions', (event) => {
      refuseOtherPages(event.node?.req as IncomingMessage)
      return context.model.handle(event.req)
    })
    mountRoutes(app, devRoutes(context), services)
    const serveDev = toNodeHandler((request) => app.fetch(request)) as RequestListener
    const serveApi = context.chaos.around(serve)
    return (req, res) => {
      // Set here, so that every response has it.
      res.setHeader('x-content-type-options', 'nosniff')
      const problem = foreignHostProblem(req, [host], 'start the server with --host and the name')
      const isForDev = isDev(req.url ?? '')
      if (!isForDev && !isForReader(req)) context.calls.watch(req, res)
      if (problem) refuseRequest(req, res, problem)
      else if (isForDev) serveDev(req, res)
      else if (!isConsole(req.url ?? '')) serveApi(req, res)
      else
        signDeveloperIn(context.services, req, res)
          .catch((error: Error) => services.log.error('The developer could not be signed in', { error: error.message }))
          .then(() => serveApi(req, res))
    }
  }
}

/** Every route under /dev. They are not part of the API and of its OpenAPI document. */
function devRoutes(context: DevContext): Route[] {
  return [
    ...viewRoutes(context),
    ...clockRoutes(context),
    ...shopRoutes(context),
    ...shopPageRoutes(context),
    ...refundRoutes(context),
    ...modelRoutes(context),
    waitRoute(context),
    ...chaosRoutes(context),
  ]
}

function mountRoutes(app: H3, routes: Route[], services: Services): void {
  for (const [declared, here] of Map.groupBy(routes, ({ path }) => path)) {
    const path = declared.replaceAll(/\{(\w+)\}/g, ':$1')
    const handlers = new Map(here.map((route) => [route.method, serveRoute(route, services, declared)]))
    serveMethods(app, path, { handlers, declared })
  }
}

function isDev(url: string): boolean {
  return /^\/dev(?=[/?]|$)/.test(url)
}

/** Whether a request is for the console, the API reference, its files, or a health check. None of them is shown as a call of the API. */
function isForReader({ method, url = '' }: IncomingMessage): boolean {
  return (
    isConsole(url) ||
    ((method === 'GET' || method === 'HEAD') &&
      /^\/(favicon\.ico|widget(\.m?js|\/frame|\/assets\/[^?]*)|sample-shop\/pictures\/[^?]*|chat|healthz|readyz|metrics|api\/v1(\/|\/spec\.json|\/reference\/[^?]*)?)?(?=\?|$)/.test(
        url,
      ))
  )
}

function knownError(error: unknown, status: number): unknown {
  if (status === 404 && !(error instanceof DomainError))
    return new HttpError(
      'NOT_FOUND',
      'no_such_address',
      'There is nothing at this address: docs/developing.md lists those under /dev.',
    )
  return error
}
