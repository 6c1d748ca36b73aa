import { useEffect, useState } from 'preact/hooks'

/** A value that many parts read and few change. */
export interface Store<T extends object> {
  get(): T
  set(change: Partial<T>): void
  /** Calls `hear` after each change, until the returned function is called. */
  listen(hear: () => void): () => void
}

export function createStore<T extends object>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (change) => {
      value = { ...value, ...change }
      for (const hear of listeners) hear()
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}

/** The value, for a part that is drawn again after each change. */
export function useStore<T extends object>(store: Store<T>): T {
  const [value, setValue] = useState(store.get)
  useEffect(() => {
    setValue(store.get())
    return store.listen(() => setValue(store.get()))
  }, [store])
  return value
}
