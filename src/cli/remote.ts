import { setTimeout as delay } from 'node:timers/promises'
import { Option } from 'commander'
import type { Issue } from '../lib/errors.ts'
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

/** An answer that is none of success. */
export class Refused extends Error {
  readonly status: number
  readonly issues: Issue[]
  /** Why, in one word, for a conflict. */
  readonly reason: string | undefined

  constructor(status: number, message: string, data: { issues?: Issue[]; reason?: string } = {}) {
    super(message)
    this.status = status
    this.issues = data.issues ?? []
    this.reason = data.reason
  }
}

interface Call {
  /** JSON text. */
  body?: string
  idempotencyKey?: string
  /** Fails at once where there is no good answer. */
  once?: boolean
}

/** A running server, spoken to with a secret key. */
export interface Remote {
  /**
   * Calls a path below the base address and resolves with the answer's JSON. Waits as the server asks for when it is over a rate limit, and
   * repeats calls that got no answer or a 5xx, so a call that writes needs an idempotency key.
   *
   * @throws Refused for any other answer; Error when no attempt gets one, or the signal is given
   */
  call<T>(method: string, path: string, call?: Call): Promise<T>
}

export interface RemoteSettings {
  /** With or without `/api/v1` at its end. */
  url: string
  key: string
  signal?: AbortSignal
  /** Told why the next attempt waits, and for how long. */
  onWait?: (reason: string, ms: number) => void
  fetch?: typeof fetch
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Waits between attempts that get no answer: 23.5 seconds, in which a server has started anew. */
const BACKOFF_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000]

export function connect({
  url,
  key,
  signal,
  onWait = () => {},
  fetch = globalThis.fetch,
  sleep = pause,
}: RemoteSettings): Remote {
  const base = url.endsWith('/api/v1') ? url : `${url}/api/v1`
  const wait = async (reason: string, ms: number) => {
    onWait(reason, ms)
    await sleep(ms, signal)
  }
  const attempt = (method: string, path: string, { body, idempotencyKey }: Call) =>
    fetch(base + path, {
      method,
      // Followed, a redirected POST would become a GET.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    }).then(async (response) => ({ response, text: await response.text() }))

  async function call<T>(method: string, path: string, call: Call = {}): Promise<T> {
    for (let failures = 0; ; ) {
      const answer = await attempt(method, path, call).catch((error: Error) => {
        signal?.throwIfAborted()
        return new Error(`No answer from ${base} (${causeOf(error)}): is the server running there?`)
      })
      if (!(answer instanceof Error)) {
        const { response, text } = answer
        if (response.ok) return JSON.parse(text) as T
        if (response.status === 429) {
          await wait('the server asks to slow down', retryAfterMs(response))
          continue
        }
        if (response.status < 500 && response.status !== 408) throw refusal(response, text)
      }
      const backoff = call.once ? undefined : BACKOFF_MS[failures++]
      if (backoff === undefined) throw answer instanceof Error ? answer : refusal(answer.response, answer.text)
      await wait('the server gives no good answer', backoff)
    }
  }
  return { call }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return delay(ms, undefined, signal ? { signal } : {})
}

function causeOf({ message, cause }: Error): string {
  return (cause as { code?: string } | undefined)?.code ?? message
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return (seconds > 0 ? seconds : 60) * 1_000
}

interface RefusalData {
  issues?: Issue[]
  reason?: string
  path?: Issue['path']
  max?: number
}

/** What is wrong with an object of too many bytes. */
export const tooLarge = (bytes: number | undefined) => `must have at most ${bytes} bytes as JSON`

function refusal(response: Response, text: string): Refused {
  try {
    const { message, data } = JSON.parse(text) as { message: string; data: RefusalData }
    // A 413 for one object names it like an issue.
    const issues = data.path ? [{ path: data.path, message: tooLarge(data.max) }] : data.issues
    return new Refused(response.status, message, { ...data, ...(issues ? { issues } : {}) })
  } catch {
    return new Refused(response.status, `${response.url} answered ${response.status}: is this a storewire server?`)
  }
}

/** The secret key, never from the command line, where other users of the machine could read it. @throws Error where there is none */
export function secretKey({ keyFile }: RemoteOptions): string {
  const key = keyFile === undefined ? process.env.STOREWIRE_SECRET_KEY : readNamedFile(keyFile)
  if (key?.trim()) return key.trim()
  throw new Error('Give the secret key in the variable STOREWIRE_SECRET_KEY or with --key-file FILE.')
}
