import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/**
 * What becomes of one request: `pass`; the connection breaks before the server sees it (`drop`) or after the server has done the
 * work (`lose`); it hangs before the server sees it (`hang`) or after the server has done the work (`late`); or the proxy itself answers with a status and headers.
 */
export type Fate = 'pass' | 'drop' | 'lose' | 'hang' | 'late' | { status: number; headers?: Record<string, string> }

export interface FlakyProxy {
  /** Used instead of the base address of the server. */
  baseUrl: string
  /** The requests, in order. */
  seen: { path: string; idempotencyKey: string | undefined }[]
}

/** A proxy in front of a server that gives each request the next fate; stops with the test. */
export async function flakyProxy(t: TestContext, target: string, nextFate: () => Fate): Promise<FlakyProxy> {
  const { origin, pathname } = new URL(target)
  const seen: FlakyProxy['seen'] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers, method = 'GET' } = request
    seen.push({ path: url.slice(pathname.length), idempotencyKey: headers['idempotency-key'] as string | undefined })
    const fate = nextFate()
    const body = await buffer(request)
    if (fate === 'drop') return void response.destroy()
    if (fate === 'hang') return
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end('not the API')
    const { authorization = '', 'content-type': type, 'idempotency-key': key } = headers
    const answered = await fetch(origin + url, {
      method,
      headers: {
        authorization,
        ...(type ? { 'content-type': type } : {}),
        ...(key ? { 'idempotency-key': `${key}` } : {}),
      },
      ...(body.length > 0 ? { body } : {}),
    })
    const text = await answered.text()
    if (fate === 'late') return
    if (fate === 'lose') return void response.destroy()
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text)
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, seen }
}
