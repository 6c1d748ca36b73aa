import { Pool } from 'undici'

export interface LoadFigures {
  /** Objects a second over the whole run. */
  rate: number
  /** Latency of a call, in milliseconds. */
  p50: number
  p99: number
}

/** One request: a path below the target's, and JSON for a POST. */
export interface LoadCall {
  path: string
  body?: string
}

/** Sends every body once in a POST: see {@link loadCalls}. */
export function load(
  target: { url: string; headers: Record<string, string>; status?: number },
  bodies: string[],
  { connections, perCall }: { connections: number; perCall: number },
): Promise<LoadFigures> {
  const calls = bodies.map((body) => ({ path: '', body }))
  return loadCalls(target, calls, { connections, objects: bodies.length * perCall })
}

/** Makes every call once over `connections` connections, each with one request in progress at a time. @throws Error for any status but `status` */
export async function loadCalls(
  target: { url: string; headers: Record<string, string>; status?: number },
  calls: LoadCall[],
  { connections, objects }: { connections: number; objects: number },
): Promise<LoadFigures> {
  const { origin, pathname } = new URL(target.url)
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies = new Float64Array(calls.length)
  let next = 0
  const sendAll = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const { path, body } = calls[index] as LoadCall
      const sent = performance.now()
      const answer = await pool.request(
        body === undefined
          ? { method: 'GET', path: pathname + path, headers: target.headers }
          : {
              method: 'POST',
              path: pathname + path,
              headers: { 'content-type': 'application/json', ...target.headers },
              body,
            },
      )
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
    rate: objects / seconds,
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
