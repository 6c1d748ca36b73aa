import type { ServerResponse } from 'node:http'
import type { ArrivedHead } from './connections.ts'
import { noteAhead } from './exchanges.ts'
import type { FairTurns } from './fair-turns.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { Connection } from './open-connections.ts'
import { createWaitingRequests, type Queue } from './waiting-requests.ts'

/** Serves the requests of each connection in turn, and those of all networks fairly. */
export interface Turns {
  /**
   * Begins a request at once, or when earlier requests of the connection have their responses; never if the client has disconnected by
   * then. Further requests are not read meanwhile. If too many requests wait, in all or of the network, the connection is closed.
   */
  arrive(connection: Connection, head: ArrivedHead): void
  /** Calls `serve` when it is the turn of the network; never if the client has disconnected by then. */
  take(connection: Connection, res: ServerResponse, serve: () => void): void
}

/**
 * @param unanswered the number of requests of one connection that are processed at a time
 * @param requests which requests are served in a turn of the event loop
 * @param reading from which connections a turn reads that were not read before, or that may have sent many requests
 * @param known loses the networks that send more requests ahead than are processed
 */
export function createTurns(
  unanswered: number,
  requests: FairTurns,
  reading: FairTurns,
  known: Pick<KnownNetworks, 'delete'>,
): Turns {
  const waiting = createWaitingRequests()
  // With a limit of 1, the body of a request would wait for the response to the same request.
  const pauseAt = Math.max(2, unanswered)

  /** Advances in a separate turn of the event loop, so that one connection does not delay the others. */
  function wake(connection: Connection): void {
    const queue = waiting.find(connection)
    if (!queue || queue.isWoken || (queue.requests.length === 0 && !queue.isPaused)) return
    queue.isWoken = true
    setImmediate(() => {
      queue.isWoken = false
      advance(connection, queue)
    })
  }

  function advance(connection: Connection, queue: Queue): void {
    while (connection.unanswered - queue.requests.length < unanswered) {
      const next = queue.requests.shift()
      if (!next) break
      waiting.count(next.network, -1)
      next.begin()
    }
    if (!queue.isPaused || queue.isResuming || connection.unanswered >= pauseAt) return
    queue.isResuming = true
    reading.run(connection.network, () => {
      queue.isPaused = false
      queue.isResuming = false
      connection.socket.resume()
    })
  }

  function serveFairly(connection: Connection, serve: () => void): void {
    const { network } = connection
    let isWaiting = false
    let hasBegun = false
    requests.run(network, () => {
      hasBegun = true
      if (isWaiting) waiting.count(network, -1)
      if (!connection.socket.destroyed) serve()
    })
    if (hasBegun) return
    isWaiting = true
    waiting.count(network, 1)
  }

  return {
    arrive: (connection, { req, network, begin }) => {
      connection.unanswered++
      if (connection.unanswered >= pauseAt) {
        const queue = waiting.of(connection)
        if (!queue.isPaused) {
          queue.isPaused = true
          connection.socket.pause()
        }
      }
      if (waiting.isFull(network)) {
        connection.socket.destroy()
        return
      }
      const isFirst = connection.unanswered === 1
      const isBehind = !isFirst && (waiting.find(connection)?.requests.length ?? 0) > 0
      if (connection.unanswered <= unanswered && !isBehind) return begin()
      known.delete(network)
      noteAhead(req)
      waiting.count(network, 1)
      waiting.of(connection).requests.push({ network, begin })
    },
    take: (connection, res, serve) => {
      res.once('close', () => {
        connection.unanswered--
        wake(connection)
      })
      serveFairly(connection, serve)
    },
  }
}
