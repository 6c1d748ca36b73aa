import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long what still comes of a refused request is thrown away. */
export const LINGER_MS = 1_000

const ending = new WeakSet<Duplex>()

/**
 * Makes the answer that comes next the last one of its connection, though the client still sends. Closing at once would make the
 * client's system throw the answer away (a reset overtakes it), so the socket is first half-closed and what still comes is
 * discarded for a moment. The answer itself has to carry `Connection: close`.
 */
export function lingerBeforeClosing(socket: Socket): void {
  ending.add(socket)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Whether a connection ends with an answer that was given: what follows on it is no request any more. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket)
}
