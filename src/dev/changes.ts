import type { Store } from '../store/store.ts'

/** Notifies listeners of changes: a commit, a call. */
export interface Changes {
  /** @returns a function that stops listening */
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

/** The store, with a notification after every write. */
export function observedStore(store: Store, changes: Changes): Store {
  const notified = <T>(written: Promise<T>): Promise<T> => written.finally(changes.notify)
  return {
    ...store,
    write: (work, share) => notified(store.write(work, share)),
    writeInBackground: (work) => notified(store.writeInBackground(work)),
  }
}
