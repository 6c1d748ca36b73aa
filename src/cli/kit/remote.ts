import { Option } from 'commander'
import { StorewireError } from '../../client/error.ts'
import { createCall, type Retry } from '../../client/http.ts'
import { platform, type Runtime } from '../../client/runtime.ts'
import { readNamedFile } from './named-file.ts'
import { publicUrl } from './options.ts'

/** What commands take that speak to a running server. */
export interface RemoteOptions {
  url: string
  keyFile?: string
}

export const urlOption = () =>
  new Option('--url <url>', 'address of the running server')
    .default('http://127.0.0.1:8787')
    .env('STOREWIRE_URL')
    .argParser(publicUrl)

export const keyFileOption = () =>
  new Option('--key-file <file>', 'file with the secret key (default: the variable STOREWIRE_SECRET_KEY)').env(
    'STOREWIRE_KEY_FILE',
  )

interface CallOptions {
  /** JSON text. */
  body?: string
  idempotencyKey?: string
  /** Fails at once if there is no good response. */
  once?: boolean
}

/** A running server, called with a secret key. */
export interface Remote {
  /**
   * Calls a path below the base address and resolves with the response's JSON. Waits as long as the server asks for when a rate limit is
   * used up, and repeats calls that got no response or a 5xx, so a call that writes needs an idempotency key.
   *
   * @throws StorewireError for any other response, or when no attempt gets one; the signal's reason when it is aborted
   */
  call<T>(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<T>
}

export interface RemoteSettings {
  /** With or without `/api/v1` at its end. */
  url: string
  key: string
  signal?: AbortSignal
  /** Called with the reason why the next attempt waits, and for how long. */
  onWait?: (reason: string, ms: number) => void
  runtime?: Pick<Runtime, 'fetch' | 'sleep'>
}

/** Waits between attempts without a response: 23.5 seconds, in which a server has restarted. */
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000]
/** How long to wait when the server says that a rate limit is used up, but not for how long. */
const RATE_LIMIT_MS = 60_000
/** For one attempt: a bulk call may go over a slow line. */
const ATTEMPT_TIMEOUT_MS = 5 * 60_000

export function connect({ url, key, signal, onWait = () => {}, runtime = platform }: RemoteSettings): Remote {
  const baseUrl = url.endsWith('/api/v1') ? url : `${url}/api/v1`
  const call = createCall({
    secretKey: key,
    baseUrl,
    runtime: { ...platform, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, ...runtime },
  })

  /** Someone watches: rate limits are waited out however often, and everything else for as long as a restart takes. */
  function patiently(once: boolean): Retry {
    let failures = 0
    const wait = async (reason: string, ms: number) => {
      onWait(reason, ms)
      await runtime.sleep(ms, signal)
      return true
    }
    return async ({ error: { status }, askedToWaitMs }) => {
      if (status === 429) return wait('the server asks to slow down', askedToWaitMs || RATE_LIMIT_MS)
      if (status !== 0 && status !== 408 && status < 500) return false
      const backoff = once ? undefined : BACKOFF_MS[failures++]
      return backoff === undefined ? false : wait('the server gives no good answer', backoff)
    }
  }

  return {
    call: async (method, path, { once = false, ...request } = {}) => {
      try {
        return await call(method, path, { ...request, signal, retry: patiently(once) })
      } catch (error) {
        throw error instanceof StorewireError ? forPeople(error, baseUrl) : error
      }
    },
  }
}

/** The library speaks of its options; the command line has others. */
function forPeople(error: StorewireError, baseUrl: string): StorewireError {
  const { status, code, body, requestId, cause } = error
  const about = { status, code, body, requestId, cause }
  if (status === 0)
    return new StorewireError(`No answer from ${baseUrl} (${causeOf(error)}): is the server running there?`, about)
  if (code === 'BAD_ANSWER')
    return new StorewireError(`${baseUrl} answered ${status}: is this a storewire server?`, about)
  return error
}

/** Why no response came, as short as it is known: Node.js wraps it more than once. */
function causeOf({ code, cause }: StorewireError): string {
  if (code === 'TIMEOUT') return 'timeout'
  const { message, cause: inner } = cause as Error & { cause?: { code?: string } }
  return inner?.code ?? message
}

/** The secret key, never from the command line, where other users of the machine could read it. @throws Error where there is none */
export function secretKey({ keyFile }: RemoteOptions): string {
  const key = keyFile === undefined ? process.env.STOREWIRE_SECRET_KEY : readNamedFile(keyFile)
  if (key?.trim()) return key.trim()
  throw new Error('Give the secret key in the variable STOREWIRE_SECRET_KEY or with --key-file FILE.')
}
