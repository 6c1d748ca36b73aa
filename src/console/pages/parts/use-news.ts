import { useEffect, useRef } from 'preact/hooks'
import { onLive } from '../live.ts'

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
