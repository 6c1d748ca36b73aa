import type { Store } from '../store/store.ts'

/** Tells that something has changed: a commit, a call. */
export interface Changes {
  /** @returns how to stop listening */
  listen(listener: () => void): () => void
  notify(): void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** The store, telling `changes` of every commit. */
export function observedStore(store: Store, changes: Changes): Store {
  const told = <T>(written: Promise<T>): Promise<T> => written.finally(changes.notify)
  return {
    ...store,
    write: (work, share) => told(store.write(work, share)),
    writeInBackground: (work) => told(store.writeInBackground(work)),
  }
}
