import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'
import { createConnections } from '../http/connection/connections.ts'
import { endsWithoutError, noteExchange, unlessArrived } from '../http/connection/exchanges.ts'
import { createFairTurns } from '../http/connection/fair-turns.ts'
import { createKnownNetworks } from '../http/connection/known-networks.ts'
import type { Connection } from '../http/connection/open-connections.ts'
import {
  brokenRequest,
  CUT_OFF,
  isEnding,
  LINGER_MS,
  type ParseFailure,
  plainAnswer,
  refuseRequest,
  TOO_SLOW,
} from '../http/connection/refuse.ts'
import { headProblem } from '../http/connection/request-head.ts'
import { createTurns } from '../http/connection/turns.ts'
import { countedResponse } from '../http/connection/unsent.ts'
import { watchForProxy } from '../http/connection/untrusted-proxy.ts'
import { HttpError, statusOf } from '../http/errors.ts'
import { ALL_METHODS } from '../http/methods.ts'
import { type ServedRequest, watchRequest } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { BASE_PATH } from '../http/settings.ts'
import type { DomainError } from '../lib/errors.ts'
import { nextTurn } from '../lib/gate.ts'
import type { Clock } from '../lib/time.ts'
import { createApp, type ServedFeatures } from './app.ts'
import { listenOn } from './listening-sockets.ts'

/** The time for a request to arrive, so that slow clients do not hold connections. */
export const REQUEST_TIMEOUT_MS = 30_000
/** The time that a client may read nothing of a response. Then the connection is closed, and the memory is freed. */
export const STANDSTILL_MS = 30_000
/** Idle connections are kept longer than usual proxies keep them, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000
/** How often these limits are checked: the clients of a quarter of a second reach them together. */
const CHECK_MS = 250
/** The time for bytes of a late request that are being received. */
const LATE_GRACE_MS = 1_000
/** The time for unfinished requests when the server stops. */
export const STOP_MS = 10_000
/** The time that idle connections stay open when the server stops: a request may be on its way. */
const GRACE_MS = 250

/** What a turn of the event loop runs in all: the calls of one turn share a commit, so fewer would cost shops time. */
const IN_A_TURN = 32
/** Requests of a stranger's network that a turn begins to serve; fewer while turns are long. */
const SERVED_OF_STRANGERS = 16
/**
 * Connections of a stranger's network that a turn begins to read. Node.js reads up to 64 KiB of each, and parses all of it: that can be
 * 1,500 requests, which take 15 ms, and twice that after a start.
 */
const READ_OF_STRANGERS = 1
/** Connections of a stranger's network that a turn ends: the clients of thousands may leave, or be too slow, at once. */
const ENDED_OF_STRANGERS = 16

export interface ListenOptions {
  host: string
  port: number
  requestTimeoutMs?: number
  standstillMs?: number
  graceMs?: number
  around?: Around
  /** Maximum milliseconds without an event in a stream. */
  heartbeatMs?: number
}

/** Wraps the handling of all requests; passes requests that it does not answer itself to `serve`. */
export type Around = (serve: RequestListener, services: Services) => RequestListener

export interface Listening {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Stops accepting, and resolves when all requests have responses, after at most 10 seconds. */
  stop(): Promise<void>
}

/** Serves the application on a host and port; port 0 picks a free one. @throws DomainError if listening fails */
export async function listen(
  services: Services,
  {
    host,
    port,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    standstillMs = STANDSTILL_MS,
    graceMs = GRACE_MS,
    around = (serve) => serve,
  }: ListenOptions,
  features: ServedFeatures,
): Promise<Listening> {
  const { settings, log, unsent } = services
  const known = createKnownNetworks()
  const fairTurns = (ofStrangers: number) => createFairTurns({ ofStrangers, inAll: IN_A_TURN, isKnown: known.has })
  const reading = fairTurns(READ_OF_STRANGERS)
  const connections = createConnections(settings.connectionLimits, settings.trustProxy, log, reading)
  const ending = fairTurns(ENDED_OF_STRANGERS)
  const turns = createTurns(settings.connectionLimits.unanswered, fairTurns(SERVED_OF_STRANGERS), reading, known)
  const noteProxy = watchForProxy(services)
  const app = createApp(services, host, features)
  const serve = around(toNodeHandler((request) => app.fetch(request)) as RequestListener, services)
  // A publishable key is on web pages: it makes nobody known.
  const noteServed = (connection: Connection) => (served: ServedRequest) => {
    if (served.keyId && !served.isOfVisitor && served.status < 300) known.add(connection.network)
    services.onServed(served)
  }
  const server = createServer(
    {
      // Checked in headProblem() instead, so that the error has the usual shape.
      requireHostHeader: false,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeoutMs),
      ServerResponse: countedResponse(unsent, connections.find, standstillMs),
    },
    (req, res) => {
      const connection = connections.carrying(req)
      if (!connection) return
      const arrived = noteExchange(req, res)
      noteProxy(req)
      turns.take(connection, res, () => {
        // Not earlier: clients that send thousands of requests ahead and leave would be logged once for each of them.
        watchRequest(req, res, services.clock, noteServed(connection), arrived)
        const problem = headProblem(req)
        if (problem) refuseRequest(req, res, problem)
        else serve(req, res)
      })
    },
  )
  connections.watch(server, turns.arrive)
  server.on('timeout', (socket) => endIfIdle(socket, connections.find(socket)))
  const stop = stopper(server, graceMs)
  // By default Node.js sends 100 Continue before any check. Here reading the body sends it, so that a rejected upload never starts.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => server.emit('request', req, res))
  // Bytes after the last response of a connection belong to a rejected request.
  const isOver = (socket: Duplex) => socket.writableEnded || isEnding(socket)
  const fail = (socket: Duplex, error: DomainError) => {
    if (isOver(socket) || endsWithoutError(socket)) return
    services.onServed(answerOnSocket(socket, error, services.clock))
  }
  const ofNetwork = (socket: Duplex) => connections.find(socket as Socket)?.network ?? ''
  const close = (socket: Duplex) => ending.run(ofNetwork(socket), () => socket.destroy())
  const lateOptions = (socket: Duplex) => ({
    graceMs: Math.min(LATE_GRACE_MS, requestTimeoutMs),
    inTurn: (judge: () => void) => ending.run(ofNetwork(socket), judge),
  })
  server.on('clientError', (cause: ParseFailure, socket) => {
    if (isOver(socket)) return
    if (cause.code === 'ECONNRESET' || !socket.writable) close(socket)
    else if (cause.code === CUT_OFF) {
      if (!endsWithoutError(socket)) close(socket)
    } else if (cause.code === TOO_SLOW)
      unlessArrived(socket, lateOptions(socket), () => fail(socket, brokenRequest(cause)))
    else fail(socket, brokenRequest(cause))
  })
  server.on('connect', (_, socket: Duplex) => fail(socket, noTunnel))
  const listeners = await listenOn(server, host, port)
  const { address, family, port: bound } = server.address() as AddressInfo
  const shownHost = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${shownHost}:${bound}${BASE_PATH}`, stop: () => stop(listeners) }
}

/** Ends a connection without traffic, unless one of its requests is still being processed. */
function endIfIdle(socket: Socket, connection: Connection | undefined): void {
  if (connection && connection.unanswered > 0 && socket.writableLength === 0) socket.setTimeout(socket.timeout ?? 0)
  else socket.destroy()
}

/**
 * Returns a function that stops a server without interrupting requests: it accepts no new connections, every further response closes
 * its connection, and idle connections stay open for a moment, since a request may be on its way.
 */
function stopper(server: Server, graceMs: number): (listeners: TcpServer[]) => Promise<void> {
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
  return async (listeners) => {
    // Accept the connections that the system has already established.
    await nextTurn()
    // `close()` of Node's HTTP server would close idle connections at once.
    const closed = Promise.all(
      listeners.map(
        (listener) => new Promise<void>((resolve) => TcpServer.prototype.close.call(listener, () => resolve())),
      ),
    )
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
  'This server is not a proxy. Send requests for its own addresses.',
  {
    headers: { allow: ALL_METHODS.join(', ') },
  },
)

/** Writes the error of a broken request (not HTTP, too slow, headers too large) in the shape of all errors. */
function answerOnSocket(socket: Duplex, error: DomainError, clock: Clock): ServedRequest {
  const requestId = randomUUID()
  const status = statusOf[error.code]
  const { headers, body } = plainAnswer(error, requestId)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body]
  // Closing at once, with unread bytes, would send a reset that overtakes the response.
  socket.end(lines.join('\r\n'))
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return { requestId, at: clock.now(), method: 'unknown', path: '', isPage: false, status, durationMs: 0, error }
}
