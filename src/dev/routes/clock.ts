import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import { hasUnfinishedJob, nextDueAfter } from '../../jobs/jobs.ts'
import { DURATION_HINT, parseDuration, toIso } from '../../lib/time.ts'
import { keepAhead } from '../../store/kept-clock.ts'
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

/** Longer than the longest call of a refund endpoint. */
const SETTLED_MS = 12_000
const LOOK_MS = 5

/**
 * Moves the clock from one due job to the next and runs each job before it continues. After an hour, all retries of that hour were
 * made, not only the first.
 */
export async function advanceClock(context: DevContext, ms: number): Promise<void> {
  const { clock, services } = context
  let left = ms
  for (;;) {
    await settle(context)
    const due = await nextDueAfter(services.store.read, clock.now())
    const step = due === undefined ? left : Math.max(0, due - clock.now())
    if (step >= left) break
    await move(context, step)
    left -= step
  }
  await move(context, left)
  await settle(context)
  context.changes.notify()
}

/** Moves the clock, and saves its offset for commands on the same database. */
async function move({ clock, services }: DevContext, ms: number): Promise<void> {
  clock.advance(ms)
  await services.store.write((tx) => keepAhead(tx, clock.ahead()))
}

/** Resolves when no job is due, or after SETTLED_MS. */
async function settle({ wake, services, clock }: DevContext): Promise<void> {
  const deadline = performance.now() + SETTLED_MS
  wake()
  while ((await hasUnfinishedJob(services.store.read, clock.now())) && performance.now() < deadline)
    await sleep(LOOK_MS)
}
