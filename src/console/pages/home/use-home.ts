import { useEffect, useRef, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Home } from '../api-types.ts'
import { onLive } from '../live.ts'
import { type Data, useData } from '../parts/use-data.ts'
import { serverNow } from '../server-clock.ts'

/** Least time between two reads, however much arrives. */
const PAUSE_MS = 3_000
/** What nobody reports, such as a chat that starts on a page of the shop, is looked for while the set-up is not done. */
const POLL_MS = 15_000

/** A push that was seen just now. `at` is epoch milliseconds, by the clock of the server. */
export interface SeenPush {
  type: string
  id: string
  at: number
}

/** The data of Home. It is read again when something happens, after pushes at most every three seconds. */
export function useHome(): Data<Home> & { seen: SeenPush | undefined } {
  const data = useData(() => read(api.GET('/home')), 'home', ['refund', 'waiting'])
  const [seen, setSeen] = useState<SeenPush>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { reload } = data
  const isSetUp = data.data?.setup?.every(({ isDone }) => isDone) ?? true
  useEffect(() => {
    const readLater = () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        reload()
      }, PAUSE_MS)
    }
    const onPush = (news: unknown) => {
      const { pushes } = news as { pushes: { type: string; lastId: string | null }[] }
      const latest = pushes.find(({ lastId }) => lastId !== null)
      if (latest?.lastId) setSeen({ type: latest.type, id: latest.lastId, at: serverNow() })
      readLater()
    }
    const ends = [onLive('push', onPush), onLive('batch', readLater), onLive('settings', readLater)]
    return () => {
      for (const end of ends) end()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [reload])
  useEffect(() => {
    if (isSetUp) return
    const poll = setInterval(() => {
      if (!document.hidden) reload()
    }, POLL_MS)
    return () => clearInterval(poll)
  }, [reload, isSetUp])
  return { ...data, seen }
}
