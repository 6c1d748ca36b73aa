import { type ErrorBody, StorewireError } from './error.ts'
import { onAbort } from './on-abort.ts'
import { ATTEMPTS, backoff, createGate, createSlots, type Gate, LONGEST_WAIT_MS, retryAfterMs } from './retry.ts'
import type { Runtime } from './runtime.ts'

/** Requests of one client that are under way at the same time; bulk requests count for themselves. */
export const MAX_IN_FLIGHT = 16

export interface CallOptions {
  /** JSON text. */
  body?: string
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  /** What to do about failed attempts, where it is not what the library does for everyone. */
  retry?: Retry
}

/** An attempt that failed, and how long the server asked to wait before the next one. */
export interface Failure {
  error: StorewireError
  askedToWaitMs: number | undefined
}

/** Called after each failed attempt of a call: waits as long as it must, and resolves with whether to try again. */
export type Retry = (failure: Failure) => Promise<boolean>

/**
 * Calls a path below the base address and resolves with the parsed answer. Network errors, 429 and 5xx are tried again.
 *
 * @throws StorewireError when the API refuses, or no attempt was answered; the signal's reason when it was aborted
 */
export type Call = <T>(method: 'GET' | 'POST', path: string, options?: CallOptions) => Promise<T>

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Where the API is and how it is reached. */
export interface Connection {
  secretKey: string
  baseUrl: string
  runtime: Runtime
}

export function createCall(connection: Connection): Call {
  const { runtime } = connection
  const lane = () => ({ gate: createGate(runtime), inSlot: createSlots(MAX_IN_FLIGHT) })
  const calls = lane()
  const bulk = lane()

  return async <T>(method: 'GET' | 'POST', path: string, options: CallOptions = {}): Promise<T> => {
    const { signal } = options
    const isBulk = path.endsWith('/bulk')
    const { gate, inSlot } = isBulk ? bulk : calls
    const retry = options.retry ?? fewRetries(gate, runtime, signal)
    return inSlot(async () => {
      for (;;) {
        await calls.gate.pass(signal)
        if (isBulk) await bulk.gate.pass(signal)
        const outcome = await tryOnce<T>(connection, method, path, options)
        if ('value' in outcome) return outcome.value
        if (!(await retry(outcome))) throw outcome.error
      }
    })
  }

  async function tryOnce<T>(...request: Parameters<typeof fetchOnce>): Promise<Outcome<T>> {
    try {
      const answer = await fetchOnce(...request)
      return read<T>(answer, connection)
    } catch (error) {
      if (error instanceof StorewireError) return { error, askedToWaitMs: undefined }
      throw error
    }
  }
}

type Outcome<T> = { value: T } | Failure

/** What the library does for everyone: a few attempts with jitter; who was asked to wait holds back the other calls, too. */
function fewRetries(gate: Gate, { random, sleep }: Runtime, signal: AbortSignal | undefined): Retry {
  let attempt = 0
  return async ({ error, askedToWaitMs }) => {
    attempt++
    const isTransient = error.status === 0 || error.status === 429 || error.status >= 500
    if (!isTransient || attempt === ATTEMPTS || (askedToWaitMs ?? 0) > LONGEST_WAIT_MS) return false
    const pause = backoff(attempt, random)
    if (askedToWaitMs === undefined) await sleep(pause, signal)
    else gate.close(Math.max(askedToWaitMs, pause))
    return true
  }
}

/** @throws StorewireError when no answer came; the signal's reason when it was aborted */
async function fetchOnce(
  { secretKey, baseUrl, runtime }: Connection,
  method: string,
  path: string,
  { body, idempotencyKey, signal }: CallOptions,
): Promise<Answer> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, runtime.attemptTimeoutMs)
  const listenNoMore = onAbort(signal, () => controller.abort(signal?.reason))
  try {
    const response = await runtime.fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
      // The secret key goes nowhere but where it was meant to go.
      redirect: 'manual',
      signal: controller.signal,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    throw noAnswer(`${method} ${baseUrl}${path}`, timedOut ? runtime.attemptTimeoutMs : undefined, cause)
  } finally {
    clearTimeout(timer)
    listenNoMore()
  }
}

/** Answers other than 2xx, and those that are not JSON, are errors. A server that repeats the key must not bring it into a log. */
function read<T>({ status, headers, text }: Answer, { secretKey, baseUrl, runtime }: Connection): Outcome<T> {
  const body = parsed(text.replaceAll(secretKey, 'sk_…'))
  if (status >= 200 && status < 300 && typeof body === 'object' && body !== null) return { value: body as T }
  const { code = 'BAD_ANSWER', message } = isErrorBody(body) ? body : { message: strangeAnswer(status, headers) }
  // The server itself knows addresses only, and not what was meant by them.
  const hint = code === 'NOT_FOUND' && !baseUrl.endsWith('/api/v1') ? ' Check that baseUrl ends in /api/v1.' : ''
  const requestId = headers.get('x-request-id') ?? undefined
  return {
    error: new StorewireError(message + hint, { status, code, body, requestId }),
    askedToWaitMs: retryAfterMs(headers.get('retry-after'), runtime.now()),
  }
}

function noAnswer(request: string, timeoutMs: number | undefined, cause: unknown): StorewireError {
  if (timeoutMs !== undefined) {
    const message = `${request} was not answered within ${timeoutMs / 1000} seconds: check that the server is up and not overloaded.`
    return new StorewireError(message, { status: 0, code: 'TIMEOUT', cause })
  }
  const { message: words, code } = ((cause as Error).cause ?? cause) as Error & { code?: string }
  // Where a name has several addresses and none answers, there are no words.
  const message = `${request} got no answer (${words || code}): check baseUrl and that the server is up.`
  return new StorewireError(message, { status: 0, code: 'NETWORK_ERROR', cause })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { code, message } = (body ?? {}) as Partial<ErrorBody>
  return typeof code === 'string' && typeof message === 'string'
}

function strangeAnswer(status: number, headers: Headers): string {
  const location = headers.get('location')
  if (location && status >= 300 && status < 400) {
    return `The server answered ${status}, a redirect to ${location}: pass the address that it leads to as baseUrl.`
  }
  return `The server answered ${status} with something that is not the API's: check that baseUrl ends in /api/v1 and what stands between.`
}
