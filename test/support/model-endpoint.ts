import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { toNodeHandler } from 'srvx/node'
import { createModelStub, type ModelStub } from '../../src/dev/model-stub.ts'

/** The scripted model of `storewire dev` on a port of its own. */
export interface ModelEndpoint extends ModelStub {
  /** The base URL, for the settings. */
  url: string
  hostPort: string
}

export async function startModelEndpoint(t: TestContext): Promise<ModelEndpoint> {
  const stub = createModelStub()
  const serve = toNodeHandler((request) => stub.handle(request)) as RequestListener
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    stub.reset()
    server.closeAllConnections()
    server.close()
  })
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ...stub, url: `http://${hostPort}/v1`, hostPort }
}
