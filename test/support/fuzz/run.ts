import { once } from 'node:events'
import { connect } from 'node:net'
import { Pool } from 'undici'
import { call } from '../lives.ts'
import type { OpenApi } from '../openapi.ts'
import { type FuzzRequest, fuzzRequests } from './requests.ts'

const CONNECTIONS = 8
/** Longer than the server's own limit, so that a 408 arrives. */
const LIMIT_MS = 60_000
/** Few ids, so that objects are also updated, read and erased. */
const IDS = Array.from({ length: 100 }, (_, index) => `x${index}`)

/**
 * Sends `count` requests that the seed decides on, eight at a time.
 *
 * @returns how many answers there were of each status; 0 where the connection was closed without one
 * @throws Error with the request, its number and the seed where the answer is a 5xx, none came for a minute, or it is a 408: every
 *   request is sent to its end
 */
export async function fuzz(
  url: string,
  {
    key,
    seed,
    count,
    onSent = () => {},
  }: { key: string; seed: number; count: number; onSent?: (sent: number) => void },
): Promise<Record<number, number>> {
  const spec = await call<OpenApi>(url, key, 'GET', '/spec.json')
  const backfills = await Promise.all(
    Array.from({ length: 3 }, () => call<{ id: string }>(url, key, 'POST', '/backfills')),
  )
  const known = { id: IDS, backfillId: backfills.map(({ id }) => id) }
  const requests = fuzzRequests(spec, { seed, key, known })
  const { origin, hostname, port } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS })
  const statuses: Record<number, number> = {}
  let sent = 0
  const send = async () => {
    while (sent < count) {
      const number = sent++
      const { value: request } = requests.next()
      const status = await (request.raw
        ? sendRaw(request.raw, hostname, Number(port))
        : sendWhole(pool, request)
      ).catch((error: Error) => fail(`got no answer (${error.message})`, seed, number, request))
      if (status >= 500 || status === 408) fail(`got ${status}`, seed, number, request)
      statuses[status] = (statuses[status] ?? 0) + 1
      onSent(number + 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
  } finally {
    await pool.destroy()
  }
  return statuses
}

function fail(what: string, seed: number, number: number, { raw, method, path, headers, body }: FuzzRequest): never {
  const shown = raw ? raw.toString('latin1') : `${method} ${path} ${JSON.stringify(headers)} ${body.toString('latin1')}`
  throw new Error(`request ${number} of seed ${seed} ${what}: ${JSON.stringify(shown.slice(0, 2_000))}`)
}

async function sendWhole(pool: Pool, { method, path, headers, body }: FuzzRequest): Promise<number> {
  const answer = await pool.request({ method: method as 'GET', path, headers, body: body.length > 0 ? body : null })
  await answer.body.dump({ limit: 64 * 1024 * 1024 })
  return answer.statusCode
}

/** Sends bytes and the end of the stream; the server must answer or hang up. */
async function sendRaw(bytes: Buffer, hostname: string, port: number): Promise<number> {
  const socket = connect(port, hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.setTimeout(LIMIT_MS, () => socket.destroy())
  const closed = once(socket, 'close')
  const started = performance.now()
  socket.end(bytes)
  await closed
  if (performance.now() - started >= LIMIT_MS) throw new Error('the connection stays open')
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  return Math.max(0, ...statuses)
}
