import { setTimeout as sleep } from 'node:timers/promises'
import { load } from './load.ts'
import { benchBodies } from './orders.ts'
import type { BenchServer } from './servers.ts'

export const CONNECTIONS = 4
export const BATCH = 1_000

/** A way to import orders. */
export interface Runner {
  /** Imports `count` more orders. @returns milliseconds */
  run(count: number): Promise<number>
}

async function call<T>(server: BenchServer, method: string, path: string): Promise<T> {
  const response = await fetch(server.url + path, { method, headers: server.headers })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

interface Progress {
  status: string
  received: number
  processed: number
}

/** One backfill of a server, whose orders are numbered from `next`. */
export async function backfillOf(server: BenchServer, next: number): Promise<Runner & { close(): Promise<void> }> {
  const { id } = await call<{ id: string }>(server, 'POST', '/backfills')
  const first = next
  const progress = () => call<Progress>(server, 'GET', `/backfills/${id}`)
  const settled = async () => {
    for (;;) {
      const { received, processed } = await progress()
      if (processed === received) return
      await sleep(5)
    }
  }
  return {
    run: async (count) => {
      const bodies = benchBodies(count, BATCH, next).map((body) =>
        JSON.stringify({ ...JSON.parse(body), backfillId: id }),
      )
      next += count
      const started = performance.now()
      const target = { url: `${server.url}/orders/bulk`, headers: server.headers, status: 202 }
      await load(target, bodies, { connections: CONNECTIONS, perCall: BATCH })
      await settled()
      return performance.now() - started
    },
    close: async () => {
      await call(server, 'POST', `/backfills/${id}/close`)
      const { status, received, processed } = await progress()
      if (status !== 'done' || received !== next - first || processed !== received)
        throw new Error(`${status}: ${processed} of ${received}`)
    },
  }
}
