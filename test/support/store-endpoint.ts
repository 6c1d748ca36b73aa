import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'selfsigned'

/** One request that the endpoint received. */
export interface StoreCall {
  headers: IncomingHttpHeaders
  /** The raw body, and the parsed body. */
  raw: string
  // Not typed: tests assert on the shape.
  body: ReturnType<typeof JSON.parse>
}

/** The behavior for one request; `shop` helps to respond correctly. */
export type Behaviour = (call: StoreCall, response: ServerResponse, shop: Shop) => unknown

interface Shop {
  /** Makes a refund unless one with this key was made before; returns the same result every time. */
  refund(idempotencyKey: string): { ok: true; status: string; refundId: string }
  isSigned(call: StoreCall): boolean
  /** Ends the connection with a TCP reset. */
  reset(response: ServerResponse): void
}

export interface StoreEndpoint {
  /** `https://127.0.0.1:PORT/refunds` */
  url: string
  port: number
  /** The certificate to trust; undefined over plain http. */
  ca: string | undefined
  requests: StoreCall[]
  /** Number of real refunds, by idempotency key. */
  refunds: Map<string, number>
  /** Sets the behavior for the next requests, one each. Later requests get correct responses again. */
  behave(...next: Behaviour[]): void
  close(): Promise<void>
}

/** The correct response: 12.50 EUR for every preview, success for every refund. */
export const behavesWell: Behaviour = (call, response, shop) => {
  if (!shop.isSigned(call)) return json(response, 401, { ok: false, code: 'bad_signature' })
  if (call.body === undefined) return json(response, 400, { ok: false, code: 'bad_request' })
  if (call.body.type === 'ping') return json(response, 200, { ok: true })
  const { orderId = '', mode } = call.body.data ?? {}
  if (orderId.startsWith('no-such-order')) return json(response, 200, { ok: false, code: 'unknown_order' })
  if (call.body.type === 'refund.preview') return json(response, 200, { ok: true, amount: 1250, currency: 'EUR' })
  if (call.body.data?.amount < 0) return json(response, 400, { ok: false, code: 'bad_request' })
  if (call.body.type === 'refund.create' && mode === 'request') return acceptsForLater(call, response, shop)
  if (call.body.type === 'refund.create') return json(response, 200, shop.refund(call.body.idempotencyKey))
  return json(response, 400, { ok: false, code: 'unknown_type' })
}

export const answers =
  (body: unknown, status = 200, headers = {}): Behaviour =>
  (_, response) =>
    json(response, status, body, headers)

export const sends =
  (body: string | Buffer, status = 200, headers = {}): Behaviour =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

export const refuses = (code: string, message?: string, status = 200): Behaviour =>
  answers({ ok: false, code, message }, status)

/** The shop's function threw. */
export const fails = answers({ ok: false, code: 'error', message: 'out of paper' }, 500)

export const acceptsForLater = answers({ ok: true, status: 'pending', refundId: 'noted_1' })

export const redirects = (to: string, status = 307): Behaviour => sends('', status, { location: to })

export const waits =
  (ms: number, then: Behaviour = behavesWell): Behaviour =>
  async (call, response, shop) => {
    await sleep(ms)
    return then(call, response, shop)
  }

export const hangs: Behaviour = () => {}

export const hangsInBody: Behaviour = (_, response) => response.writeHead(200).write('{"ok":')

/** Sends a space at every interval, so that bytes keep arriving but the response never ends. */
export const drips =
  (everyMs: number): Behaviour =>
  (_, response) => {
    const timer = setInterval(() => response.write(' '), everyMs)
    response.once('close', () => clearInterval(timer))
  }

export const resets: Behaviour = (_, response, shop) => shop.reset(response)

/** The worst case: the money moves, but the response never arrives. */
export const refundsThenDrops: Behaviour = ({ body }, response, shop) => {
  shop.refund(body.idempotencyKey)
  response.socket?.destroy()
}

export interface Certificate {
  key: string
  cert: string
}

/** A self-signed certificate for the addresses of this machine and the given names, valid for a day. */
export async function makeCertificate({
  names = ['localhost', 'shop.test'],
  addresses = ['127.0.0.1', '::1'],
  notAfterDate = new Date(Date.now() + 86_400_000),
} = {}): Promise<Certificate> {
  const altNames = [
    ...names.map((value) => ({ type: 2 as const, value })),
    ...addresses.map((ip) => ({ type: 7 as const, ip })),
  ]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'a shop of the tests' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 2 * 86_400_000),
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { key, cert }
}

/** Shared by most tests, since creating a certificate is slow. */
export const usualCertificate = makeCertificate()

/**
 * Starts a shop's refund endpoint on a free port of 127.0.0.1, which ends with the test. It checks signatures by its own code
 * and the clock `now`, and refunds at most once per idempotency key unless told to behave otherwise.
 */
export async function startStoreEndpoint(
  t: { after(close: () => Promise<void>): void },
  {
    secret,
    tls = true,
    now = Date.now,
  }: { secret: string | (() => string); tls?: boolean | Certificate; now?: () => number },
): Promise<StoreEndpoint> {
  const certificate = tls === true ? await usualCertificate : tls || undefined
  const refunds = new Map<string, number>()
  const requests: StoreCall[] = []
  const queue: Behaviour[] = []
  /** The TCP connections below TLS, by the port of the other side. */
  const connections = new Map<number | undefined, Socket>()
  const shop: Shop = {
    refund: refunder(refunds),
    isSigned: (call) => isSigned(call, typeof secret === 'string' ? secret : secret(), now()),
    reset: (response) => connections.get(response.socket?.remotePort)?.resetAndDestroy(),
  }
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return json(response, 405, { ok: false, code: 'post_only' })
    const raw = await text(request)
    const call = { headers: request.headers, raw, body: parsed(raw) }
    requests.push(call)
    await (queue.shift() ?? behavesWell)(call, response, shop)
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  server.on('connection', (socket) => connections.set(socket.remotePort, socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  t.after(close)
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/refunds`,
    port,
    ca: certificate?.cert,
    requests,
    refunds,
    behave: (...next) => void queue.push(...next),
    close,
  }
}

function refunder(refunds: Map<string, number>): Shop['refund'] {
  const results = new Map<string, ReturnType<Shop['refund']>>()
  return (idempotencyKey) => {
    const earlier = results.get(idempotencyKey)
    if (earlier) return earlier
    refunds.set(idempotencyKey, (refunds.get(idempotencyKey) ?? 0) + 1)
    const result = { ok: true, status: 'succeeded', refundId: `rf_${results.size + 1}` } as const
    results.set(idempotencyKey, result)
    return result
  }
}

function parsed(raw: string): StoreCall['body'] {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** Written from the description of the protocol, without the code under test. */
function isSigned({ headers, raw }: StoreCall, secret: string, now: number): boolean {
  const [, t, signatures] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(String(headers['service-signature'])) ?? []
  if (!t || !signatures || Math.abs(now / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.${raw}`).digest()
  return signatures
    .slice(',v1='.length)
    .split(',v1=')
    .some((v1) => timingSafeEqual(Buffer.from(v1, 'hex'), expected))
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
