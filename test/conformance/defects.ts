import { gzipSync } from 'node:zlib'
import { goodShop, ok, type Reply, refusal, type Shop, verifier } from './refund-shop.ts'

const text = (reply: Reply): string => JSON.stringify(reply.body)

/** For each check a shop that is right but for the one thing that the check is about. */
export const defects: Record<string, () => Partial<Shop>> = {
  'no-redirect': () => ({ door: () => ({ status: 308, body: '', headers: { location: '/elsewhere' } }) }),
  'not-compressed': () => ({
    out: (reply) => ({ ...reply, body: gzipSync(text(reply)), headers: { 'content-encoding': 'gzip' } }),
  }),
  'raw-body': () => ({
    door: ({ method, headers }) =>
      method === 'POST' && headers['content-type'] === 'application/json'
        ? { status: 500, body: 'TypeError: The "data" argument must be of type string. Received an instance of Object' }
        : goodShop().door({ method, headers, raw: Buffer.alloc(0) }),
  }),
  'signature-accepted': () => ({ verify: verifier({ keys: ['another secret'] }) }),
  'signature-missing': () => {
    const verify = verifier()
    return { verify: (request) => request.headers['service-signature'] === undefined || verify(request) }
  },
  'signature-malformed': () => ({
    out: (reply, { headers }) =>
      headers['service-signature'] && !/^t=\d+,v1=/.test(String(headers['service-signature']))
        ? { status: 500, body: 'TypeError: match is null' }
        : reply,
  }),
  'signature-one-digit': () => ({
    verify: verifier({
      equal: (given, expected) => given.length === 64 && given.slice(0, 60) === expected.slice(0, 60),
    }),
  }),
  'signature-truncated': () => ({ verify: verifier({ equal: (given, expected) => expected.startsWith(given) }) }),
  'signature-wrong-secret': () => {
    const [right, unset] = [verifier(), verifier({ keys: ['undefined'] })]
    return { verify: (request) => right(request) || unset(request) }
  },
  'signature-altered-body': () => {
    const [verify, seen] = [verifier(), new Set<unknown>()]
    return {
      verify: (request) => {
        const header = request.headers['service-signature']
        if (verify(request)) seen.add(header)
        return seen.has(header)
      },
    }
  },
  'signature-of-every-type': () => {
    const verify = verifier()
    return {
      verify: (request) =>
        verify(request) || (request.raw.includes('"refund.preview"') && !request.raw.includes('"another-order"')),
    }
  },
  'timestamp-old': () => ({ verify: verifier({ past: Number.POSITIVE_INFINITY }) }),
  'timestamp-future': () => ({ verify: verifier({ future: Number.POSITIVE_INFINITY }) }),
  'timestamp-tolerance': () => ({ verify: verifier({ past: 60 }) }),
  'signature-several': () => ({ verify: verifier({ several: false }) }),
  'body-white-space': () => ({ verify: verifier({ bytes: (raw) => raw.toString().trim() }) }),
  'body-key-order': () => ({
    verify: verifier({
      bytes: (raw) => {
        const body = String(raw)
        return body.startsWith('{"data"')
          ? JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()))
          : body
      },
    }),
  }),
  'body-escapes': () => ({
    verify: verifier({
      bytes: (raw) =>
        raw.toString().replaceAll(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    }),
  }),
  'body-unicode': () => ({ verify: verifier({ bytes: (raw) => raw.toString('latin1') }) }),
  'body-large': () => ({
    out: (reply, { raw }) => (raw.length > 50_000 ? { status: 413, body: 'Payload Too Large' } : reply),
  }),
  'body-unknown-members': () => ({
    out: (reply, { raw }) => (raw.includes('fromTheFuture') ? refusal('invalid_request', 400) : reply),
  }),
  'body-not-json': () => ({ notJson: { status: 500, body: 'SyntaxError' } }),
  'unknown-type': () => ({ unknownType: ok() }),
  ping: () => ({ ping: { status: 200, body: { pong: true } } }),
  'preview-answered': () => previewing({ status: 200, body: { amount: 1250, currency: 'EUR' } }),
  'preview-amount': () => previewing(ok({ amount: '12.50', currency: 'EUR' })),
  'preview-currency': () => previewing(ok({ amount: 1250, currency: 'eur' })),
  'preview-repeatable': () => {
    let amount = 5000
    return {
      preview: (data) => {
        amount -= 1
        return data.orderId === 'o1' ? ok({ amount, currency: 'EUR' }) : refusal('unknown_order')
      },
    }
  },
  'preview-without-action': () => failingPreview(({ actionId }) => actionId === ''),
  'preview-reasons': () => failingPreview(({ reason }) => reason.startsWith('not_received:')),
  'preview-request-mode': () => failingPreview(({ mode }) => mode === 'request'),
  'refusal-code': () => ({
    preview: (data) => (data.orderId === 'o1' ? goodShop().preview(data) : { status: 200, body: { ok: false } }),
  }),
  'create-signature': () => {
    const verify = verifier()
    return { verify: (request) => verify(request) || request.raw.includes('"refund.create"') }
  },
  'create-amount-negative': () => ({ negative: undefined }),
  'create-answered': () => ({
    create: () => ok({ status: 'done', refundId: 'rf_1' }),
  }),
  'create-reference': () => ({
    create: () => ok({ status: 'succeeded' }),
  }),
  'create-concurrent': () => {
    const kept = new Map<string, Reply>()
    const third = meeting(3)
    let refunds = 0
    return {
      create: async ({ idempotencyKey }) => {
        const earlier = kept.get(idempotencyKey)
        if (earlier) return earlier
        refunds += 1
        const reply = ok({ status: 'succeeded', refundId: `rf_${refunds}` })
        // The bank takes its time, and only then is the answer kept.
        await third()
        kept.set(idempotencyKey, reply)
        return reply
      },
    }
  },
  'create-repeated': () => {
    const shop = goodShop()
    const times = new Map<string, number>()
    return {
      create: (body) => {
        const time = (times.get(body.idempotencyKey) ?? 0) + 1
        times.set(body.idempotencyKey, time)
        return time > 3 ? refusal('already_refunded') : shop.create(body)
      },
    }
  },
  'create-request-mode': () => {
    const shop = goodShop()
    return { create: (body) => shop.create({ ...body, data: { ...body.data, mode: 'execute' } }) }
  },
  'get-refused': () => ({ door: ({ method }) => (method === 'GET' ? ok() : undefined) }),
  'content-type': () => ({ out: (reply) => ({ ...reply, headers: { 'content-type': 'text/html' } }) }),
  'answer-size': () => ({ notJson: { status: 400, body: 'a page of trace '.repeat(5000) } }),
}

/** Answers so to the order that is known. */
function previewing(reply: Reply): Partial<Shop> {
  return { preview: ({ orderId }) => (orderId === 'o1' ? reply : refusal('unknown_order')) }
}

function failingPreview(fails: (data: { actionId: string; reason: string; mode: string }) => boolean): Partial<Shop> {
  return { preview: (data) => (fails(data) ? { status: 500, body: 'oops' } : goodShop().preview(data)) }
}

/** What resolves for everybody when so many have come. */
function meeting(size: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === size) for (const go of waiting) go()
    })
}
