import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait before the next look: a look without a pause would take the processor from the server that is looked at. */
const PAUSE_MS = 5

/** Resolves when something that a server does by itself has happened; the test's own time limit ends a wait in vain. */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await hasHappened())) await sleep(PAUSE_MS)
}
