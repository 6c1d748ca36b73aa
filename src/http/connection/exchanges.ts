import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { lingerBeforeClosing } from './linger.ts'

/** A request with its answer. */
interface Exchange {
  req: IncomingMessage
  res: ServerResponse
}

interface Connection {
  /** The exchanges that are not over: without an answer, or without the end of their request. In the order of their requests. */
  open: Set<Exchange>
  /** Waits for the head of the next request. */
  onHead?: ((req: IncomingMessage) => void) | undefined
}

const connections = new WeakMap<Duplex, Connection>()

function connectionOf(socket: Duplex): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { open: new Set() }
  connections.set(socket, connection)
  return connection
}

/** Notes that the head of a request is here. */
export function noteExchange(req: IncomingMessage, res: ServerResponse): void {
  const connection = connectionOf(req.socket)
  const exchange = { req, res }
  connection.open.add(exchange)
  res.once('close', () => {
    if (req.complete) connection.open.delete(exchange)
    else req.once('close', () => connection.open.delete(exchange))
  })
  connection.onHead?.(req)
}

/**
 * Calls `late` unless the request that is under way on a connection turns out to be here, and only not to be read yet. Node.js looks
 * at the clock before it reads: after the process was held up, by a slow disk or a paused machine, it takes a request for late
 * whose last byte has come long ago.
 *
 * @param graceMs how long what is on its way may still take
 */
export function unlessArrived(socket: Duplex, graceMs: number, late: () => void): void {
  const connection = connectionOf(socket)
  let request = [...connection.open].find(({ req }) => !req.complete)?.req
  connection.onHead = (req) => {
    request ??= req
  }
  const judge = () => {
    connection.onHead = undefined
    if (!socket.destroyed && !request?.complete) late()
  }
  // Timers come before reading, immediates after it.
  setTimeout(() => setImmediate(judge), graceMs).unref()
}

/**
 * Ends a connection on which no error may be written: one that overtook the answer to an earlier request, or came after that to
 * its own, would be taken for the answer to another request. An answer that is still to come becomes the last one; a stream,
 * whose answer has no end, is cut off.
 *
 * @returns whether it was such a connection
 */
export function endsWithoutError(socket: Duplex): boolean {
  const { open } = connectionOf(socket)
  const last = [...open].findLast(({ req, res }) => (req.complete ? !res.writableFinished : res.headersSent))
  if (!last) return false
  const { req, res } = last
  if (res.headersSent && !res.writableEnded) {
    socket.destroy()
    return true
  }
  res.shouldKeepAlive = false
  lingerBeforeClosing(req.socket)
  if (res.writableFinished) req.socket.destroySoon()
  else {
    res.once('close', () => req.socket.destroySoon())
    // What still comes would look like a sign that the client takes its answer.
    req.socket.pause()
  }
  return true
}
