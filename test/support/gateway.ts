import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** What becomes of a request: the server's answer; no answer, although the server has done it, and a word to the test instead; or another answer. */
export type Verdict = 'forward' | { lost: () => void } | { status: number; headers?: Record<string, string> }

/** Stands between a client and a server at `target` and decides over each request; ends with the test. Resolves its base address. */
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
