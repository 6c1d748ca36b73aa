import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { newSigningSecret } from '../../src/outbound/signing.ts'

export const secret = newSigningSecret()

export interface Request {
  method: string
  headers: IncomingHttpHeaders
  raw: Buffer
}

export interface Reply {
  status: number
  /** Text is sent as it stands, all else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

type Body = ReturnType<typeof JSON.parse>

/** The parts of a refund endpoint, each of which a test can spoil. */
export interface Shop {
  /** Before anything is looked at. */
  door(request: Request): Reply | undefined
  verify(request: Request): boolean
  notJson: Reply
  ping: Reply
  preview(data: Body): Reply
  create(body: Body): Reply | Promise<Reply>
  /** To a refund of less than nothing; undefined: it is made. */
  negative: Reply | undefined
  unknownType: Reply
  /** What becomes of an answer on its way out. */
  out(reply: Reply, request: Request): Reply | Promise<Reply>
}

export const ok = (members: object = {}): Reply => ({ status: 200, body: { ok: true, ...members } })
export const refusal = (code: string, status = 200): Reply => ({ status, body: { ok: false, code } })

/** The parts of verifying; each test spoils one. */
export interface Verifying {
  keys: string[]
  past: number
  future: number
  bytes(raw: Buffer): Buffer | string
  equal(given: string, expected: string): boolean
  several: boolean
}

export function verifier(change: Partial<Verifying> = {}): Shop['verify'] {
  const parts: Verifying = {
    keys: [secret],
    past: 300,
    future: 300,
    bytes: (raw) => raw,
    equal: (given, expected) => given === expected,
    several: true,
    ...change,
  }
  return ({ headers, raw }) => {
    const fields = String(headers['service-signature'] ?? '').split(',')
    const t = fields[0]?.startsWith('t=') ? fields[0].slice(2) : ''
    const given = fields.filter((field) => field.startsWith('v1=')).map((field) => field.slice(3))
    const age = Date.now() / 1000 - Number(t)
    if (!/^\d+$/.test(t) || age > parts.past || -age > parts.future) return false
    if (!parts.several && given.length > 1) return false
    const digests = parts.keys.map((key) =>
      createHmac('sha256', key).update(`${t}.`).update(parts.bytes(raw)).digest('hex'),
    )
    return given.some((one) => digests.some((digest) => parts.equal(one, digest)))
  }
}

/** A shop that does everything right: it knows the order `o1`, and keeps the first answer under its key. */
export function goodShop(): Shop {
  const kept = new Map<string, Reply>()
  return {
    door: ({ method }) => (method === 'POST' ? undefined : refusal('post_only', 405)),
    verify: verifier(),
    notJson: refusal('bad_request', 400),
    ping: ok(),
    preview: ({ orderId }) => (orderId === 'o1' ? ok({ amount: 1250, currency: 'EUR' }) : refusal('unknown_order')),
    create: ({ idempotencyKey, data }) => {
      const status = data.mode === 'request' ? 'pending' : 'succeeded'
      const reply = kept.get(idempotencyKey) ?? ok({ status, refundId: `rf_${kept.size + 1}` })
      kept.set(idempotencyKey, reply)
      return reply
    },
    negative: refusal('bad_request', 400),
    unknownType: refusal('unknown_type', 400),
    out: (reply) => reply,
  }
}

async function replyOf(shop: Shop, request: Request): Promise<Reply> {
  const refused = shop.door(request)
  if (refused) return refused
  if (!shop.verify(request)) return refusal('bad_signature', 401)
  const body = parsed(request.raw)
  if (body === undefined) return shop.notJson
  if (body.type === 'ping') return shop.ping
  if (body.type === 'refund.preview') return shop.preview(body.data)
  if (body.type !== 'refund.create') return shop.unknownType
  return (body.data.amount < 0 && shop.negative) || shop.create(body)
}

function parsed(raw: Buffer): Body | undefined {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

/** Serves the shop on a free port of 127.0.0.1 until the test ends, and resolves its URL. */
export async function serveShop(t: TestContext, shop: Shop): Promise<string> {
  return listen(
    t,
    createServer(async (message, response) => {
      const request = { method: message.method ?? '', headers: message.headers, raw: await buffer(message) }
      const { status, body, headers } = await shop.out(await replyOf(shop, request), request)
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
    }),
  )
}

/** Listens on a free port of 127.0.0.1 until the test ends. */
export async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/refunds`
}
