import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * A connection on which a test writes bytes as it likes; ends with the test.
 *
 * @param from the address that it comes from: all of 127.0.0.0/8 belongs to this machine (on Linux), so there are many networks to come from
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
  // Also where it ends by an error: whether an answer came before that is what tests ask.
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
