import type { ServerResponse } from 'node:http'
import type { Connection } from './connections.ts'

/**
 * Requests that were read ahead and wait for their turn, in the whole process. Node.js reads up to 64 KiB at a time, which are 1,500 of the
 * smallest requests, so a few connections may send that much at once before reading from them stops.
 */
const MOST_WAITING = 10_000

/** Serves the requests of each connection in turn. */
export interface Turns {
  /**
   * Calls `serve` at once, or when earlier requests of the connection have their responses; never if the client is gone by then. Further
   * requests are not read meanwhile. A connection that makes too many wait is closed.
   */
  take(connection: Connection, res: ServerResponse, serve: () => void): void
}

/** What waits on one connection. */
interface Queue {
  waiting: (() => void)[]
  isPaused: boolean
  isWoken: boolean
}

/** @param unanswered how many requests of one connection are worked on at a time */
export function createTurns(unanswered: number): Turns {
  const queues = new WeakMap<Connection, Queue>()
  let waitingInAll = 0
  // The body of a request must not wait for the request itself to be answered.
  const pauseAt = Math.max(2, unanswered)

  function queueOf(connection: Connection): Queue {
    const known = queues.get(connection)
    if (known) return known
    const queue: Queue = { waiting: [], isPaused: false, isWoken: false }
    queues.set(connection, queue)
    const { socket } = connection
    // Node.js resumes for each body that it reads, and when responses went out.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause()
    })
    socket.once('close', () => {
      waitingInAll -= queue.waiting.length
      queue.waiting = []
    })
    return queue
  }

  /** In a turn of the event loop of its own: the requests of one connection must not keep others from theirs. */
  function wake(connection: Connection): void {
    const queue = queues.get(connection)
    if (!queue || queue.isWoken || (queue.waiting.length === 0 && !queue.isPaused)) return
    queue.isWoken = true
    setImmediate(() => {
      queue.isWoken = false
      advance(connection, queue)
    })
  }

  function advance(connection: Connection, queue: Queue): void {
    while (connection.unanswered - queue.waiting.length < unanswered) {
      const serve = queue.waiting.shift()
      if (!serve) break
      waitingInAll--
      serve()
    }
    if (!queue.isPaused || connection.unanswered >= pauseAt) return
    queue.isPaused = false
    connection.socket.resume()
  }

  return {
    take: (connection, res, serve) => {
      connection.unanswered++
      res.once('close', () => {
        connection.unanswered--
        wake(connection)
      })
      if (connection.unanswered >= pauseAt) {
        const queue = queueOf(connection)
        if (!queue.isPaused) {
          queue.isPaused = true
          connection.socket.pause()
        }
      }
      if (connection.unanswered <= unanswered) return serve()
      if (waitingInAll >= MOST_WAITING) {
        connection.socket.destroy()
        return
      }
      waitingInAll++
      queueOf(connection).waiting.push(serve)
    },
  }
}
