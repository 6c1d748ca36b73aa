import type { Socket } from 'node:net'
import { createCounts } from '../../lib/counts.ts'
import { siteOf } from '../../lib/networks.ts'

/** One connection, with its client's use of the server. */
export interface Connection {
  readonly socket: Socket
  /** The network of the socket; behind trusted proxies the network of the client of the newest request. */
  network: string
  /** Requests without a complete response, including waiting requests. */
  unanswered: number
  /** Whether the connection has carried a request. */
  isUsed: boolean
  /** Bytes of responses that are not sent yet. */
  unsent: number
}

/** The open connections of a server, by network and site. */
export interface OpenConnections {
  size(): number
  find(socket: Socket): Connection | undefined
  /** The number of connections of a network. */
  ofNetwork(network: string): number
  /** Adds a connection until its socket closes. */
  add(socket: Socket, network: string): Connection
  /** Closes a connection to make room for one of `network`, unless its site has the most. @returns whether there is room now */
  makeRoom(network: string): boolean
}

export function createOpenConnections(): OpenConnections {
  const bySocket = new WeakMap<Socket, Connection>()
  const all = new Set<Connection>()
  const networks = createCounts()
  /** The connections of each site, oldest first. */
  const bySite = new Map<string, Set<Connection>>()

  function remove(connection: Connection, site: string): void {
    all.delete(connection)
    const ofSite = bySite.get(site)
    ofSite?.delete(connection)
    if (ofSite?.size === 0) bySite.delete(site)
  }

  return {
    size: () => all.size,
    find: (socket) => bySocket.get(socket),
    ofNetwork: (network) => networks.get(network),
    add: (socket, network) => {
      const connection = { socket, network, unanswered: 0, isUsed: false, unsent: 0 }
      bySocket.set(socket, connection)
      all.add(connection)
      networks.add(network, 1)
      const site = siteOf(network)
      const ofSite = bySite.get(site)
      if (ofSite) ofSite.add(connection)
      else bySite.set(site, new Set([connection]))
      socket.once('close', () => {
        networks.add(network, -1)
        remove(connection, site)
      })
      return connection
    },
    makeRoom: (network) => {
      const [site, connections] = largest(bySite)
      if ((bySite.get(siteOf(network))?.size ?? 0) >= connections.size) return false
      const victim = leastNeeded(connections)
      if (!victim) return false
      // The place is free at once; the `close` event comes later.
      remove(victim, site)
      victim.socket.destroy()
      return true
    },
  }
}

function largest(bySite: Map<string, Set<Connection>>): [string, Set<Connection>] {
  let found: [string, Set<Connection>] = ['', new Set()]
  for (const entry of bySite) if (entry[1].size > found[1].size) found = entry
  return found
}

/**
 * The oldest connection that never had a complete request, or else the oldest idle one, or else the one with the most unsent bytes.
 * A connection with a request in progress or with a stream is never chosen.
 */
function leastNeeded(connections: Iterable<Connection>): Connection | undefined {
  let idle: Connection | undefined
  let unread: Connection | undefined
  for (const connection of connections) {
    if (!connection.isUsed) return connection
    if (connection.unanswered === 0) idle ??= connection
    else if (connection.unsent > (unread?.unsent ?? 0)) unread = connection
  }
  return idle ?? unread
}
