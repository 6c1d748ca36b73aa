import { setTimeout as sleep } from 'node:timers/promises'
import { hasUnfinishedJob, nextDueAfter } from '../jobs/jobs.ts'
import { keepAhead } from '../store/kept-clock.ts'
import type { DevContext } from './context.ts'

/** Longer than the longest call of a refund endpoint. */
const SETTLED_MS = 12_000
const LOOK_MS = 5

/**
 * Moves the clock as time would: from one due job to the next, each done before the clock goes on, so that an hour ahead all
 * retries of that hour were made and not only the first.
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

/** The clock, and what commands on the same database go by. */
async function move({ clock, services }: DevContext, ms: number): Promise<void> {
  clock.advance(ms)
  await services.store.write((tx) => keepAhead(tx, clock.ahead()))
}

/** Resolves when no job is due any more, or one takes longer than any should. */
async function settle({ wake, services, clock }: DevContext): Promise<void> {
  const deadline = performance.now() + SETTLED_MS
  wake()
  while ((await hasUnfinishedJob(services.store.read, clock.now())) && performance.now() < deadline)
    await sleep(LOOK_MS)
}
