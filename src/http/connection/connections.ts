import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { clientNetwork, socketNetwork } from '../client-address.ts'
import { type ConnectionLimits, mostConnections } from './connection-limits.ts'
import type { FairTurns } from './fair-turns.ts'
import { type Connection, createOpenConnections } from './open-connections.ts'
import { isEnding } from './refuse.ts'

/** A request whose head has arrived. `begin` lets Node.js make its response and serve it; never called, it costs nothing more. */
export interface ArrivedHead {
  req: IncomingMessage
  network: string
  begin: () => void
}

type Arrive = (connection: Connection, head: ArrivedHead) => void

export interface Connections {
  /**
   * Applies the limits to a server's connections, which it creates paused. Refused ones cost no more than their closing.
   *
   * @param arrive is called with each request
   */
  watch(server: Server, arrive: Arrive): void
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
    watch: (server, arrive) => {
      // Node's own listener makes a parser, timers and a dozen listeners: not for a connection that is refused.
      const parse = server.listeners('connection')
      server.removeAllListeners('connection')
      const read = (connection: Connection) => {
        const { socket } = connection
        if (socket.destroyed) return
        for (const listener of parse) listener.call(server, socket)
        parseHeads(socket, (req, begin) => {
          const network = isDirect ? connection.network : clientNetwork(req, trustProxy)
          arrive(connection, { req, network, begin })
        })
        socket.resume()
      }
      server.on('connection', (socket: Socket) => {
        const network = socketNetwork(socket)
        if (isDirect && open.ofNetwork(network) >= limits.network) {
          socket.destroy()
          refusals.network()
        } else if (open.size() < most || (isDirect && open.makeRoom(network))) {
          const connection = open.add(socket, network)
          if (isDirect) reading.run(network, () => read(connection))
          else read(connection)
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

/**
 * Node.js parses all that it has read, up to 1,500 requests, and makes a response for each, also after the socket was destroyed. This
 * ends the parsing then, and leaves the rest of each request to `onHead`. After the last response of a connection it ignores requests.
 */
function parseHeads(socket: Socket, onHead: (req: IncomingMessage, begin: () => void) => void): void {
  const { parser } = socket as { parser?: Partial<Parser> | null }
  const onIncoming = parser?.onIncoming
  if (!parser || !onIncoming) return
  parser.onIncoming = (req, keepAlive) => {
    if (socket.destroyed) return 2
    if (req.method === 'CONNECT') return onIncoming(req, keepAlive)
    // No other protocol is served. If it is put off, Node.js would not look, and take it for a request for another one.
    const { upgrade } = req as { upgrade?: boolean }
    if (upgrade) Object.assign(req, { upgrade: false })
    onHead(req, () => {
      if (isEnding(socket)) req.resume()
      else onIncoming(req, keepAlive)
    })
    return 0
  }
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
