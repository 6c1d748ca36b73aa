import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'
import { ApiError } from '../lib/errors.ts'
import { BASE_PATH, createApp } from './app.ts'
import { errorBody } from './reply.ts'
import type { Services } from './services.ts'

/** How long a request may take to arrive: a client that dribbles holds a connection no longer. */
export const REQUEST_TIMEOUT_MS = 30_000
/** Idle connections are kept longer than any usual proxy keeps them, so that it is never the server that hangs up first. */
const KEEP_ALIVE_MS = 65_000
/** How often connections are checked against these limits. */
const CHECK_MS = 1_000
/** How long requests in flight may take to finish when the server stops. */
const STOP_MS = 10_000

/** Stands in front of every request, and gets to `serve` what it does not answer itself. */
export type Around = (serve: RequestListener, services: Services) => RequestListener

export interface Listening {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Stops accepting, and resolves when the requests in flight are answered, after at most 10 seconds. */
  stop(): Promise<void>
}

/** Serves the application on a host and port; port 0 picks a free one. @throws Error in words for the operator when it can't listen there */
export async function listen(
  services: Services,
  {
    host,
    port,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    around = (serve) => serve,
  }: { host: string; port: number; requestTimeoutMs?: number; around?: Around },
): Promise<Listening> {
  const app = createApp(services)
  const serve = around(toNodeHandler((request) => app.fetch(request)) as RequestListener, services)
  const server = createServer(
    {
      // Checked here instead, where the answer has the shape of every other error.
      requireHostHeader: false,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeoutMs),
    },
    (req, res) => (namesOneHost(req) ? serve(req, res) : refuse(res, noHost)),
  )
  server.on('request', (_, res) => res.once('close', () => server.listening || server.closeIdleConnections()))
  // By default Node.js invites the body before any check has run: here reading the body does, so a refused upload never starts.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => server.emit('request', req, res))
  server.on('clientError', answerBrokenRequest)
  server.on('connect', (_, socket: Duplex) => answerOnSocket(socket, noTunnel))
  await listening(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shownHost = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${shownHost}:${bound}${BASE_PATH}`, stop: () => stop(server) }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`cannot listen on ${host}:${port}: ${listenProblem(error)}`)),
    )
    server.listen(port, host, resolve)
  })
}

function listenProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program has the port; choose another with --port'
  if (code === 'EACCES') return 'ports below 1024 need privileges; choose another with --port'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine has no such address; choose another with --host'
  return message
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearTimeout(deadline)
}

const noHost = new ApiError(
  'BAD_REQUEST',
  'The request must name its host once: send one Host header with a valid address.',
  {
    data: { issues: [] },
  },
)
const noTunnel = new ApiError('METHOD_NOT_SUPPORTED', 'This server is no proxy: send requests for its own addresses.', {
  headers: { allow: 'GET, HEAD, POST, DELETE' },
})

function namesOneHost({ httpVersion, headersDistinct: { host = [] } }: IncomingMessage): boolean {
  if (host.length === 0) return httpVersion === '1.0'
  return host.length === 1 && URL.canParse(`http://${host[0]}/`)
}

function refuse(res: ServerResponse, error: ApiError): void {
  const { headers, body } = plainAnswer(error)
  res.writeHead(error.status, headers).end(body)
}

/** Requests that never become one (broken, too slow, headers too large) get the shape of every other error. */
function answerBrokenRequest(cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else answerOnSocket(socket, brokenRequest(cause))
}

function answerOnSocket(socket: Duplex, error: ApiError): void {
  const { headers, body } = plainAnswer(error)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...head, '', body]
  socket.end(lines.join('\r\n'), () => socket.destroy())
}

function plainAnswer(error: ApiError): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    connection: 'close',
  }
  return { headers, body }
}

function brokenRequest({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('REQUEST_TIMEOUT', 'The request took too long to arrive: send it faster, or in smaller parts.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
      'The headers of the request are too large: send fewer or shorter ones.',
    )
  return new ApiError('BAD_REQUEST', 'This is no HTTP/1.1 request: check the program that sent it.', {
    data: { issues: [] },
  })
}
