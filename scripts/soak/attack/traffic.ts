import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './stage.ts'

export const HOST = '127.0.0.1'
const BASE_PATH = '/api/v1'

/** Counts a call or connection of an attacker by its outcome, such as `200` or `closed`. */
export type CountOutcome = (outcome: string) => void

/** A call that takes longer counts as failed. */
export const CALL_LIMIT_MS = 30_000

export interface AttackCall {
  method: 'GET' | 'POST'
  /** A path below the base path, or a whole path if it starts with two slashes. */
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

const wholePath = (path: string) => (path.startsWith('//') ? path.slice(1) : BASE_PATH + path)

export const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` })
export const JSON_BODY = { 'content-type': 'application/json' }

/** Makes a call and reads all of its response. @throws Error if the connection breaks or 30 seconds pass */
export function callFrom(
  { port, from }: Pick<Target, 'port' | 'from'>,
  { method, path, headers = {}, body = '' }: AttackCall,
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

/** Calls over kept connections, and counts the outcomes. @returns undefined if no response arrived */
export function counted(target: Target, count: CountOutcome, mostConnections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections })
  return async (call: AttackCall): Promise<{ status: number; text: string } | undefined> => {
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
export function requestText({ method, path, headers = {} }: AttackCall): string {
  const lines = Object.entries({ host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${wholePath(path)} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Opens a connection, writes to it and counts the status of the first response. The caller reads the rest. */
export function openConnection(
  { port, from }: Target,
  count: CountOutcome,
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
  /** The most tasks at the same time; further ones are skipped. */
  most: number
  times?: number
  signal?: AbortSignal
}

/** Starts tasks at an even pace, whether or not the earlier ones are done. @returns after the last start */
export async function atPace(
  { perSecond, most, times = Number.POSITIVE_INFINITY, signal }: Pace,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const started = performance.now()
  let underWay = 0
  for (let index = 0; index < times; index++) {
    const wait = started + (index * 1000) / perSecond - performance.now()
    // A sleep is rejected only by the signal.
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
  count: CountOutcome,
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
