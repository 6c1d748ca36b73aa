import { type ErrorBody, StorewireError } from './error.ts'
import {
  ATTEMPTS,
  backoff,
  createSlots,
  createThrottle,
  LONGEST_WAIT_MS,
  retryAfterMs,
  type Throttle,
} from './retry.ts'
import { onAbort, type Runtime } from './runtime.ts'

/** The most requests of one client at the same time; bulk requests are counted separately. */
export const MAX_IN_FLIGHT = 16

export interface CallOptions {
  /** JSON text. */
  body?: string
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  /** Replaces the library's retries. */
  retry?: Retry
}

/** An attempt that failed, and how long the server asked to wait before the next one. */
export interface Failure {
  error: StorewireError
  askedToWaitMs: number | undefined
}

/** Called after each failed attempt of a call: waits as long as it must, and resolves with whether to try again. */
export type Retry = (failure: Failure) => Promise<boolean>

export type Method = 'GET' | 'POST' | 'DELETE'

/**
 * Calls a path below the base address and resolves with the parsed response; undefined if it has no body (204). Network errors, 429
 * and 5xx are tried again.
 *
 * @throws StorewireError if the API refuses the call, or no attempt gets a response; the signal's reason when it was aborted
 */
export type Call = <T>(method: Method, path: string, options?: CallOptions) => Promise<T>

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** The address of the API, the key and the runtime. */
export interface ApiAccess {
  secretKey: string
  baseUrl: string
  runtime: Runtime
}

/** Below this path are all calls of the API. */
const API_PATH = '/api/v1'

/** The base address of the API, for a server's address with or without its path. */
export function apiAddress(url: string): string {
  const address = url.replace(/\/+$/, '')
  return address.endsWith(API_PATH) ? address : address + API_PATH
}

export function createCall(connection: ApiAccess): Call {
  const { runtime } = connection
  const lane = () => ({ gate: createThrottle(runtime), inSlot: createSlots(MAX_IN_FLIGHT) })
  const calls = lane()
  const bulk = lane()

  return async <T>(method: Method, path: string, options: CallOptions = {}): Promise<T> => {
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

/** The library's retries: a few attempts with jitter. If the server asks one call to wait, the other calls wait, too. */
function fewRetries(gate: Throttle, { random, sleep }: Runtime, signal: AbortSignal | undefined): Retry {
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

/** @throws StorewireError if there was no response; the signal's reason when it was aborted */
async function fetchOnce(
  { secretKey, baseUrl, runtime }: ApiAccess,
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
      // A redirect must not send the secret key to another address.
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

/** Responses other than 2xx or without JSON are errors. The key is removed from the body, so that it does not get into a log. */
function read<T>({ status, headers, text }: Answer, { secretKey, runtime }: ApiAccess): Outcome<T> {
  if (status === 204) return { value: undefined as T }
  const body = parsed(text.replaceAll(secretKey, 'sk_…'))
  if (status >= 200 && status < 300 && typeof body === 'object' && body !== null) return { value: body as T }
  const { code = 'BAD_ANSWER', message } = isErrorBody(body) ? body : { message: strangeAnswer(status, headers) }
  const requestId = headers.get('x-request-id') ?? undefined
  return {
    error: new StorewireError(message, { status, code, body, requestId }),
    askedToWaitMs: retryAfterMs(headers.get('retry-after'), runtime.now()),
  }
}

function noAnswer(request: string, timeoutMs: number | undefined, cause: unknown): StorewireError {
  if (timeoutMs !== undefined) {
    const message = `${request} was not answered within ${timeoutMs / 1000} seconds. Check that the server is running and not overloaded.`
    return new StorewireError(message, { status: 0, code: 'TIMEOUT', cause })
  }
  const { message: words, code } = ((cause as Error).cause ?? cause) as Error & { code?: string }
  // If a name has several addresses and none responds, the message is empty.
  const message = `${request} got no response (${words || code}). Check baseUrl, and that the server is running.`
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
    return `The server returned ${status}, a redirect to ${location}. Pass the final address as baseUrl.`
  }
  return `The server returned ${status}, but not a response of the API. Check baseUrl and any proxy in between.`
}
