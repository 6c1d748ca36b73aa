import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { lingerBeforeClosing } from './refuse.ts'

/** A request, and its response once Node.js has made it. */
interface Exchange {
  req: IncomingMessage
  res?: ServerResponse
  /** When its head has arrived, by `performance.now()`. */
  at: number
  /** Whether its response will be the last one of the connection. */
  isLast?: boolean
}

/** The open exchanges of one connection. */
interface OpenExchanges {
  /** Exchanges whose request or response is incomplete, in the order of their requests. */
  open: Set<Exchange>
  /** Those of them that have no response yet. */
  ahead: Exchange[]
  /** Called with the head of the next request. */
  onHead?: ((req: IncomingMessage) => void) | undefined
}

const bySocket = new WeakMap<Duplex, OpenExchanges>()

function exchangesOf(socket: Duplex): OpenExchanges {
  const known = bySocket.get(socket)
  if (known) return known
  const exchanges: OpenExchanges = { open: new Set(), ahead: [] }
  bySocket.set(socket, exchanges)
  return exchanges
}

function arrived(exchanges: OpenExchanges, req: IncomingMessage): Exchange {
  const exchange: Exchange = { req, at: performance.now() }
  exchanges.open.add(exchange)
  exchanges.onHead?.(req)
  return exchange
}

/** Registers a request that waits, since it was sent ahead. */
export function noteAhead(req: IncomingMessage): void {
  const exchanges = exchangesOf(req.socket)
  exchanges.ahead.push(arrived(exchanges, req))
}

/** Registers the response of a request. @returns when the head of the request has arrived, by `performance.now()` */
export function noteExchange(req: IncomingMessage, res: ServerResponse): number {
  const exchanges = exchangesOf(req.socket)
  // Requests of a connection are served in order.
  const exchange = exchanges.ahead.shift() ?? arrived(exchanges, req)
  exchange.res = res
  res.once('close', () => {
    if (req.complete) exchanges.open.delete(exchange)
    else req.once('close', () => exchanges.open.delete(exchange))
  })
  if (exchange.isLast) endAfter(req, res)
  return exchange.at
}

/** Requests whose slowness somebody else judges. */
const paced = new WeakSet<IncomingMessage>()

/** Leaves it to the caller to end a request that takes too long to arrive: a file on a slow line takes minutes. */
export function judgePace(req: IncomingMessage): void {
  paced.add(req)
}

/**
 * Calls `late` unless the current request of a connection has arrived completely and was only not read yet. Node.js checks the time
 * before it reads: after a delay of the process, by a slow disk or a paused machine, it reports a request as late whose last byte
 * arrived in time.
 *
 * @param graceMs extra time for bytes that are being received
 * @param inTurn runs a function after what has arrived was read: thousands of requests may be late at once
 */
export function unlessArrived(
  socket: Duplex,
  { graceMs, inTurn }: { graceMs: number; inTurn: (judge: () => void) => void },
  late: () => void,
): void {
  const exchanges = exchangesOf(socket)
  let request = [...exchanges.open].find(({ req }) => !req.complete)?.req
  exchanges.onHead = (req) => {
    request ??= req
  }
  const judge = () => {
    exchanges.onHead = undefined
    if (!socket.destroyed && !request?.complete && !(request && paced.has(request))) late()
  }
  // In a turn of the event loop, timers run before reading, immediates after it.
  setTimeout(() => setImmediate(() => inTurn(judge)), graceMs).unref()
}

/**
 * Ends a connection on which no error may be written: before the response to an earlier request, or after the response to the
 * failing request, the client would read the error as the response to another request. A pending response becomes the last one of
 * the connection; an endless response (a stream) is cut off.
 *
 * @returns whether the connection was ended
 */
export function endsWithoutError(socket: Duplex): boolean {
  const { open } = exchangesOf(socket)
  const last = [...open].findLast(({ req, res }) => (req.complete ? !res?.writableFinished : res?.headersSent))
  if (!last) return false
  const { req, res } = last
  if (res) endAfter(req, res)
  else {
    last.isLast = true
    req.socket.pause()
  }
  return true
}

/** Ends a connection after one of its responses. */
function endAfter(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent && !res.writableEnded) {
    req.socket.destroy()
    return
  }
  res.shouldKeepAlive = false
  lingerBeforeClosing(req.socket)
  if (res.writableFinished) req.socket.destroySoon()
  else {
    res.once('close', () => req.socket.destroySoon())
    // Further bytes would look like a sign that the client reads the response.
    req.socket.pause()
  }
}
