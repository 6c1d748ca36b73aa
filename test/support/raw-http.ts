import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Api } from './server.ts'

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

/** A call whose response is left as it was sent. */
export function rawResponse(
  api: Pick<Api, 'baseUrl' | 'key'>,
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const all = { authorization: `Bearer ${api.key}`, ...headers }
    get(api.baseUrl + path, { method, headers: all }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}
