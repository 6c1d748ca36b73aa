import { setTimeout as sleep } from 'node:timers/promises'
import { hasUnfinishedJob, nextDueAfter } from '../jobs/jobs.ts'
import { keepAhead } from '../store/kept-clock.ts'
import type { DevContext } from './context.ts'

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
