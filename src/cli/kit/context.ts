import type { Actor } from '../../access/actor.ts'
import { findWorkspace } from '../../access/workspaces.ts'
import type { Clock } from '../../lib/time.ts'
import { type OpenOptions, openStore } from '../../store/engine.ts'
import { clockOf } from '../../store/kept-clock.ts'
import type { Store } from '../../store/store.ts'

/** The user who runs the command. A user who can read the database file is an operator, and an owner of each workspace. */
export function operator(): Actor {
  const user = process.env.USER || process.env.USERNAME || `uid ${process.getuid?.() ?? 'unknown'}`
  return { name: `cli:${user}`, origin: 'cli', role: 'owner', isOperator: true }
}

/**
 * Opens the database for one command's work, and always closes it. Writes must use `clock`: a running `storewire dev` may have
 * moved it.
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

/** Like {@link withStore}, for a command about one workspace. @throws DomainError if the workspace that the options name does not exist */
export async function withWorkspace<T>(
  { db, workspace }: { db: string; workspace?: string | undefined },
  work: (store: Store, workspaceId: string, clock: Clock) => Promise<T>,
): Promise<T> {
  return withStore(db, async (store, clock) => work(store, (await findWorkspace(store.read, workspace)).id, clock))
}

/** Aborts on SIGINT and SIGTERM, so that unfinished files are removed. @param before the step that was not reached, for the message */
export function stopSignal(before: string): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      controller.abort(new Error(`stopped by ${signal} before ${before}. Unfinished files were removed`)),
    )
  return controller.signal
}
