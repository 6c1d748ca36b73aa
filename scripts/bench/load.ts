import { Pool } from 'undici'

export interface Measured {
  /** Objects a second over the whole run. */
  rate: number
  /** Latency of a call, in milliseconds. */
  p50: number
  p99: number
}

/** Sends every body once over `connections` connections, each with one request under way at a time. @throws Error on any answer but `status` */
export async function load(
  target: { url: string; headers: Record<string, string>; status?: number },
  bodies: string[],
  { connections, perCall }: { connections: number; perCall: number },
): Promise<Measured> {
  const { origin, pathname } = new URL(target.url)
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies = new Float64Array(bodies.length)
  let next = 0
  const sendAll = async (): Promise<void> => {
    for (let index = next++; index < bodies.length; index = next++) {
      const sent = performance.now()
      const answer = await pool.request({
        method: 'POST',
        path: pathname,
        headers: { 'content-type': 'application/json', ...target.headers },
        body: bodies[index] ?? '',
      })
      const text = await answer.body.text()
      if (answer.statusCode !== (target.status ?? 200)) throw new Error(`${answer.statusCode}: ${text}`)
      latencies[index] = performance.now() - sent
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, sendAll))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  latencies.sort()
  return {
    rate: (bodies.length * perCall) / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
