import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, Cancelled } from '../api.ts'
import { MISSED, onLive, opening } from '../live.ts'

export interface Data<T> {
  data: T | undefined
  error: ApiError | null
  reload: () => void
  /** Shows what a call has just returned, without reading again. */
  set: (data: T) => void
}

/**
 * What a page shows: read when `key` changes, once the stream of events is open, and again after each event of `events`. What was read
 * before stays until the new data is there, and an answer that comes late does not replace a newer one.
 */
export function useData<T>(load: () => Promise<T>, key: string, events: string[] = []): Data<T> {
  const [state, setState] = useState<{ key: string; data?: T; error: ApiError | null }>({ key, error: null })
  const asked = useRef(0)
  const reload = useCallback(async () => {
    const number = ++asked.current
    const set = (next: Partial<{ data: T; error: ApiError | null }>) => {
      if (number === asked.current)
        setState((before) => ({ ...(before.key === key ? before : {}), error: null, ...next, key }))
    }
    try {
      await opening
      // Otherwise it was asked for again meanwhile, or the page was left.
      if (number === asked.current) set({ data: await load() })
    } catch (error) {
      if (error instanceof ApiError) set({ error })
      else if (!(error instanceof Cancelled)) throw error
    }
  }, [key])
  useEffect(() => {
    reload()
    const ends = [...events, MISSED].map((name) => onLive(name, reload))
    return () => {
      asked.current++
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

/** Least time between two reads because of news: a busy shop must not make every console read all the time. */
const PAUSE_MS = 1_000

/** Calls `reload` after an event that `concerns` it, at once, and then at most once a second. */
export function useNews(name: string, reload: () => void, concerns: (data: unknown) => boolean = () => true): void {
  const current = useRef({ reload, concerns })
  current.current = { reload, concerns }
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined
    let isMore = false
    const read = () => {
      isMore = false
      current.current.reload()
      pause = setTimeout(() => {
        pause = undefined
        if (isMore) read()
      }, PAUSE_MS)
    }
    const end = onLive(name, (data) => {
      if (!current.current.concerns(data)) return
      if (pause === undefined) read()
      else isMore = true
    })
    return () => {
      end()
      clearTimeout(pause)
    }
  }, [name])
}

/** When the data is read again after an event. Logs and counts are written a moment later, on a busy server some moments later. */
const SOON_MS = 2_000
const LATER_MS = 10_000

/** Reads again some time after an event that matters, and not more often than people can read, however much happens. */
export function useReloadSoon(
  reload: () => void,
  event: string,
  matters: (news: unknown) => boolean = () => true,
): void {
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const end = onLive(event, (news) => {
      if (!matters(news)) return
      for (const ms of [SOON_MS, LATER_MS]) {
        if (timers.has(ms)) continue
        const timer = setTimeout(() => {
          timers.delete(ms)
          reload()
        }, ms)
        timers.set(ms, timer)
      }
    })
    return () => {
      end()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [reload, event])
}
