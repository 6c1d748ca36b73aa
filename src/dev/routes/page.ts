import type { H3 } from 'h3'
import * as v from 'valibot'
import type { DevContext } from '../context.ts'
import { SCRIPT, STYLE } from '../page/assets.ts'
import { page } from '../page/page.ts'
import { viewOf } from '../page/view.ts'
import { get, post } from './json.ts'

/** The page loads its style and its script from here, and nothing else runs in it, whatever stands in the data. */
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

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  // Without a referrer browsers would not say either which origin a form comes from.
  'referrer-policy': 'same-origin',
}

/**
 * `GET /dev`: what goes on, live. `GET /dev/calls`: the last calls with their bodies, for programs. `POST /dev/deliveries/ID/replay` sends a
 * delivery again, to another `url` where one is given.
 */
export function mountPage(app: H3, context: DevContext): void {
  const text = (type: string, body: string) =>
    new Response(body, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } })
  get(app, '/dev', async () => text('text/html', page(await viewOf(context))))
  get(app, '/dev/calls', () => ({ calls: context.calls.list() }))
  get(app, '/dev/page.css', () => text('text/css', STYLE))
  get(app, '/dev/page.js', () => text('text/javascript', SCRIPT))
  get(app, '/dev/events', ({ req }) => events(context, req.signal))
  post(app, '/dev/deliveries/:id/replay', { url: v.optional(v.string('must be a text')) }, async ({ url }, event) => {
    const replay = await context.replays.send(event.context.params?.id ?? '', url)
    context.changes.notify()
    return replay
  })
}

/** How long changes are gathered before the page is told. */
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
