import type { Actor } from '../../access/actor.ts'
import type { Clock } from '../../lib/clock.ts'
import { clockOf } from '../../store/kept-clock.ts'
import { type OpenOptions, openStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'

/** Who runs the command: whoever can read the database file is an owner. */
export function operator(): Actor {
  const user = process.env.USER || process.env.USERNAME || `uid ${process.getuid?.() ?? 'unknown'}`
  return { name: `cli:${user}`, origin: 'cli', role: 'owner' }
}

/**
 * Runs one command's work on an open database, and closes it whatever happens. `clock` is the one to write by: a running
 * `storewire dev` may have moved it.
 */
export async function withStore<T>(
  file: string,
  work: (store: Store, clock: Clock) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const store = await openStore(file, options)
  try {
    return await work(store, await clockOf(store.read))
  } finally {
    await store.close()
  }
}

/** Aborts when the process is told to stop, so that unfinished files are removed. @param before what was not reached, for the message */
export function stopSignal(before: string): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      controller.abort(new Error(`stopped by ${signal} before ${before}; nothing is left of it`)),
    )
  return controller.signal
}
