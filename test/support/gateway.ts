import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** The fate of a request: the server's response; no response although the server did the work, with a call to the test; or another response. */
export type Verdict = 'forward' | { lost: () => void } | { status: number; headers?: Record<string, string> }

/** A proxy in front of a server at `target` that decides on each request; stops with the test. @returns its base address */
export async function startGateway(
  t: TestContext,
  target: string,
  decide: (request: IncomingMessage) => Verdict,
): Promise<string> {
  const { origin, pathname } = new URL(target)
  const gateway = createServer(async (req, res) => {
    const verdict = decide(req)
    if (verdict !== 'forward' && 'status' in verdict) return void res.writeHead(verdict.status, verdict.headers).end()
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = req.headers
    const body = await buffer(req)
    const answer = await fetch(origin + req.url, {
      method: req.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    })
    const text = await answer.text()
    if (verdict !== 'forward') verdict.lost()
    else res.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  t.after(() => {
    gateway.closeAllConnections()
    gateway.close()
  })
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}${pathname}`
}
