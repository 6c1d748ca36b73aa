import { missing, requireOptions } from './error.ts'
import {
  type AgreedRefund,
  type CreateAnswer,
  checkAnswer,
  type Delivery,
  type PreviewAnswer,
  problemOf,
  type RefundRequest,
} from './refunds.ts'
import { concat, SignatureError, type VerifyOptions, verifySignature } from './signature.ts'

/** Far more than any request of the service. Longer bodies of strangers are not read to the end. */
const MAX_BODY_BYTES = 1024 * 1024
const EXAMPLE = 'createActionsHandler({ secret: process.env.STOREWIRE_REFUND_SECRET, preview, create })'

type Awaitable<T> = T | Promise<T>

export interface ActionsOptions extends VerifyOptions {
  /** The signing secret of your refund endpoint, `whsec_…`, all of it. Undefined, such as from an unset variable, is an error. */
  secret: string | undefined
  /** Works out what a refund would be. It must move no money. */
  preview(refund: RefundRequest, delivery: Delivery): Awaitable<PreviewAnswer>
  /** Makes the refund, or records it if `mode` is `request`. Its first answer for an idempotency key is stored and returned again. */
  create(refund: AgreedRefund, delivery: Delivery): Awaitable<CreateAnswer>
  /** Called when someone tests the connection. */
  ping?: ((delivery: Delivery) => unknown) | undefined
  /** Where answers of `create` are stored. Default: in memory, until the process ends. */
  idempotency?: IdempotencyStore | undefined
  /** Called with errors that your functions throw. The response is then a 500, and the service tries again. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
}

interface ActionRequest extends Delivery {
  type: string
  data: unknown
}

/**
 * The server side of a refund endpoint: verifies each request, calls your function for its type, and sends a valid response.
 * If your function throws, the response is a 500, and the service tries again with the same key.
 *
 * @throws TypeError if the secret is missing or invalid
 */
export function createActionsHandler(options: ActionsOptions): (request: Request) => Promise<Response> {
  const { secret, onError = console.error } = requireOptions(options, EXAMPLE)
  if (!secret) throw missing('secret', 'refunds secret create')
  if (typeof secret !== 'string' || !secret.startsWith('whsec_')) {
    throw new TypeError('secret must be the whole signing secret of your refund endpoint: it starts with "whsec_".')
  }
  const first = firstAnswers(options.idempotency, onError)

  async function answerTo({ type, data, ...delivery }: ActionRequest): Promise<Response> {
    const problem = type === 'refund.preview' || type === 'refund.create' ? problemOf(type, data) : undefined
    if (problem !== undefined) return refused(400, 'bad_request', problem)
    switch (type) {
      case 'ping':
        await options.ping?.(delivery)
        return Response.json({ ok: true })
      case 'refund.preview': {
        const answer = await options.preview(data as RefundRequest, delivery)
        checkAnswer(type, answer)
        return Response.json(answer)
      }
      case 'refund.create': {
        const create = async () => options.create(data as AgreedRefund, delivery)
        const answer = await first(delivery.idempotencyKey, create)
        // Checked only now: an invalid answer is stored, too, because the money may have moved.
        checkAnswer(type, answer)
        return Response.json(answer)
      }
      default:
        return refused(400, 'unknown_type', `This endpoint does not know requests of type ${JSON.stringify(type)}.`)
    }
  }

  return async (request) => {
    try {
      const rawBody = await readBody(request)
      if (!rawBody) return refused(413, 'too_large', `The body has more than ${MAX_BODY_BYTES} bytes.`)
      await verifySignature(secret, rawBody, request.headers.get('service-signature'), options)
      const action = parseAction(rawBody)
      if (!action) return refused(400, 'bad_request', 'The body is not JSON with a type and an idempotencyKey.')
      return await answerTo(action)
    } catch (error) {
      if (error instanceof SignatureError) return refused(401, error.code, error.message)
      onError(error)
      return refused(500, 'error', error instanceof Error ? error.message : String(error))
    }
  }
}

export function refused(status: number, code: string, message: string): Response {
  return Response.json({ ok: false, code, message }, { status })
}

/** The bytes as they came; undefined when they are too many. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) {
    throw new TypeError(
      'The body was read before the refund handler got the request. Pass a request whose body is unread.',
    )
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return concat(chunks)
}

function parseAction(rawBody: Uint8Array): ActionRequest | undefined {
  try {
    const action = JSON.parse(new TextDecoder().decode(rawBody)) as Partial<ActionRequest> | null
    return typeof action?.type === 'string' && typeof action.idempotencyKey === 'string'
      ? (action as ActionRequest)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * A permanent store for the answers to `refund.create`, by idempotency key, such as a database table. A service that was stopped
 * between two attempts tries again when it is back, even days later.
 */
export interface IdempotencyStore {
  /** The stored answer; undefined or null if none is stored. */
  get(key: string): CreateAnswer | null | undefined | Promise<CreateAnswer | null | undefined>
  set(key: string, answer: CreateAnswer): unknown
}

/**
 * Returns the first answer for a key again instead of repeating the work; simultaneous calls with one key share the work. After an
 * error the key stays free. Answers stay in memory until the process ends, a few hundred bytes each, and in the store if there is one.
 *
 * @param onKeepError called if the store could not save an answer: the work is done, so the answer is still returned
 */
function firstAnswers(store: IdempotencyStore | undefined, onKeepError: (error: unknown) => void) {
  const kept = new Map<string, Promise<CreateAnswer>>()

  async function find(key: string, work: () => Promise<CreateAnswer>): Promise<CreateAnswer> {
    const found = await store?.get(key)
    if (found) return found
    const answer = await work()
    try {
      await store?.set(key, answer)
    } catch (error) {
      onKeepError(error)
    }
    return answer
  }

  return (key: string, work: () => Promise<CreateAnswer>): Promise<CreateAnswer> => {
    const first = kept.get(key)
    if (first) return first
    const answer = find(key, work)
    kept.set(key, answer)
    answer.catch(() => kept.delete(key))
    return answer
  }
}
