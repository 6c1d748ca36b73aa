import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import { text } from '../../lib/fields.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { SCRIPT, STYLE } from '../page/assets.ts'
import { page } from '../page/page.ts'
import { pageView } from '../page/view.ts'
import { devRoute } from './dev-route.ts'

/** The page loads its style and its script from here, and nothing else runs in it, even if the data contains markup. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  // Without a referrer browsers would not say either which origin a form comes from.
  'referrer-policy': 'same-origin',
}

/** The page at `/dev`, with what it loads, and the stream that says when something has changed. */
export function mountPage(app: H3, context: DevContext): void {
  const answer = (type: string, body: string) =>
    new Response(body, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } })
  const get = (path: string, handler: (event: H3Event) => Response | Promise<Response>) =>
    app.get(path, (event) => {
      refuseOtherPages(event.node?.req as IncomingMessage)
      return handler(event)
    })
  get('/dev', async () => answer('text/html', page(await pageView(context))))
  get('/dev/page.css', () => answer('text/css', STYLE))
  get('/dev/page.js', () => answer('text/javascript', SCRIPT))
  get('/dev/events', ({ req }) => events(context, req.signal))
}

/** What the page shows and does that programs may want too. */
export function pageRoutes(context: DevContext): Route[] {
  return [
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
  return new Response(stream, { headers: { ...HEADERS, 'content-type': 'text/event-stream' } })
}
