/** A call of the chat that the server has rejected, with its message, or that got no answer (`status` 0). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly reason: string
  readonly data: Record<string, unknown>

  constructor(status: number, message: unknown, data: Record<string, unknown>) {
    super(`${message}`)
    this.status = status
    this.data = data
    this.reason = typeof data.reason === 'string' ? data.reason : ''
  }

  /** Whether the same call may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  json?: unknown
  /** Makes sure that the call counts once, however often it is sent. */
  key?: string
}

const LONGEST_MS = 30_000

/** Calls a path of the API and returns the body of the response. @throws CallError */
export async function call<T>(
  api: string,
  path: string,
  { method = 'GET', headers, json, key }: Call = {},
): Promise<T> {
  const response = await fetch(api + path, {
    method,
    headers: {
      ...headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    credentials: 'omit',
    // A shop that signs somebody out mostly leaves the page at once.
    keepalive: method === 'DELETE',
    signal: AbortSignal.timeout(LONGEST_MS),
  }).catch((): never => {
    throw new CallError(0, 'no answer', {})
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body as T
  throw errorOf(response.status, body)
}

/** The error of a response, by its body. */
export function errorOf(status: number, body: unknown): CallError {
  const { message, data } = Object(body) as { message?: unknown; data?: unknown }
  return new CallError(status, message, typeof data === 'object' && data !== null ? { ...data } : {})
}

/** A key that nobody can guess. `crypto.randomUUID` is missing where the shop is reached by http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
