import { Option } from 'commander'
import { StorewireError } from '../../client/error.ts'
import { apiAddress, createCall, type Retry } from '../../client/http.ts'
import { platform, type Runtime } from '../../client/runtime.ts'
import { readNamedFile } from './named-file.ts'
import { publicUrl } from './options.ts'

/** The options of commands that call a running server. */
export interface RemoteOptions {
  url: string
  keyFile?: string
}

export const urlOption = () =>
  new Option('--url <url>', 'address of the running server, with or without /api/v1')
    .default('http://127.0.0.1:8787')
    .env('STOREWIRE_URL')
    .argParser(publicUrl)

export const keyFileOption = () =>
  new Option('--key-file <file>', 'file with the secret key (default: the variable STOREWIRE_SECRET_KEY)').env(
    'STOREWIRE_SECRET_KEY_FILE',
  )

interface CallOptions {
  /** JSON text. */
  body?: string
  idempotencyKey?: string
  /** Do not repeat the call after an error. */
  once?: boolean
}

/** A running server, called with a secret key. */
export interface Remote {
  /**
   * Calls a path below the base address and resolves with the response's JSON. Waits as long as the server asks if a rate limit is
   * used up, and repeats a call without a response or with a 5xx, so a call that writes needs an idempotency key.
   *
   * @throws StorewireError for any other response, or if no attempt gets a response; the signal's reason when it is aborted
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

/** Waits between attempts without a response: 23.5 seconds in total, long enough for a restart of the server. */
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000]
/** The wait if a rate limit is used up and the server names no time. */
const RATE_LIMIT_MS = 60_000
/** Timeout of one attempt: a bulk call may use a slow connection. */
const ATTEMPT_TIMEOUT_MS = 5 * 60_000

export function connect({ url, key, signal, onWait = () => {}, runtime = platform }: RemoteSettings): Remote {
  const baseUrl = apiAddress(url)
  const call = createCall({
    secretKey: key,
    baseUrl,
    runtime: { ...platform, ...runtime, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS },
  })

  /** A person watches the progress, so rate limits are waited out without end, and other failures as long as a restart takes. */
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
      return backoff === undefined ? false : wait('the server does not respond or reports an error', backoff)
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

/** The library's messages name options of the library; these name options of the command line. */
function forPeople(error: StorewireError, baseUrl: string): StorewireError {
  const { status, code, body, requestId, cause } = error
  const about = { status, code, body, requestId, cause }
  if (status === 0)
    return new StorewireError(
      `No response from ${baseUrl} (${causeOf(error)}). Check --url, and that the server is running.`,
      about,
    )
  if (code === 'BAD_ANSWER')
    return new StorewireError(
      `${baseUrl} returned ${status}, but not a response of storewire. Check --url and any proxy in between.`,
      about,
    )
  return error
}

/** Why there is no response, as a short code if possible: Node.js wraps the error more than once. */
function causeOf({ code, cause }: StorewireError): string {
  if (code === 'TIMEOUT') return 'timeout'
  const { message, cause: inner } = cause as Error & { cause?: { code?: string } }
  return inner?.code ?? message
}

/** The secret key. It has no option, because other users of the machine can read command lines. @throws Error if it is missing */
export function secretKeyFrom({ keyFile }: RemoteOptions): string {
  const key = keyFile === undefined ? process.env.STOREWIRE_SECRET_KEY : readNamedFile(keyFile)
  if (key?.trim()) return key.trim()
  throw new Error('Give the secret key in the variable STOREWIRE_SECRET_KEY or with --key-file FILE.')
}
