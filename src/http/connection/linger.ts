import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long further bytes of a rejected request are discarded. */
export const LINGER_MS = 1_000

const ending = new WeakSet<Duplex>()

/**
 * Makes the next response the last one of its connection, even if the client is still sending. Closing at once would send a reset,
 * and the client's system would discard the response. So the socket is half-closed first, and further bytes are discarded for a
 * moment. The response itself must carry `Connection: close`.
 */
export function lingerBeforeClosing(socket: Socket): void {
  ending.add(socket)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Whether a connection has its last response: further bytes are not a request. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket)
}
