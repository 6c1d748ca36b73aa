import type { ServerResponse } from 'node:http'
import { createCounts } from '../../lib/counts.ts'
import type { FairTurns } from './fair-turns.ts'
import type { Connection } from './open-connections.ts'

/** Networks from which a shop's own server calls, with its secret key. */
interface KnownNetworks {
  add(network: string): void
  /** Treats a network as a stranger's again, until its next call with a key. */
  delete(network: string): void
  has(network: string): boolean
}

const MOST = 1_000

/** Keeps up to 1,000 networks; the one that was added first is forgotten for another one. */
export function createKnownNetworks(): KnownNetworks {
  const networks = new Set<string>()
  return {
    add: (network) => {
      if (networks.has(network)) return
      const [first] = networks
      if (networks.size >= MOST && first !== undefined) networks.delete(first)
      networks.add(network)
    },
    delete: (network) => networks.delete(network),
    has: (network) => networks.has(network),
  }
}

/**
 * The maximum number of waiting requests of all connections, and of those of one network. Node.js reads up to 64 KiB at a time, which can
 * be 1,500 small requests; reading from a connection stops only after that.
 */
const MOST_WAITING = { inAll: 10_000, ofNetwork: 2_000 }

/** Serves the requests of each connection in turn, and those of all networks fairly. */
export interface Turns {
  /**
   * Calls `serve` at once, or when earlier requests of the connection have their responses and the network has its turn; never if the
   * client has disconnected by then. Further requests are not read meanwhile. If too many requests wait, in all or of the network, the
   * connection is closed.
   */
  take(connection: Connection, res: ServerResponse, serve: () => void): void
}

interface Waiting {
  network: string
  serve: () => void
}

/** The waiting requests of one connection. */
interface Queue {
  waiting: Waiting[]
  isPaused: boolean
  isResuming: boolean
  isWoken: boolean
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
  const queues = new WeakMap<Connection, Queue>()
  let waitingInAll = 0
  const waitingOf = createCounts()
  const count = (network: string, change: number) => {
    waitingInAll += change
    waitingOf.add(network, change)
  }
  const tooManyWait = (network: string) =>
    waitingInAll >= MOST_WAITING.inAll || waitingOf.get(network) >= MOST_WAITING.ofNetwork
  // With a limit of 1, the body of a request would wait for the response to the same request.
  const pauseAt = Math.max(2, unanswered)

  function queueOf(connection: Connection): Queue {
    const known = queues.get(connection)
    if (known) return known
    const queue: Queue = { waiting: [], isPaused: false, isResuming: false, isWoken: false }
    queues.set(connection, queue)
    const { socket } = connection
    // Node.js resumes the socket for each body that it reads, and after responses.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause()
    })
    socket.once('close', () => {
      for (const { network } of queue.waiting.splice(0)) count(network, -1)
    })
    return queue
  }

  /** Advances in a separate turn of the event loop, so that one connection does not delay the others. */
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
      const next = queue.waiting.shift()
      if (!next) break
      count(next.network, -1)
      serveFairly(connection, next)
    }
    if (!queue.isPaused || queue.isResuming || connection.unanswered >= pauseAt) return
    queue.isResuming = true
    reading.run(connection.network, () => {
      queue.isPaused = false
      queue.isResuming = false
      connection.socket.resume()
    })
  }

  function serveFairly(connection: Connection, { network, serve }: Waiting): void {
    let isWaiting = false
    let hasBegun = false
    requests.run(network, () => {
      hasBegun = true
      if (isWaiting) count(network, -1)
      if (!connection.socket.destroyed) serve()
    })
    if (hasBegun) return
    isWaiting = true
    count(network, 1)
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
      const { network } = connection
      if (waitingInAll > 0 && tooManyWait(network)) {
        connection.socket.destroy()
        return
      }
      if (connection.unanswered <= unanswered) return serveFairly(connection, { network, serve })
      known.delete(network)
      count(network, 1)
      queueOf(connection).waiting.push({ network, serve })
    },
  }
}
