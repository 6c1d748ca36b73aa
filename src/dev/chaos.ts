import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorBody } from '../http/errors.ts'
import { jsonHeaders } from '../http/reply.ts'
import { noteOf } from '../http/request-note.ts'
import { BASE_PATH } from '../http/settings.ts'
import { DomainError, type ErrorCode } from '../lib/errors.ts'
import { parseDuration } from '../lib/time.ts'
import type { Fault } from './testing-api.ts'

/** Makes API calls fail in the ways of networks and servers. */
export interface Chaos {
  /** @returns a function that removes the fault */
  add(fault: Fault): () => void
  list(): Fault[]
  clear(): void
  /** Wraps `serve` with the faults. */
  around(serve: RequestListener): RequestListener
}

const DELAY_MS = 1_000

export function createChaos(random: () => number = Math.random): Chaos {
  /** The newest first. */
  let faults: Fault[] = []

  function take(req: IncomingMessage): Fault | undefined {
    const fault = faults.find(({ route, share = 1 }) => isAt(req, route) && random() < share)
    if (fault?.next === undefined) return fault
    fault.next--
    if (fault.next === 0) faults = faults.filter((other) => other !== fault)
    return fault
  }

  return {
    add: (fault) => {
      const own = { ...fault }
      faults = [own, ...faults]
      return () => {
        faults = faults.filter((other) => other !== own)
      }
    },
    list: () => faults,
    clear: () => {
      faults = []
    },
    around: (serve) => (req, res) => {
      const fault = take(req)
      if (fault) fail(fault, req, res, serve)
      else serve(req, res)
    },
  }
}

/** `route` is a path below the base address, with a method before it or without: `POST /orders`. */
function isAt({ method, url = '' }: IncomingMessage, route: string | undefined): boolean {
  const path = url.split('?')[0] ?? ''
  if (!path.startsWith(`${BASE_PATH}/`)) return false
  if (route === undefined) return true
  const [, wantedMethod, wantedPath] = /^(?:([A-Za-z]+) +)?(\/.*)$/.exec(route) ?? []
  return path === BASE_PATH + wantedPath && (wantedMethod === undefined || wantedMethod.toUpperCase() === method)
}

function fail({ fault, delay = DELAY_MS }: Fault, req: IncomingMessage, res: ServerResponse, serve: RequestListener) {
  if (fault === 'drop') return void req.socket.destroy()
  if (fault === 'delay') {
    const timer = setTimeout(() => serve(req, res), parseDuration(delay))
    return void res.once('close', () => clearTimeout(timer))
  }
  if (fault === 'drop_answer') {
    // The work is done when the response starts.
    res.writeHead = () => {
      req.socket.destroy()
      return res
    }
    return serve(req, res)
  }
  answer(req, res, fault)
}

const CODES = { 429: 'TOO_MANY_REQUESTS', 500: 'INTERNAL_SERVER_ERROR', 503: 'SERVICE_UNAVAILABLE' } as const

/** Sends an error in the form of the API, with its data and headers. */
function answer(req: IncomingMessage, res: ServerResponse, status: 429 | 500 | 503): void {
  const code: ErrorCode = CODES[status]
  const data: Record<string, unknown> = status === 429 ? { limit: 600, windowSeconds: 60 } : {}
  const error = new DomainError(code, 'chaos', 'Simulated error of storewire dev, requested at /dev/chaos.', data)
  // The rest of the body is not read: the connection ends with the answer.
  res.writeHead(status, {
    ...jsonHeaders,
    'x-request-id': noteOf(req).requestId,
    connection: 'close',
    ...(status === 429 ? { 'retry-after': '60' } : {}),
  })
  res.end(JSON.stringify(errorBody(error)))
  req.resume()
}
