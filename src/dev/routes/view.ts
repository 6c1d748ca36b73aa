import type { IncomingMessage } from 'node:http'
import type { H3 } from 'h3'
import * as v from 'valibot'
import { CONSOLE_PATH } from '../../console/serve-pages.ts'
import type { Route } from '../../http/route.ts'
import { text } from '../../lib/fields.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { devView } from '../view.ts'
import { devRoute } from './dev-route.ts'

/** What a browser opens, and the stream that says when something has changed. */
export function mountDev(app: H3, context: DevContext): void {
  app.get('/dev', () => new Response(null, { status: 302, headers: { location: `${CONSOLE_PATH}/dev` } }))
  app.get('/dev/events', (event) => {
    refuseOtherPages(event.node?.req as IncomingMessage)
    return events(context, event.req.signal)
  })
}

/** What the console's page for developers shows, and how a delivery is sent again. */
export function viewRoutes(context: DevContext): Route[] {
  return [
    devRoute(context, {
      method: 'GET',
      path: '/dev/view',
      operationId: 'getView',
      summary: 'Everything that the page for developers shows',
      handler: () => devView(context),
    }),
    devRoute(context, {
      method: 'GET',
      path: '/dev/calls',
      operationId: 'listCalls',
      summary: 'The last calls with their bodies',
      handler: async () => ({ calls: context.calls.list() }),
    }),
    devRoute(context, {
      method: 'POST',
      path: '/dev/deliveries/{id}/replay',
      operationId: 'replayDelivery',
      summary: 'Send a delivery again, to another `url` if one is given',
      params: v.object({ id: text() }),
      fields: { url: v.optional(v.string('must be a text')) },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handler: async ({ params: { id }, body: { url } }) => {
        const replayed = await context.replays.send(id, url)
        context.changes.notify()
        return replayed
      },
    }),
  ]
}

/** How long changes are gathered before the page is notified. */
const GATHER_MS = 100

/** Server-sent events: one each time that something has changed. */
function events({ changes, stopping }: DevContext, gone: AbortSignal): Response {
  const ends = AbortSignal.any([gone, stopping])
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      let timer: NodeJS.Timeout | undefined
      const send = () => {
        timer = undefined
        controller.enqueue(encoder.encode('data: changed\n\n'))
      }
      const forget = changes.listen(() => {
        timer ??= setTimeout(send, GATHER_MS)
      })
      const close = () => {
        stop()
        controller.close()
      }
      stop = () => {
        forget()
        clearTimeout(timer)
        ends.removeEventListener('abort', close)
      }
      controller.enqueue(encoder.encode(': hello\n\n'))
      ends.addEventListener('abort', close)
      if (ends.aborted) close()
    },
    cancel: () => stop(),
  })
  return new Response(stream, { headers: { 'cache-control': 'no-store', 'content-type': 'text/event-stream' } })
}
