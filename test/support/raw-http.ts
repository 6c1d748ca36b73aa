import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * A connection on which a test writes raw bytes; closes with the test.
 *
 * @param from the local address: on Linux all of 127.0.0.0/8 belongs to this machine, so a test can use many networks
 */
export async function rawConnection(
  t: TestContext,
  baseUrl: string,
  from = '127.0.0.1',
): Promise<{
  socket: Socket
  received: () => string
  until: (pattern: RegExp) => Promise<string>
  closed: Promise<void>
}> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  t.after(() => socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => {})
  // Also after an error: tests ask whether a response came before it.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    received: () => text,
    until: async (pattern) => {
      let isClosed = false
      void closed.then(() => {
        isClosed = true
      })
      while (!pattern.test(text)) {
        if (isClosed) throw new Error(`the connection was closed after ${JSON.stringify(text)}`)
        await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed])
      }
      return text
    },
    closed,
  }
}
