import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { createEndpoint, type EndpointChange } from '../../src/events/change-endpoints.ts'
import type { EventEndpoint } from '../../src/events/endpoints.ts'
import { type Api, owner, type ServerOptions, startServer } from './server.ts'
import { usualCertificate } from './store-endpoint.ts'
import { until } from './until.ts'

/*
 * A server that takes events as Slack, Discord, ntfy and servers of shops do, and a workspace that sends them there.
 */

export interface Received {
  /** The path below the host. */
  path: string
  headers: IncomingHttpHeaders
  raw: string
}

type Answer = (received: Received, response: ServerResponse) => unknown

export interface EventReceiver {
  /** `https://127.0.0.1:PORT` */
  url: string
  port: number
  ca: string
  received: Received[]
  /** Answers all requests to a path from now on. Others get 200. */
  answer(path: string, answer: Answer): void
  /** Waits until so many requests to a path have come. */
  arrived(path: string, count: number): Promise<Received[]>
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('no')

export async function startReceiver(t: TestContext): Promise<EventReceiver> {
  const { key, cert } = await usualCertificate
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const server = createServer({ key, cert }, async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, raw: await text(request) }
    received.push(call)
    await (answers.get(call.path) ?? ((_, response) => response.end('ok')))(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const of = (path: string) => received.filter((call) => call.path === path)
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    ca: cert,
    received,
    answer: (path, answer) => void answers.set(path, answer),
    arrived: async (path, count) => {
      await until(async () => of(path).length >= count)
      return of(path)
    },
  }
}

/** The parts of a server that may call a receiver. */
export function reaching({ port, ca }: EventReceiver): ServerOptions['outbound'] {
  return { policy: { allowPrivate: false, allowEndpoints: [`127.0.0.1:${port}`] }, ca }
}

/** A server whose workspace sends events to a receiver. */
export interface EventShop {
  api: Api
  receiver: EventReceiver
  /** Adds an endpoint at a path of the receiver, by default a webhook for all types. */
  endpoint(path: string, change?: Omit<EndpointChange, 'url'>): Promise<{ endpoint: EventEndpoint; secret: string }>
  /** The endpoint as it is now. */
  look(id: string): Promise<{ state: string; failingSince: number | null; skipped: number }>
}

export const PUBLIC_URL = 'https://support.example/api/v1'

export async function startEventShop(t: TestContext, options: ServerOptions = {}): Promise<EventShop> {
  const receiver = await startReceiver(t)
  const settings = { publicUrl: PUBLIC_URL, ...options.settings }
  const api = await startServer(t, { ...options, settings, outbound: { ...reaching(receiver), ...options.outbound } })
  return { api, receiver, ...endpointsOf(api, receiver) }
}

/** Adds and reads endpoints of a workspace. */
export function endpointsOf(
  { store, sealer, outbound, clock, workspaceId }: Api,
  receiver: EventReceiver,
): Pick<EventShop, 'endpoint' | 'look'> {
  return {
    endpoint: async (path, change = {}) => {
      const wanted = { url: receiver.url + path, ...change }
      const by = { sealer, policy: outbound.policy }
      const { endpoint, secret } = await store.write((tx) =>
        createEndpoint(tx, owner, workspaceId, wanted, by, clock.now()),
      )
      return { endpoint, secret: secret ?? '' }
    },
    look: async (id) => {
      const row = await store.read.get<{ state: string; failingSince: number | null; skipped: number }>(
        'SELECT state, failing_since AS "failingSince", skipped FROM event_endpoints WHERE id = ?',
        id,
      )
      if (!row) throw new Error(`there is no endpoint ${id}`)
      return row
    },
  }
}
