import { setTimeout as sleep } from 'node:timers/promises'
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

/**
 * Makes every call once at a steady pace, whether or not earlier ones were answered. The latency of a call counts from the moment at which
 * it was due, so that a server that holds up its callers has slow calls, not fewer ones.
 *
 * @throws Error for any status but `status`
 */
export async function pacedCalls(
  target: { url: string; headers: Record<string, string>; status?: number },
  calls: LoadCall[],
  { perSecond, isOver = () => false }: { perSecond: number; isOver?: () => boolean },
): Promise<LoadFigures> {
  const pool = new Pool(new URL(target.url).origin, { connections: PACED_CONNECTIONS, pipelining: 1 })
  const started = performance.now()
  const latencies: Promise<number>[] = []
  for (const [index, call] of calls.entries()) {
    const due = started + (index * 1_000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    if (isOver()) break
    latencies.push(makeCall(pool, target, call).then(() => performance.now() - due))
    // Thrown by the wait for all, not while others are still being made.
    latencies.at(-1)?.catch(() => {})
  }
  const measured = Float64Array.from(await Promise.all(latencies)).sort()
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  return { rate: measured.length / seconds, p50: percentile(measured, 0.5), p99: percentile(measured, 0.99) }
}

/** More than are ever in use: a call must not wait for a connection. */
const PACED_CONNECTIONS = 64

async function makeCall(
  pool: Pool,
  { url, headers, status = 200 }: { url: string; headers: Record<string, string>; status?: number },
  { path, body }: LoadCall,
): Promise<void> {
  const address = new URL(url).pathname + path
  const answer = await pool.request(
    body === undefined
      ? { method: 'GET', path: address, headers }
      : { method: 'POST', path: address, headers: { 'content-type': 'application/json', ...headers }, body },
  )
  const text = await answer.body.text()
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode}: ${text}`)
}

/** Makes every call once over `connections` connections, each with one request in progress at a time. @throws Error for any status but `status` */
export async function loadCalls(
  target: { url: string; headers: Record<string, string>; status?: number },
  calls: LoadCall[],
  { connections, objects }: { connections: number; objects: number },
): Promise<LoadFigures> {
  const pool = new Pool(new URL(target.url).origin, { connections, pipelining: 1 })
  const latencies = new Float64Array(calls.length)
  let next = 0
  const sendAll = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const sent = performance.now()
      await makeCall(pool, target, calls[index] as LoadCall)
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
