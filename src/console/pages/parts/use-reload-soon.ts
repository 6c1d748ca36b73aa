import { useEffect } from 'preact/hooks'
import { onLive } from '../live.ts'

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
