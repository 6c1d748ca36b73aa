import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { noRoom } from './connection-limits.ts'
import type { Connection } from './connections.ts'

/** Counts the bytes of responses that clients have not taken yet, and bounds them: they are in the memory of this process. */
export interface Unsent {
  /** Counts bytes that are written to a client. @returns what to call when the system has taken them */
  add(connection: Connection, bytes: number): () => void
  /** @throws DomainError SERVICE_UNAVAILABLE if the clients of a network leave so much unread that it gets no more long responses */
  requireRoom(network: string): void
}

/**
 * If clients leave more than `maxBytes` unread, all together, the connection that leaves most is closed, of the network that leaves most. To
 * keep honest clients from that, a network that alone leaves half of it unread gets no more long responses for now.
 */
export function createUnsent(maxBytes: number, log: Log): Unsent {
  const owing = new Set<Connection>()
  const watched = new WeakSet<Connection>()
  const tell = sparingly()
  let inAll = 0

  function count(connection: Connection, bytes: number): void {
    connection.unsent += bytes
    inAll += bytes
    if (connection.unsent === 0) owing.delete(connection)
    else owing.add(connection)
  }

  function forget(connection: Connection): void {
    count(connection, -connection.unsent)
  }

  function watch(connection: Connection): void {
    if (watched.has(connection)) return
    watched.add(connection)
    connection.socket.once('close', () => forget(connection))
  }

  function byNetwork(): Map<string, number> {
    const found = new Map<string, number>()
    for (const { network, unsent } of owing) found.set(network, (found.get(network) ?? 0) + unsent)
    return found
  }

  function closeTheGreediest(): void {
    const [network] = [...byNetwork()].reduce((most, next) => (next[1] > most[1] ? next : most))
    const [greediest] = [...owing]
      .filter((connection) => connection.network === network)
      .sort((one, other) => other.unsent - one.unsent)
    if (!greediest) return
    const { unsent } = greediest
    forget(greediest)
    greediest.socket.destroy()
    tell(() => log.error('Connections are closed whose clients leave too much unread', { bytes: unsent, maxBytes }))
  }

  return {
    add: (connection, bytes) => {
      watch(connection)
      count(connection, bytes)
      while (inAll > maxBytes) closeTheGreediest()
      return () => {
        // What a closed connection left unread is forgotten already.
        if (owing.has(connection)) count(connection, -bytes)
      }
    },
    requireRoom: (network) => {
      if (inAll <= maxBytes / 2 || (byNetwork().get(network) ?? 0) <= maxBytes / 2) return
      throw noRoom(
        'The clients of your network leave too many responses unread: read them, then send the request again.',
      )
    },
  }
}

type Written = (error?: Error | null) => void

/**
 * A response that counts what is written. Its socket has a 'timeout' when its client has taken nothing for `standstillMs`.
 *
 * @param find the connection of a socket
 */
export function countedResponse(
  unsent: Unsent,
  find: (socket: Socket) => Connection | undefined,
  standstillMs: number,
): typeof ServerResponse {
  return class CountedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    override write(chunk: unknown, encoding?: BufferEncoding | Written, written?: Written): boolean {
      const callback = typeof encoding === 'function' ? encoding : written
      const as = typeof encoding === 'string' ? encoding : 'utf8'
      const connection = find(this.req.socket)
      if (!connection || connection.socket.destroyed) return super.write(chunk, as, callback)
      // Node.js calls it standing still when it finds the same bytes waiting at two looks.
      this.socket?.setTimeout(standstillMs / 2)
      const settle = unsent.add(connection, (chunk as string | Uint8Array).length)
      return super.write(chunk, as, (error) => {
        settle()
        callback?.(error)
      })
    }
  }
}
