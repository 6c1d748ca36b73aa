import { createCounts } from '../../lib/counts.ts'
import type { Connection } from './open-connections.ts'

/**
 * The maximum number of waiting requests of all connections, and of those of one network. Node.js reads up to 64 KiB at a time, which can
 * be 1,500 small requests; reading from a connection stops only after that. A waiting request is its head alone.
 */
const MOST = { inAll: 10_000, ofNetwork: 2_000 }

export interface WaitingRequest {
  network: string
  begin: () => void
}

/** The waiting requests of one connection. */
export interface Queue {
  requests: WaitingRequest[]
  /** Whether nothing is read from the connection. */
  isPaused: boolean
  isResuming: boolean
  isWoken: boolean
}

/** The requests of all connections that wait for their turn, and their number by network. */
export interface WaitingRequests {
  /** Changes the number of waiting requests of a network. */
  count(network: string, change: number): void
  /** Whether too many requests wait, in all or of the network. */
  isFull(network: string): boolean
  /** The queue of a connection; undefined if it never needed one. */
  find(connection: Connection): Queue | undefined
  /** The queue of a connection, which gets one if it has none. */
  of(connection: Connection): Queue
}

export function createWaitingRequests(): WaitingRequests {
  const queues = new WeakMap<Connection, Queue>()
  let inAll = 0
  const ofNetwork = createCounts()
  const count = (network: string, change: number) => {
    inAll += change
    ofNetwork.add(network, change)
  }

  function createQueue({ socket }: Connection): Queue {
    const queue: Queue = { requests: [], isPaused: false, isResuming: false, isWoken: false }
    // Node.js resumes the socket for each body that it reads, and after responses.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause()
    })
    socket.once('close', () => {
      for (const { network } of queue.requests.splice(0)) count(network, -1)
    })
    return queue
  }

  return {
    count,
    // Mostly nothing waits: then no network is looked up.
    isFull: (network) => inAll > 0 && (inAll >= MOST.inAll || ofNetwork.get(network) >= MOST.ofNetwork),
    find: (connection) => queues.get(connection),
    of: (connection) => {
      const known = queues.get(connection)
      if (known) return known
      const queue = createQueue(connection)
      queues.set(connection, queue)
      return queue
    },
  }
}
