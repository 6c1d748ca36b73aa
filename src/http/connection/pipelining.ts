import type { IncomingMessage, ServerResponse } from 'node:http'
import { noteAhead } from './exchanges.ts'
import type { Connection } from './open-connections.ts'

/**
 * Requests of all connections that wait. Node.js reads up to 64 KiB at a time, which can be 1,500 small requests; reading from a
 * connection stops only after that. A waiting request is its head alone.
 */
const MOST_WAITING = 10_000

/** A request whose head has arrived. `begin` lets Node.js make its response and serve it; never called, it costs nothing more. */
export interface ArrivedHead {
  req: IncomingMessage
  begin: () => void
}

/** Requests that clients send before they have the responses to earlier ones. */
export interface Pipelining {
  /**
   * Begins a request at once, or when earlier requests of the connection have their responses; never if the client has disconnected by
   * then. Further requests are not read meanwhile. If too many requests wait, the connection is closed.
   */
  arrive(connection: Connection, head: ArrivedHead): void
  /** Lets the next requests of the connection begin when this response is complete. */
  follow(connection: Connection, res: ServerResponse): void
}

/** The waiting requests of one connection. */
interface Queue {
  begin: (() => void)[]
  /** Whether nothing is read from the connection. */
  isPaused: boolean
  isWoken: boolean
}

/** @param unanswered the number of requests of one connection that are processed at a time */
export function createPipelining(unanswered: number): Pipelining {
  const queues = new WeakMap<Connection, Queue>()
  let waiting = 0
  // With a limit of 1, the body of a request would wait for the response to the same request.
  const pauseAt = Math.max(2, unanswered)

  function queueOf(connection: Connection): Queue {
    const known = queues.get(connection)
    if (known) return known
    const { socket } = connection
    const queue: Queue = { begin: [], isPaused: false, isWoken: false }
    // Node.js resumes the socket for each body that it reads, and after responses.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause()
    })
    socket.once('close', () => {
      waiting -= queue.begin.splice(0).length
    })
    queues.set(connection, queue)
    return queue
  }

  /** In a turn of the event loop of its own, so that one connection does not delay the others. */
  function wake(connection: Connection): void {
    const queue = queues.get(connection)
    if (!queue || queue.isWoken || (queue.begin.length === 0 && !queue.isPaused)) return
    queue.isWoken = true
    setImmediate(() => {
      queue.isWoken = false
      if (connection.socket.destroyed) return
      while (connection.unanswered - queue.begin.length < unanswered) {
        const begin = queue.begin.shift()
        if (!begin) break
        waiting--
        begin()
      }
      if (!queue.isPaused || connection.unanswered >= pauseAt) return
      queue.isPaused = false
      connection.socket.resume()
    })
  }

  return {
    arrive: (connection, { req, begin }) => {
      connection.unanswered++
      if (connection.unanswered >= pauseAt) {
        queueOf(connection).isPaused = true
        connection.socket.pause()
      }
      const isBehind = (queues.get(connection)?.begin.length ?? 0) > 0
      if (connection.unanswered <= unanswered && !isBehind) return begin()
      if (waiting >= MOST_WAITING) {
        connection.socket.destroy()
        return
      }
      noteAhead(req)
      waiting++
      queueOf(connection).begin.push(begin)
    },
    follow: (connection, res) => {
      res.once('close', () => {
        connection.unanswered--
        wake(connection)
      })
    },
  }
}
