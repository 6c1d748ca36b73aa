import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait before the next look: a look without a pause would take the processor from the server that is looked at. */
const PAUSE_MS = 5

/** Far longer than anything takes on a slow machine. Without it, looks in vain would keep a test's process alive after its time limit. */
const LIMIT_MS = 120_000

/** Resolves when something that a server does by itself has happened. @throws AssertionError after two minutes in vain */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!(await hasHappened())) {
    assert.ok(performance.now() < end, `never happened: ${hasHappened}`)
    await sleep(PAUSE_MS)
  }
}
