import type { IncomingMessage } from 'node:http'
import type { H3 } from 'h3'
import * as v from 'valibot'
import type { DevDelivery, DevView } from '../../console/dev-view.ts'
import { CONSOLE_PATH } from '../../console/serve-pages.ts'
import type { Route } from '../../http/route.ts'
import { text } from '../../lib/fields.ts'
import { toIso } from '../../lib/time.ts'
import { listBatches } from '../../objects/bulk/batches.ts'
import { listDeliveries } from '../../refunds/endpoint/deliveries.ts'
import { listRefunds } from '../../refunds/refunds.ts'
import { getRefundSettings } from '../../refunds/settings.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { shownEvents } from '../events.ts'
import { shownRefund } from '../refunds.ts'
import type { TestRefund } from '../testing-api.ts'
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

/** How many of each are shown; of deliveries also all of the shown refunds. */
const SHOWN = { calls: 50, refunds: 20, deliveries: 50, batches: 20 }

/** Everything that the console's page for developers shows. */
async function devView(context: DevContext): Promise<DevView> {
  const { services, keys, clock, calls, shop, chaos } = context
  const { read } = services.store
  const { workspaceId } = keys
  const listed = await listRefunds(read, workspaceId, { limit: SHOWN.refunds })
  const refunds = await Promise.all(listed.map((refund) => shownRefund(read, refund)))
  const { endpointUrl } = await getRefundSettings(read, workspaceId)
  return {
    now: toIso(clock.now()),
    aheadMs: clock.ahead(),
    endpointUrl,
    calls: calls.list().slice(0, SHOWN.calls),
    refunds: refunds.map(({ deliveries: _, ...refund }) => refund),
    deliveries: await deliveriesOf(context, refunds),
    batches: await listBatches(read, workspaceId, SHOWN.batches),
    events: await shownEvents(context),
    rules: shop.rules.list(),
    faults: chaos.list(),
  }
}

/** The newest requests to the endpoint, and all of the refunds; with what was sent, if this server has sent it. */
async function deliveriesOf(
  { services, keys, deliveries, replays }: DevContext,
  refunds: TestRefund[],
): Promise<DevDelivery[]> {
  const newest = await listDeliveries(services.store.read, keys.workspaceId, { limit: SHOWN.deliveries })
  const recorded = [
    ...refunds.flatMap(({ id, deliveries }) => deliveries.map((one) => ({ ...one, refundId: id }))),
    ...newest.map((one) => ({ ...one, sentAt: toIso(one.sentAt) })),
  ]
  const orders = new Map(refunds.map(({ id, orderId }) => [id, orderId]))
  const shown = recorded.map((one) => {
    const log = deliveries.find(one.id)
    return {
      ...one,
      orderId: log?.orderId ?? orders.get(one.refundId ?? '') ?? null,
      sent: log?.sent ?? null,
      again: replays.find(one.id) ?? null,
    }
  })
  // Their ids are in the order in which they were sent, whatever the clock was.
  return [...new Map(shown.map((one) => [one.id, one])).values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
}
