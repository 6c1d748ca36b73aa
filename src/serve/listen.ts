import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'
import { type Connection, createConnections } from '../http/connection/connections.ts'
import { endsWithoutError, noteExchange, unlessArrived } from '../http/connection/exchanges.ts'
import { isEnding, LINGER_MS } from '../http/connection/linger.ts'
import { plainAnswer, refuse } from '../http/connection/refuse.ts'
import { headProblem } from '../http/connection/request-head.ts'
import { createTurns } from '../http/connection/turns.ts'
import { countedResponse } from '../http/connection/unsent.ts'
import { watchForProxy } from '../http/connection/untrusted-proxy.ts'
import { HttpError, statusOf } from '../http/errors.ts'
import { type ServedRequest, watchRequest } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import type { Clock } from '../lib/clock.ts'
import type { DomainError } from '../lib/errors.ts'
import { nextTurn } from '../lib/turn.ts'
import { BASE_PATH, createApp } from './app.ts'

/** How long a request may take to arrive: a client that dribbles holds a connection no longer. */
export const REQUEST_TIMEOUT_MS = 30_000
/** How long a client may take nothing of a response: longer ones are given up, and their memory is free again. */
export const STANDSTILL_MS = 30_000
/** Idle connections are kept longer than any usual proxy keeps them, so that it is never the server that hangs up first. */
const KEEP_ALIVE_MS = 65_000
/** How often connections are checked against these limits. */
const CHECK_MS = 1_000
/** How long requests in flight may take to finish when the server stops. */
export const STOP_MS = 10_000
/** How long a connection without a request stays open when the server stops: one may be on its way. */
const GRACE_MS = 250

export interface Address {
  host: string
  port: number
  requestTimeoutMs?: number
  standstillMs?: number
  graceMs?: number
  around?: Around
  /** How long a stream of events may be silent. */
  heartbeatMs?: number
}

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
    standstillMs = STANDSTILL_MS,
    graceMs = GRACE_MS,
    around = (serve) => serve,
  }: Address,
): Promise<Listening> {
  const { settings, log, unsent } = services
  const connections = createConnections(settings.connectionLimits, settings.trustProxy, log)
  const turns = createTurns(settings.connectionLimits.unanswered)
  const noteProxy = watchForProxy(services)
  const app = createApp(services, host)
  const serve = around(toNodeHandler((request) => app.fetch(request)) as RequestListener, services)
  const checkMs = Math.min(CHECK_MS, requestTimeoutMs)
  const server = createServer(
    {
      // Checked here instead, where the answer has the shape of every other error.
      requireHostHeader: false,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: checkMs,
      ServerResponse: countedResponse(unsent, connections.find, standstillMs),
    },
    (req, res) => {
      if (isEnding(req.socket)) return void req.resume()
      const connection = connections.carrying(req)
      if (!connection) return
      noteExchange(req, res)
      watchRequest(req, res, services.clock, services.onServed)
      noteProxy(req)
      turns.take(connection, res, () => {
        const problem = headProblem(req)
        if (problem) refuse(req, res, problem)
        else serve(req, res)
      })
    },
  )
  connections.watch(server)
  server.on('timeout', (socket) => endIfIdle(socket, connections.find(socket)))
  const stop = stopper(server, graceMs)
  // By default Node.js invites the body before any check has run: here reading the body does, so a refused upload never starts.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => server.emit('request', req, res))
  // Where a connection has its last answer already, this is the rest of what was answered.
  const isOver = (socket: Duplex) => socket.writableEnded || isEnding(socket)
  const fail = (socket: Duplex, error: DomainError) => {
    if (isOver(socket) || endsWithoutError(socket)) return
    services.onServed(answerOnSocket(socket, error, services.clock))
  }
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    if (isOver(socket)) return
    if (cause.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (cause.code === TOO_SLOW) unlessArrived(socket, checkMs, () => fail(socket, brokenRequest(cause)))
    else fail(socket, brokenRequest(cause))
  })
  server.on('connect', (_, socket: Duplex) => fail(socket, noTunnel))
  await listening(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shownHost = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${shownHost}:${bound}${BASE_PATH}`, stop }
}

/** Ends a connection over which nothing moves, unless that is because a request of it is still being worked on. */
function endIfIdle(socket: Socket, connection: Connection | undefined): void {
  if (connection && connection.unanswered > 0 && socket.writableLength === 0) socket.setTimeout(socket.timeout ?? 0)
  else socket.destroy()
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

/**
 * How to stop a server without cutting a request off: no new connections; every answer from now on ends its connection and says
 * so; connections without a request are kept for a moment, since their clients do not know yet.
 */
function stopper(server: Server, graceMs: number): () => Promise<void> {
  const unanswered = new Set<ServerResponse>()
  let graceIsOver = false
  server.on('request', (_, res) => {
    unanswered.add(res)
    if (!server.listening) res.shouldKeepAlive = false
    res.once('close', () => {
      unanswered.delete(res)
      if (graceIsOver) server.closeIdleConnections()
    })
  })
  return async () => {
    // Connections that the system has taken already are accepted before the door is shut.
    await nextTurn()
    // Node's own way to close an HTTP server would hang up on idle connections at once.
    const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
    for (const res of unanswered) res.shouldKeepAlive = false
    const grace = setTimeout(() => {
      graceIsOver = true
      server.closeIdleConnections()
    }, graceMs)
    const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS)
    await closed
    clearTimeout(grace)
    clearTimeout(deadline)
    server.close()
  }
}

const noTunnel = new HttpError(
  'METHOD_NOT_SUPPORTED',
  'not_a_proxy',
  'This server is no proxy: send requests for its own addresses.',
  {
    headers: { allow: 'GET, HEAD, POST, DELETE' },
  },
)

/** Requests that never become one (broken, too slow, headers too large) get the shape of every other error. */
function answerOnSocket(socket: Duplex, error: DomainError, clock: Clock): ServedRequest {
  const requestId = randomUUID()
  const status = statusOf[error.code]
  const { headers, body } = plainAnswer(error, requestId)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body]
  // Closing at once, with bytes unread, would be a reset that overtakes the answer.
  socket.end(lines.join('\r\n'))
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return { requestId, at: clock.now(), method: 'unknown', path: '', isPage: false, status, durationMs: 0, error }
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

function brokenRequest({ code }: NodeJS.ErrnoException): DomainError {
  if (code === TOO_SLOW)
    return new HttpError(
      'REQUEST_TIMEOUT',
      'too_slow',
      'The request took too long to arrive: send it faster, or in smaller parts.',
    )
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpError(
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
      'headers_too_large',
      'The headers of the request are too large: send fewer or shorter ones.',
    )
  return new HttpError('BAD_REQUEST', 'not_http', 'This is no HTTP/1.1 request: check the program that sent it.', {
    data: { issues: [] },
  })
}
