import { lookup } from 'node:dns/promises'
import { newOrderedId } from '../lib/ids.ts'
import type { EndpointPolicy } from '../outbound/addresses.ts'
import { type ExchangeRequest, exchange, type Resolve } from '../outbound/exchange.ts'
import type { NoAnswer } from '../outbound/no-answer.ts'
import { withoutSecret } from '../outbound/signing.ts'
import { readAnswer, type Verdict } from '../refunds/endpoint/answers.ts'
import { endpointRequest, newDeliveryId, type RequestContent } from '../refunds/endpoint/call-endpoint.ts'
import {
  type CreateData,
  type PreviewData,
  type RefundMode,
  type RequestType,
  signedHeaders,
} from '../refunds/endpoint/endpoint-request.ts'
import { refundEndpointPolicy } from '../refunds/endpoint/shop-outbound.ts'

/** Twice the limit in production, so that a slow endpoint can be distinguished from one that never responds. */
const GIVE_UP_MS = 20_000
/** Concurrent requests with one idempotency key. */
const BURST = 3

export interface EndpointAnswer {
  /** Null if no headers arrived. */
  httpStatus: number | null
  contentType: string | undefined
  /** The date header, unchanged. */
  date: string | undefined
  /** The body, without the secret. */
  text: string
  durationMs: number
  problem: NoAnswer | null
  /** How storewire interprets the response. */
  verdict: Verdict
}

type Headers = Record<string, string>

/** The parts that a signature depends on. */
export interface SignedParts {
  secret: string
  /** The body that is sent. */
  body: string
  id: string
  /** Unix seconds. */
  t: number
}

/** Changes to a request, compared with one in production. */
export interface Tampering {
  body?: (usual: string) => string
  /** The body that is signed, if it is not the one that is sent. */
  signedBody?: (usual: string) => string
  secret?: string
  /** The signature after `v1=` in `service-signature`. */
  signature?: (request: SignedParts) => string
  /** Unix seconds, instead of the current time. */
  timestamp?: number
  headers?: (signed: Headers) => Headers
}

/** An endpoint under test. */
export interface Probe {
  /** Whether the developer named the order. */
  isOrderKnown: boolean
  /** The refund mode in requests. */
  mode: RefundMode
  /** All responses to POST requests so far. */
  answers: readonly EndpointAnswer[]
  /** Unix seconds, with a fraction. */
  now(): number
  ping(tampering?: Tampering): Promise<EndpointAnswer>
  /** Sends a preview. `change` replaces members of the data. */
  preview(change?: Partial<PreviewData>, tampering?: Tampering): Promise<EndpointAnswer>
  /** Sends a `refund.create`. */
  create(change: Partial<CreateData> & Pick<CreateData, 'actionId'>, tampering?: Tampering): Promise<EndpointAnswer>
  get(): Promise<EndpointAnswer>
  /** The response to a plain preview, which is sent only once. */
  usual(): Promise<EndpointAnswer>
  /** Sends several concurrent `refund.create` with one key, then two more with the same key; does this only once. */
  refund(): Promise<{ burst: EndpointAnswer[]; repeats: EndpointAnswer[] }>
}

export interface ProbeOptions {
  url: string
  secret: string
  /** An order of the shop; null: an order that the shop does not have. */
  orderId: string | null
  customerId: string | null
  mode: RefundMode
  ca?: string
  clock: { now(): number }
  giveUpMs?: number
  /** When the last request must have ended, on the clock of `performance.now()`. */
  endsAt?: number
  /** Which addresses may be called. Default: all, since the developer chose the address on their own machine or network. */
  policy?: EndpointPolicy
  resolve?: Resolve
}

/** Creates a probe, which sends correct and incorrect requests to an endpoint. */
export function createProbe({ orderId, customerId, mode, ...endpoint }: ProbeOptions): Probe {
  const { answers, send, get } = createSender(endpoint)
  const { clock } = endpoint
  const newActionId = () => newOrderedId('act', clock.now())
  const dataOf = (change: Partial<PreviewData>): PreviewData => ({
    actionId: newActionId(),
    orderId: orderId ?? 'storewire-check',
    customerId,
    lines: [],
    reason: 'other',
    mode,
    ...change,
  })
  const preview: Probe['preview'] = (change = {}, tampering) =>
    send({ type: 'refund.preview', data: dataOf(change) }, tampering)
  const usual = once(() => preview())
  const create: Probe['create'] = async (change, tampering) => {
    const { amount, currency } = agreedOf((await usual()).verdict)
    return send({ type: 'refund.create', data: { ...dataOf(change), amount, currency, ...change } }, tampering)
  }
  return {
    isOrderKnown: orderId !== null,
    mode,
    answers,
    now: () => clock.now() / 1000,
    ping: (tampering) => send({ type: 'ping', data: {} }, tampering),
    preview,
    create,
    get,
    usual,
    refund: once(async () => {
      const actionId = newActionId()
      const burst = await Promise.all(Array.from({ length: BURST }, () => create({ actionId })))
      return { burst, repeats: [await create({ actionId }), await create({ actionId })] }
    }),
  }
}

const everywhere = refundEndpointPolicy({ allowPrivate: true, allowEndpoints: [] }, true)
const lookUp = (hostname: string) => lookup(hostname, { all: true })

function createSender({
  url,
  secret,
  ca,
  clock,
  giveUpMs = GIVE_UP_MS,
  endsAt = Number.POSITIVE_INFINITY,
  policy = everywhere,
  resolve = lookUp,
}: Omit<ProbeOptions, 'orderId' | 'customerId' | 'mode'>) {
  const answers: EndpointAnswer[] = []
  const timed = async (type: RequestType, message: ExchangeRequest): Promise<EndpointAnswer> => {
    const started = performance.now()
    const limitMs = Math.max(1, Math.min(giveUpMs, endsAt - started))
    const { httpStatus, contentType, date, bytes, problem } = await exchange(url, message, {
      ...{ policy, ca, resolve, limitMs },
    })
    const durationMs = Math.round(performance.now() - started)
    const text = withoutSecret(new TextDecoder().decode(bytes), secret)
    const verdict = problem === null ? readAnswer(type, httpStatus, text) : problem
    return { httpStatus, contentType, date, text, durationMs, problem, verdict }
  }
  const send = async (content: RequestContent, tampering: Tampering = {}): Promise<EndpointAnswer> => {
    const { body = same, signedBody = body, headers = same, timestamp: t = Math.floor(clock.now() / 1000) } = tampering
    const deliveryId = newDeliveryId(clock.now())
    const request = endpointRequest('org_check', content, { id: deliveryId, createdAt: clock.now() })
    const usual = JSON.stringify(request)
    const key = tampering.secret ?? secret
    const signed = signedHeaders({
      ...{ secret: key, deliveryId, idempotencyKey: request.idempotencyKey, timestamp: t, body: signedBody(usual) },
    })
    const text = body(usual)
    const v1 = tampering.signature?.({ secret: key, body: text, id: deliveryId, t })
    if (v1 !== undefined) signed['service-signature'] = `t=${t},v1=${v1}`
    const answer = await timed(content.type, { headers: headers(signed), body: text })
    answers.push(answer)
    return answer
  }
  return { answers, send, get: () => timed('ping', { method: 'GET', headers: {} }) }
}

function same<T>(value: T): T {
  return value
}

/** The amount of the preview; 0 if the preview named none. */
function agreedOf(verdict: Verdict): { amount: number; currency: string } {
  return verdict.kind === 'amount' ? verdict : { amount: 0, currency: 'XXX' }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}
