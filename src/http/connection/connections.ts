import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { clientNetwork, socketNetwork } from '../client-address.ts'
import { type ConnectionLimits, mostConnections } from './connection-limits.ts'
import { type Connection, createOpenConnections } from './open-connections.ts'
import { type ArrivedHead, createPipelining } from './pipelining.ts'
import { isEnding } from './refuse.ts'

export interface Connections {
  /** Applies the limits to a server's connections, which it creates paused. Refused ones cost no more than their closing. */
  watch(server: Server): void
  /** The connection of a socket; undefined if it was refused. */
  find(socket: Socket): Connection | undefined
  /** Counts a request until its response is complete. @returns its connection; undefined if it was refused */
  carrying(req: IncomingMessage, res: ServerResponse): Connection | undefined
}

/**
 * Limits connections, so that the server never runs out of open files and no client takes all connections. Each network has a limit.
 * If all connections are taken, the site with the most connections loses one to a new connection of another site. Requests that are
 * sent ahead wait for the responses to earlier ones.
 */
export function createConnections(limits: ConnectionLimits, trustProxy: number, log: Log): Connections {
  const most = mostConnections(limits)
  const open = createOpenConnections()
  const refusals = reportRefusals(limits, most, log)
  const pipelining = createPipelining(limits.unanswered)
  // Behind trusted proxies the sites are the proxies, whose idle connections serve every client.
  const isDirect = trustProxy === 0
  return {
    watch: (server) => {
      // Node's own listener makes a parser, timers and a dozen listeners: not for a connection that is refused.
      const parse = server.listeners('connection')
      server.removeAllListeners('connection')
      const read = (connection: Connection) => {
        const { socket } = connection
        for (const listener of parse) listener.call(server, socket)
        parseHeads(socket, (head) => pipelining.arrive(connection, head))
        socket.resume()
      }
      server.on('connection', (socket: Socket) => {
        const network = socketNetwork(socket)
        if (isDirect && open.ofNetwork(network) >= limits.network) {
          socket.destroy()
          refusals.network()
        } else if (open.size() < most || (isDirect && open.makeRoom(network))) {
          read(open.add(socket, network))
        } else {
          socket.destroy()
          refusals.all()
        }
      })
    },
    find: open.find,
    carrying: (req, res) => {
      const connection = open.find(req.socket)
      if (!connection) return undefined
      pipelining.follow(connection, res)
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
function parseHeads(socket: Socket, onHead: (head: ArrivedHead) => void): void {
  const { parser } = socket as { parser?: Partial<Parser> | null }
  const onIncoming = parser?.onIncoming
  if (!parser || !onIncoming) return
  parser.onIncoming = (req, keepAlive) => {
    if (socket.destroyed) return 2
    if (req.method === 'CONNECT') return onIncoming(req, keepAlive)
    // No other protocol is served. If it is put off, Node.js would not look, and take it for a request for another one.
    const { upgrade } = req as { upgrade?: boolean }
    if (upgrade) Object.assign(req, { upgrade: false })
    onHead({
      req,
      begin: () => {
        if (isEnding(socket)) req.resume()
        else onIncoming(req, keepAlive)
      },
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
