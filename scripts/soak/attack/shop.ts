import { gzipSync } from 'node:zlib'
import { benchOrder } from '../../bench/orders.ts'
import { type AttackCall, atPace, bearerHeader, callFrom, JSON_BODY } from './traffic.ts'

/** One call as its caller saw it. */
export interface Sample {
  /** When it was sent, by `performance.now()`. */
  at: number
  ms: number
  /** The reason for its failure; undefined for a 2xx. */
  failure: string | undefined
}

/** The calls of the shop and of the health check. */
export interface Seen {
  pushes: Sample[]
  /** Packed bulk calls of 300 orders. */
  bulk: Sample[]
  health: Sample[]
}

const [SHOP, CHECKER] = ['127.0.0.10', '127.0.0.11']
const [PUSHES_A_SECOND, BULK_EVERY_SECONDS, HEALTH_A_SECOND] = [8, 3, 2]
const MOST = 1_000

/**
 * A shop within its limits (500 calls a minute, each on a connection of its own, as PHP does), and a health check. Sends
 * until `stop` is called.
 *
 * @returns the calls so far, and `stop`, which waits for calls in progress
 */
export function startShop(port: number, key: string): { seen: Seen; stop: () => Promise<void> } {
  const seen: Seen = { pushes: [], bulk: [], health: [] }
  const underWay = new Set<Promise<void>>()
  const caller = (from: string, samples: Sample[], call: (index: number) => AttackCall) => async (index: number) => {
    const timed = time({ port, from }, call(index)).then((sample) => void samples.push(sample))
    underWay.add(timed)
    await timed
    underWay.delete(timed)
  }
  const headers = { ...JSON_BODY, ...bearerHeader(key) }
  const push = (index: number): AttackCall => {
    const body = JSON.stringify({ data: [benchOrder(index)] })
    return { method: 'POST', path: '/orders', headers, body }
  }
  const sendBulk = (index: number): AttackCall => {
    const data = Array.from({ length: 300 }, (_, order) => benchOrder(1_000_000 + index * 300 + order))
    const body = gzipSync(JSON.stringify({ data }))
    return { method: 'POST', path: '/orders/bulk', headers: { ...headers, 'content-encoding': 'gzip' }, body }
  }
  const checkHealth = (): AttackCall => ({ method: 'GET', path: '//healthz' })
  const paces = [
    { perSecond: PUSHES_A_SECOND, work: caller(SHOP, seen.pushes, push) },
    { perSecond: 1 / BULK_EVERY_SECONDS, work: caller(SHOP, seen.bulk, sendBulk) },
    { perSecond: HEALTH_A_SECOND, work: caller(CHECKER, seen.health, checkHealth) },
  ]
  const stopping = new AbortController()
  const sending = paces.map(({ perSecond, work }) => atPace({ perSecond, most: MOST, signal: stopping.signal }, work))
  return {
    seen,
    stop: async () => {
      stopping.abort()
      await Promise.all([...sending, ...underWay])
    },
  }
}

async function time(from: { port: number; from: string }, call: AttackCall): Promise<Sample> {
  const at = performance.now()
  const failure = await callFrom(from, call).then(
    ({ status }) => (status < 300 ? undefined : String(status)),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
  return { at, ms: performance.now() - at, failure }
}
