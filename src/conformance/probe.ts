import { lookup } from 'node:dns/promises'
import { newOrderedId } from '../lib/ids.ts'
import { type NoAnswer, readAnswer, type Verdict } from '../refunds/endpoint/answers.ts'
import { endpointRequest, newDeliveryId, type RequestContent } from '../refunds/endpoint/call-endpoint.ts'
import type { CreateData, PreviewData, RefundMode, RequestType } from '../refunds/endpoint/endpoint-request.ts'
import { type ExchangeRequest, exchange } from '../refunds/endpoint/exchange.ts'
import { withoutSecret } from '../refunds/endpoint/outbound.ts'
import { signedHeaders } from '../refunds/endpoint/signature.ts'

/** Twice what production waits, so that an endpoint which is too slow is told apart from one that never answers. */
const GIVE_UP_MS = 20_000
/** Requests at once under one idempotency key. */
const BURST = 3

export interface Answer {
  /** Null when no headers arrived. */
  httpStatus: number | null
  contentType: string | undefined
  /** Without the secret. */
  text: string
  durationMs: number
  problem: NoAnswer | null
  /** What storewire makes of it. */
  verdict: Verdict
}

type Headers = Record<string, string>

/** How a request differs from one that production sends. */
export interface Tampering {
  body?: (usual: string) => string
  secret?: string
  /** Unix seconds, in the place of now. */
  timestamp?: number
  headers?: (signed: Headers) => Headers
}

/** An endpoint under test. */
export interface Probe {
  /** Whether the order is one that the developer named. */
  isOrderKnown: boolean
  /** How the shop is to refund. */
  mode: RefundMode
  /** Every answer to a POST so far. */
  answers: readonly Answer[]
  /** Unix seconds, with their fraction. */
  now(): number
  ping(tampering?: Tampering): Promise<Answer>
  /** Asks for the amount; `change` replaces members of the data. */
  preview(change?: Partial<PreviewData>, tampering?: Tampering): Promise<Answer>
  /** Orders a refund. */
  create(change: Partial<CreateData> & Pick<CreateData, 'actionId'>, tampering?: Tampering): Promise<Answer>
  get(): Promise<Answer>
  /** What a plain preview is answered; sent once. */
  usual(): Promise<Answer>
  /** Refunds the order once, by several requests at the same time under one key, and again twice under that key; sent once. */
  refund(): Promise<{ burst: Answer[]; repeats: Answer[] }>
}

export interface ProbeOptions {
  url: string
  secret: string
  /** An order of the shop; null: one that it can't know is named. */
  orderId: string | null
  customerId: string | null
  mode: RefundMode
  ca?: string
  clock: { now(): number }
  giveUpMs?: number
}

/** What sends an endpoint right and wrong requests. */
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

/** The developer named the address, so it may be on their own machine or network. */
const policy = { allowPrivate: true, allowEndpoints: [], allowLoopbackHttp: true }
const resolve = (hostname: string) => lookup(hostname, { all: true })

function createSender({
  url,
  secret,
  ca,
  clock,
  giveUpMs = GIVE_UP_MS,
}: Pick<ProbeOptions, 'url' | 'secret' | 'ca' | 'clock' | 'giveUpMs'>) {
  const answers: Answer[] = []
  const options = { policy, ca, resolve, limitMs: giveUpMs }
  const timed = async (type: RequestType, message: ExchangeRequest): Promise<Answer> => {
    const started = performance.now()
    const { httpStatus, contentType, bytes, problem } = await exchange(url, message, options)
    const durationMs = Math.round(performance.now() - started)
    const text = withoutSecret(new TextDecoder().decode(bytes), secret)
    const verdict = problem === null ? readAnswer(type, httpStatus, text) : problem
    return { httpStatus, contentType, text, durationMs, problem, verdict }
  }
  const send = async (content: RequestContent, tampering: Tampering = {}): Promise<Answer> => {
    const { body = same, headers = same, timestamp = Math.floor(clock.now() / 1000) } = tampering
    const deliveryId = newDeliveryId(clock.now())
    const request = endpointRequest('org_check', content, { id: deliveryId, createdAt: clock.now() })
    const text = body(JSON.stringify(request))
    const { idempotencyKey } = request
    const signed = signedHeaders({
      secret: tampering.secret ?? secret,
      deliveryId,
      idempotencyKey,
      timestamp,
      body: text,
    })
    const answer = await timed(content.type, { headers: headers(signed), body: text })
    answers.push(answer)
    return answer
  }
  return { answers, send, get: () => timed('ping', { method: 'GET', headers: {} }) }
}

function same<T>(value: T): T {
  return value
}

/** Without an amount of the shop's nothing is agreed: nothing is what is ordered. */
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
