import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { clientNetwork, socketNetwork } from '../client-address.ts'
import { type ConnectionLimits, mostConnections } from './connection-limits.ts'
import type { FairTurns } from './fair-turns.ts'
import { type Connection, createOpenConnections } from './open-connections.ts'

export interface Connections {
  /** Applies the limits to a server's connections, which it creates paused. Refused ones cost no more than their closing. */
  watch(server: Server): void
  /** The connection of a socket; undefined if it was refused. */
  find(socket: Socket): Connection | undefined
  /** The connection of a request. From now on it is counted for the request's client. */
  carrying(req: IncomingMessage): Connection | undefined
}

/**
 * Limits connections, so that the server never runs out of open files and no client takes all connections. Each network has a limit.
 * If all connections are taken, the site with the most connections loses one to a new connection of another site.
 *
 * @param reading which new connections a turn of the event loop begins to read
 */
export function createConnections(
  limits: ConnectionLimits,
  trustProxy: number,
  log: Log,
  reading: FairTurns,
): Connections {
  const most = mostConnections(limits)
  const open = createOpenConnections()
  const refusals = reportRefusals(limits, most, log)
  // Behind trusted proxies the sites are the proxies, whose idle connections serve every client.
  const isDirect = trustProxy === 0
  return {
    watch: (server) => {
      // Node's own listener makes a parser, timers and a dozen listeners: not for a connection that is refused.
      const parse = server.listeners('connection')
      server.removeAllListeners('connection')
      const read = (socket: Socket) => {
        if (socket.destroyed) return
        for (const listener of parse) listener.call(server, socket)
        parseUntilDestroyed(socket)
        socket.resume()
      }
      server.on('connection', (socket: Socket) => {
        const network = socketNetwork(socket)
        if (isDirect && open.ofNetwork(network) >= limits.network) {
          socket.destroy()
          refusals.network()
        } else if (open.size() < most || (isDirect && open.makeRoom(network))) {
          open.add(socket, network)
          if (isDirect) reading.run(network, () => read(socket))
          else read(socket)
        } else {
          socket.destroy()
          refusals.all()
        }
      })
    },
    find: open.find,
    carrying: (req) => {
      const connection = open.find(req.socket)
      if (!connection) return undefined
      if (!isDirect) connection.network = clientNetwork(req, trustProxy)
      connection.isUsed = true
      return connection
    },
  }
}

/** A part of Node.js' parser: called with each request; its result 2 means that another protocol follows. */
interface Parser {
  onIncoming: (req: IncomingMessage, keepAlive: boolean) => number
}

/** Node.js parses all that it has read, up to 1,500 requests, also after the socket was destroyed. This ends it. */
function parseUntilDestroyed(socket: Socket): void {
  const { parser } = socket as { parser?: Partial<Parser> | null }
  const onIncoming = parser?.onIncoming
  if (parser && onIncoming) parser.onIncoming = (req, keepAlive) => (socket.destroyed ? 2 : onIncoming(req, keepAlive))
}

/** Logs refused connections, not each one. */
function reportRefusals(limits: ConnectionLimits, most: number, log: Log): { all(): void; network(): void } {
  const report = { all: sparingly(), network: sparingly() }
  return {
    all: () =>
      report.all(() => {
        const remedy = most < limits.all ? 'allow the server more open files (ulimit -n), or ' : ''
        log.error(
          `New connections are refused: ${remedy}put a proxy in front that shares a few connections among its clients`,
          { most },
        )
      }),
    network: () =>
      report.network(() =>
        log.error('New connections from one network are refused: it has reached the limit for one network', {
          most: limits.network,
        }),
      ),
  }
}
