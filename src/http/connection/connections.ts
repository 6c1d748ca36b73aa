import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createCounts } from '../../lib/counts.ts'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { clientNetwork, siteOf, socketNetwork } from '../client-address.ts'
import { type ConnectionLimits, mostConnections } from './connection-limits.ts'

/** One connection, with what its client takes up. */
export interface Connection {
  readonly socket: Socket
  /** The network of the socket; behind trusted proxies that of the client that sent the newest request. */
  network: string
  /** Requests that have no complete response yet, those that wait included. */
  unanswered: number
  /** Whether it has ever carried a request. */
  isUsed: boolean
  /** Bytes of responses that the client has not taken yet. */
  unsent: number
}

export interface Connections {
  /** Watches the connections of a server: refuses those that are too many. */
  watch(server: Server): void
  /** The connection of a socket; undefined if it was refused. */
  find(socket: Socket): Connection | undefined
  /** The connection that a request came over, which is counted to the request's client from now on. */
  carrying(req: IncomingMessage): Connection | undefined
}

/**
 * Bounds connections, so that the server itself never runs out of open files, and nobody takes them all: one network may have so many, and
 * when all are taken, the site that has most gives one up for a newcomer from another.
 */
export function createConnections(limits: ConnectionLimits, trustProxy: number, log: Log): Connections {
  const most = mostConnections(limits)
  const bySocket = new WeakMap<Socket, Connection>()
  const all = new Set<Connection>()
  const ofNetwork = createCounts()
  /** Connections in the order in which they came. */
  const bySite = new Map<string, Set<Connection>>()
  const tell = { all: sparingly(), network: sparingly() }

  function add(socket: Socket, network: string): void {
    const connection = { socket, network, unanswered: 0, isUsed: false, unsent: 0 }
    bySocket.set(socket, connection)
    all.add(connection)
    ofNetwork.add(network, 1)
    const site = siteOf(network)
    const ofSite = bySite.get(site)
    if (ofSite) ofSite.add(connection)
    else bySite.set(site, new Set([connection]))
    socket.once('close', () => {
      ofNetwork.add(network, -1)
      remove(connection, site)
    })
  }

  function remove(connection: Connection, site: string): void {
    all.delete(connection)
    const ofSite = bySite.get(site)
    ofSite?.delete(connection)
    if (ofSite?.size === 0) bySite.delete(site)
  }

  function refuse(socket: Socket): void {
    socket.destroy()
    tell.all(() => {
      const remedy = most < limits.all ? 'allow the server more open files (ulimit -n), or ' : ''
      log.error(`New connections are refused: ${remedy}let a proxy in front share a few among its clients`, { most })
    })
  }

  function refuseNetwork(socket: Socket): void {
    socket.destroy()
    tell.network(() =>
      log.error('New connections of one network are refused: it has as many as a network may', {
        most: limits.network,
      }),
    )
  }

  /** Makes room for a newcomer, unless its own site has most. @returns whether there is room now */
  function makeRoom(network: string): boolean {
    // What is counted there are proxies: they would lose connections that wait for the next request of anybody.
    if (trustProxy > 0) return false
    const [site, connections] = largest(bySite)
    if ((bySite.get(siteOf(network))?.size ?? 0) >= connections.size) return false
    const victim = leastNeeded(connections)
    if (!victim) return false
    // Its place is free at once; the event comes later.
    remove(victim, site)
    victim.socket.destroy()
    return true
  }

  return {
    watch: (server) => {
      server.on('connection', (socket: Socket) => {
        const network = socketNetwork(socket)
        if (trustProxy === 0 && ofNetwork.get(network) >= limits.network) refuseNetwork(socket)
        else if (all.size < most || makeRoom(network)) add(socket, network)
        else refuse(socket)
      })
    },
    find: (socket) => bySocket.get(socket),
    carrying: (req) => {
      const connection = bySocket.get(req.socket)
      if (!connection) return undefined
      if (trustProxy > 0) connection.network = clientNetwork(req, trustProxy)
      connection.isUsed = true
      return connection
    },
  }
}

function largest(bySite: Map<string, Set<Connection>>): [string, Set<Connection>] {
  let found: [string, Set<Connection>] = ['', new Set()]
  for (const entry of bySite) if (entry[1].size > found[1].size) found = entry
  return found
}

/**
 * The oldest connection that never had a whole request, else the oldest that is idle, else the one whose client leaves most unread. One
 * that is worked for, or that a stream needs, is none.
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
