import { lookup } from 'node:dns/promises'
import { newOrderedId } from '../lib/ids.ts'
import { type NoAnswer, readAnswer, type Verdict } from '../refunds/answers.ts'
import { newDeliveryId, type Question, storeRequest } from '../refunds/call-store.ts'
import { type Exchange, exchange } from '../refunds/exchange.ts'
import { withoutSecret } from '../refunds/outbound.ts'
import { signedHeaders } from '../refunds/signature.ts'
import type { CreateData, PreviewData, RequestType } from '../refunds/store-request.ts'

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
export interface Twist {
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
  /** Every answer to a POST so far. */
  answers: readonly Answer[]
  /** Unix seconds, with their fraction. */
  now(): number
  ping(twist?: Twist): Promise<Answer>
  /** Asks for the amount; `change` replaces members of the data. */
  preview(change?: Partial<PreviewData>, twist?: Twist): Promise<Answer>
  /** Orders a refund. */
  create(change: Partial<CreateData> & Pick<CreateData, 'actionId'>, twist?: Twist): Promise<Answer>
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
  ca?: string
  clock: { now(): number }
  giveUpMs?: number
}

/** What sends an endpoint right and wrong requests. Its own machine and network are allowed: the developer named the address. */
export function createProbe({
  url,
  secret,
  orderId,
  customerId,
  ca,
  clock,
  giveUpMs = GIVE_UP_MS,
}: ProbeOptions): Probe {
  const answers: Answer[] = []
  const policy = { allowPrivate: true, allowEndpoints: [], allowLoopbackHttp: true }
  const resolve = (hostname: string) => lookup(hostname, { all: true })
  const options = { policy, ca, resolve, limitMs: giveUpMs }
  const newActionId = () => newOrderedId('act', clock.now())

  const timed = async (type: RequestType, exchanging: () => Promise<Exchange>): Promise<Answer> => {
    const started = performance.now()
    const { httpStatus, contentType, bytes, problem } = await exchanging()
    const durationMs = Math.round(performance.now() - started)
    const text = withoutSecret(new TextDecoder().decode(bytes), secret)
    const verdict = problem === null ? readAnswer(type, httpStatus, text) : problem
    return { httpStatus, contentType, text, durationMs, problem, verdict }
  }
  const send = async (question: Question, twist: Twist = {}): Promise<Answer> => {
    const { body = same, headers = same, timestamp = Math.floor(clock.now() / 1000) } = twist
    const deliveryId = newDeliveryId(clock.now())
    const request = storeRequest('org_check', question, { id: deliveryId, createdAt: clock.now() })
    const text = body(JSON.stringify(request))
    const { idempotencyKey } = request
    const signing = { secret: twist.secret ?? secret, deliveryId, idempotencyKey, timestamp, body: text }
    const message = { headers: headers(signedHeaders(signing)), body: text }
    const answer = await timed(question.type, () => exchange(url, message, options))
    answers.push(answer)
    return answer
  }
  const dataOf = (change: Partial<PreviewData>): PreviewData => ({
    actionId: newActionId(),
    orderId: orderId ?? 'storewire-check',
    customerId,
    lines: [],
    reason: 'other',
    mode: 'execute',
    ...change,
  })
  const preview: Probe['preview'] = (change = {}, twist) =>
    send({ type: 'refund.preview', data: dataOf(change) }, twist)
  const create: Probe['create'] = async (change, twist) => {
    const { amount, currency } = agreedOf((await usual()).verdict)
    return send({ type: 'refund.create', data: { ...dataOf(change), amount, currency, ...change } }, twist)
  }
  const usual = once(() => preview())

  return {
    isOrderKnown: orderId !== null,
    answers,
    now: () => clock.now() / 1000,
    ping: (twist) => send({ type: 'ping', data: {} }, twist),
    preview,
    create,
    get: () => timed('ping', () => exchange(url, { method: 'GET', headers: {} }, options)),
    usual,
    refund: once(async () => {
      const actionId = newActionId()
      const burst = await Promise.all(Array.from({ length: BURST }, () => create({ actionId })))
      return { burst, repeats: [await create({ actionId }), await create({ actionId })] }
    }),
  }
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
