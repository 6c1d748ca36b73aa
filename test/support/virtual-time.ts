import { platform, type Runtime } from '../../src/client/runtime.ts'
import type { TestClock } from './server.ts'

/** A clock for a client: it jumps ahead whenever the client has nothing in progress. The clock of the server follows. */
export function virtualTime(clock: TestClock): Pick<Runtime, 'fetch' | 'now' | 'sleep'> & { slept: number[] } {
  const sleepers: { until: number; wake: () => void }[] = []
  const slept: number[] = []
  let underWay = 0

  function passTime(): void {
    if (underWay > 0) return
    const next = sleepers.sort((a, b) => a.until - b.until).shift()
    if (!next) return
    clock.advance(Math.max(0, next.until - clock.now()))
    next.wake()
    setImmediate(passTime)
  }

  return {
    slept,
    now: clock.now,
    fetch: async (url, init) => {
      underWay++
      try {
        const response = await platform.fetch(url, init)
        const body = await response.arrayBuffer()
        return new Response(body.byteLength > 0 ? body : null, response)
      } finally {
        underWay--
        setImmediate(passTime)
      }
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        slept.push(ms)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        sleepers.push({ until: clock.now() + ms, wake: resolve })
        setImmediate(passTime)
      }),
  }
}
