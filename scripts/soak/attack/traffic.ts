import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH, type Count, HOST, type Target } from './target.ts'

/** A call that takes longer has failed. */
export const CALL_LIMIT_MS = 30_000

export interface Call {
  method: 'GET' | 'POST'
  /** Below the base path, or whole where it begins with two slashes. */
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

const wholePath = (path: string) => (path.startsWith('//') ? path.slice(1) : BASE_PATH + path)

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const JSON_BODY = { 'content-type': 'application/json' }

/** Makes a call and reads all of its response. @throws Error where the connection breaks or 30 seconds pass */
export function callFrom(
  { port, from }: Pick<Target, 'port' | 'from'>,
  { method, path, headers = {}, body = '' }: Call,
  agent?: Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = request({
      host: HOST,
      port,
      localAddress: from,
      method,
      path: wholePath(path),
      headers: { ...headers, ...length },
      agent: agent ?? false,
    })
    const limit = setTimeout(() => call.destroy(new Error(`no response in ${CALL_LIMIT_MS / 1000} s`)), CALL_LIMIT_MS)
    call.on('error', reject).on('close', () => clearTimeout(limit))
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    call.end(body)
  })
}

/** Calls over connections that are kept, and counts how they ended. @returns undefined where no response came */
export function counted(target: Target, count: Count, mostConnections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections })
  return async (call: Call): Promise<{ status: number; text: string } | undefined> => {
    try {
      const response = await callFrom(target, call, agent)
      count(String(response.status))
      return response
    } catch (error) {
      count((error as NodeJS.ErrnoException).code ?? 'no response')
      return undefined
    }
  }
}

/** The bytes of a request without a body. */
export function requestText({ method, path, headers = {} }: Call): string {
  const lines = Object.entries({ host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${wholePath(path)} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Opens a connection, writes to it and counts the status of what comes first: only after that is left to the caller. */
export function openConnection(
  { port, from }: Target,
  count: Count,
  { text, onFirst, onClose = () => {} }: { text: string; onFirst: (socket: Socket) => void; onClose?: () => void },
): Socket {
  const socket = connect({ host: HOST, port, localAddress: from })
  socket.once('connect', () => {
    count('connected')
    socket.write(text)
  })
  socket.once('data', (chunk) => {
    count(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1] ?? 'no HTTP')
    onFirst(socket)
  })
  socket.once('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
  socket.once('end', () => count('closed'))
  socket.once('close', onClose)
  return socket
}

export interface Pace {
  perSecond: number
  /** At most so many works are under way; one that would be too many is left out. */
  most: number
  times?: number
  signal?: AbortSignal
}

/** Begins works at an even pace, whether or not the earlier ones are over. @returns when the last one has begun */
export async function atPace(
  { perSecond, most, times = Number.POSITIVE_INFINITY, signal }: Pace,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const started = performance.now()
  let underWay = 0
  for (let index = 0; index < times; index++) {
    const wait = started + (index * 1000) / perSecond - performance.now()
    // Only the signal makes a sleep fail.
    if (wait > 0) await sleep(wait, undefined, signal && { signal }).catch(() => {})
    if (signal?.aborted) return
    if (underWay >= most) continue
    underWay++
    void work(index).finally(() => underWay--)
  }
}

/** Keeps `most` connections open that each sent `text`; those that the server closes are opened again, more slowly. */
export async function holdConnections(
  target: Target,
  count: Count,
  { most, text }: { most: number; text: (index: number) => string },
): Promise<void> {
  const [perSecond, againPerSecond] = [500, 100]
  let open = 0
  const openOne = async (index: number): Promise<void> => {
    if (open >= most) return
    open++
    const onClose = () => {
      open--
    }
    openConnection(target, count, { text: text(index), onFirst: (socket) => socket.resume(), onClose })
  }
  await atPace({ perSecond, most, times: most }, openOne)
  await atPace({ perSecond: againPerSecond, most }, openOne)
}
