import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Counts, createCounts } from '../../lib/counts.ts'
import type { Log } from '../../lib/log.ts'
import { sparingly } from '../../lib/sparingly.ts'
import { noRoom } from './connection-limits.ts'
import type { Connection } from './open-connections.ts'

/** Counts and limits the bytes of responses that are not sent yet: they are in the memory of this process. */
export interface Unsent {
  /** Counts bytes that are written to a client. @returns a function to call when the system has taken them */
  add(connection: Connection, bytes: number): () => void
  /** @throws DomainError SERVICE_UNAVAILABLE if the clients of a network have too many unread bytes */
  requireRoom(network: string): void
}

/**
 * If clients leave more than `maxBytes` unread in all, the network with the most unread bytes loses the connection with the most
 * unread bytes. To protect honest clients, a network with half of `maxBytes` unread gets no further long responses for now.
 */
export function createUnsent(maxBytes: number, log: Log): Unsent {
  const owing = new Set<Connection>()
  const watched = new WeakSet<Connection>()
  const report = sparingly()
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

  /** Counted on demand: behind a proxy the network of a connection changes with its requests. */
  function byNetwork(): Counts {
    const counts = createCounts()
    for (const { network, unsent } of owing) counts.add(network, unsent)
    return counts
  }

  function closeTheGreediest(): void {
    const network = byNetwork().highest()
    const [greediest] = [...owing]
      .filter((connection) => connection.network === network)
      .sort((one, other) => other.unsent - one.unsent)
    if (!greediest) return
    const { unsent } = greediest
    forget(greediest)
    greediest.socket.destroy()
    report(() =>
      log.error('Connections are closed because their clients leave too many bytes unread', {
        bytes: unsent,
        maxBytes,
      }),
    )
  }

  return {
    add: (connection, bytes) => {
      watch(connection)
      count(connection, bytes)
      while (inAll > maxBytes) closeTheGreediest()
      return () => {
        // The unread bytes of a closed connection are no longer counted.
        if (owing.has(connection)) count(connection, -bytes)
      }
    },
    requireRoom: (network) => {
      if (inAll <= maxBytes / 2 || byNetwork().get(network) <= maxBytes / 2) return
      throw noRoom('Clients in your network have too many unread responses. Read them, then send the request again.')
    },
  }
}

type Written = (error?: Error | null) => void

/** Of a longer text that waits, Node.js keeps the text and a buffer of three times its length; of bytes only themselves. */
const LONG_TEXT = 16 * 1024

/**
 * A response that counts its written bytes. Its socket emits 'timeout' if the client has read nothing for `standstillMs`.
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
      // Node.js emits 'timeout' if the same bytes are waiting at two checks in a row.
      this.socket?.setTimeout(standstillMs / 2)
      const sent = typeof chunk === 'string' && chunk.length > LONG_TEXT ? Buffer.from(chunk, as) : chunk
      const settle = unsent.add(connection, bytesOf(sent as string | Uint8Array, as))
      return super.write(sent, as, (error) => {
        settle()
        callback?.(error)
      })
    }
  }
}

function bytesOf(chunk: string | Uint8Array, encoding: BufferEncoding): number {
  return typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length
}
