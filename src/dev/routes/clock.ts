import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import { DURATION_HINT, parseDuration, toIso } from '../../lib/time.ts'
import { advanceClock } from '../advance.ts'
import type { DevContext } from '../context.ts'
import { devRoute } from './dev-route.ts'

/** A duration as milliseconds. */
export const Duration = v.pipe(
  v.union([v.string(), v.number()], DURATION_HINT),
  v.transform(parseDuration),
  v.number(DURATION_HINT),
)

/** The server's time, and how it is moved forward or put back to the start. */
export function clockRoutes(context: DevContext): Route[] {
  const shown = () => ({ now: toIso(context.clock.now()), aheadMs: context.clock.ahead() })
  return [
    devRoute(context, {
      method: 'GET',
      path: '/dev/clock',
      operationId: 'getClock',
      summary: "The server's time",
      handler: async () => shown(),
    }),
    devRoute(context, {
      method: 'POST',
      path: '/dev/clock',
      operationId: 'advanceClock',
      summary: 'Move the time forward; answers when all that became due is done',
      fields: { advance: Duration },
      example: { advance: '20s' },
      handler: async ({ body: { advance } }) => {
        await advanceClock(context, advance)
        return shown()
      },
    }),
    devRoute(context, {
      method: 'POST',
      path: '/dev/reset',
      operationId: 'reset',
      summary: 'Everything as it was when the server had started, the clock included',
      fields: {},
      handler: async () => {
        await context.reset()
        return { reset: true }
      },
    }),
  ]
}
