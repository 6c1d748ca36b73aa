import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, Cancelled } from '../api-error.ts'
import { MISSED, onLive } from '../live.ts'

export interface Data<T> {
  data: T | undefined
  error: ApiError | null
  reload: () => void
  /** Shows what a call has just returned, without reading again. */
  set: (data: T) => void
}

/**
 * What a page shows: read when `key` changes, and again after each event of `events`. What was read before stays until the new data is
 * there, and an answer that comes late does not replace a newer one.
 */
export function useData<T>(load: () => Promise<T>, key: string, events: string[] = []): Data<T> {
  const [state, setState] = useState<{ key: string; data?: T; error: ApiError | null }>({ key, error: null })
  const asked = useRef(0)
  const reload = useCallback(() => {
    const number = ++asked.current
    const set = (next: Partial<{ data: T; error: ApiError | null }>) => {
      if (number === asked.current)
        setState((before) => ({ ...(before.key === key ? before : {}), error: null, ...next, key }))
    }
    load().then(
      (data) => set({ data }),
      (error: unknown) => {
        if (error instanceof ApiError) set({ error })
        else if (!(error instanceof Cancelled)) throw error
      },
    )
  }, [key])
  useEffect(() => {
    reload()
    const ends = [...events, MISSED].map((name) => onLive(name, reload))
    return () => {
      for (const end of ends) end()
    }
  }, [reload])
  const isCurrent = state.key === key
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : null,
    reload,
    set: (data) => setState({ key, data, error: null }),
  }
}
