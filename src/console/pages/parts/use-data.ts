import { effect } from '@preact/signals'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, Cancelled } from '../api.ts'
import { MISSED, onLive, opening } from '../live.ts'
import { session } from '../session.ts'

export interface Data<T> {
  data: T | undefined
  error: ApiError | null
  reload: () => void
  /** Shows what a call has just returned, without reading again. */
  set: (data: T) => void
}

/** An event of the stream that matters to a page only sometimes. */
export interface Concern {
  name: string
  concerns: (data: unknown) => boolean
}

/** That somebody has changed one of these, such as `key` or `refund_settings`: the first words of the actions in the audit log. */
export const decided = (...about: string[]): Concern => ({
  name: 'settings',
  concerns: (data) => about.includes((data as { about: string }).about),
})

/** The last rows of each list, by its key: shown at once on the way back, until the new ones have been read. */
const kept = new Map<string, unknown>()
const MOST_KEPT = 20
let keptFor = ''

/** Nothing of one person or workspace is shown to another. */
effect(() => {
  const { member, workspace, role } = session.value ?? {}
  const whose = `${member?.id} ${workspace?.id} ${role}`
  if (whose !== keptFor) kept.clear()
  keptFor = whose
})

function keep(key: string, data: unknown): void {
  kept.delete(key)
  kept.set(key, data)
  const [oldest = ''] = kept.keys()
  if (kept.size > MOST_KEPT) kept.delete(oldest)
}

/** {@link useData} for a list: what it showed last is there at once. */
export function useList<T>(load: () => Promise<T>, key: string, events: (string | Concern)[] = []): Data<T> {
  const list = useData(load, key, events)
  if (list.data !== undefined) keep(key, list.data)
  return list.data === undefined && !list.error ? { ...list, data: kept.get(key) as T | undefined } : list
}

/**
 * What a page shows: read when `key` changes, once the stream of events is open, and again after each event of `events`. What was read
 * before stays until the new data is there, and an answer that comes late does not replace a newer one.
 */
export function useData<T>(load: () => Promise<T>, key: string, events: (string | Concern)[] = []): Data<T> {
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
    const ends = [...events, MISSED].map((event) =>
      typeof event === 'string'
        ? onLive(event, reload)
        : onLive(event.name, (data) => {
            if (event.concerns(data)) reload()
          }),
    )
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
