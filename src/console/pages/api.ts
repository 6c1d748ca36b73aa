import type createClient from 'openapi-fetch'
import type { paths } from './api-types.ts'
import { base } from './base.ts'
import { isOffline, passwordAgain, signInAgain } from './interruptions.ts'
import { setClock } from './server-clock.ts'
import { en } from './texts/en.ts'

interface Fields {
  code: string
  message: string
  facts?: Record<string, unknown>
  status?: number
  requestId?: string | null
  retryAfter?: number | null
  cause?: unknown
}

/** A call that the server did not do. `message` is one sentence for people, which says what to do. */
export class ApiError extends Error {
  readonly code: string
  /** The detailed reason, such as `wrong_status`; empty if the error has none. */
  readonly reason: string
  readonly facts: Record<string, unknown>
  /** 0 where the server could not be reached. */
  readonly status: number
  readonly requestId: string | null
  /** Seconds until the call may be sent again. */
  readonly retryAfter: number | null

  constructor({ code, message, facts = {}, status = 0, requestId = null, retryAfter = null, cause }: Fields) {
    super(message, { cause })
    this.code = code
    this.reason = typeof facts.reason === 'string' ? facts.reason : ''
    this.facts = facts
    this.status = status
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  /** What is wrong with a field of the form that was sent. */
  issue(field: string): string | undefined {
    const issues = Array.isArray(this.facts.issues) ? (this.facts.issues as { path: unknown[]; message: string }[]) : []
    return issues.find(({ path }) => path[0] === field)?.message
  }
}

/** The person closed the dialog that a call needed, or removed what it sends: there is nothing to report. */
export class Cancelled extends Error {}

/**
 * The routes of the console, by path and method. A call that fails throws {@link ApiError}: other than a 401, after which the person
 * signs in over the page, and a 403 that asks for the password; both calls are then sent again.
 */
export const api = { GET: call('GET'), POST: call('POST') } as unknown as Pick<
  ReturnType<typeof createClient<paths>>,
  'GET' | 'POST'
>

interface Options extends Omit<RequestInit, 'body'> {
  params?: { path?: Record<string, string | number>; query?: Record<string, unknown> }
  /** A text is JSON already. */
  body?: unknown
}

/** A method, as the types have it. The client of their library is five times as large: it has much that no route needs. */
function call(method: string) {
  return async (route: string, { params = {}, body, headers, ...init }: Options = {}) => {
    const path = route.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(params.path?.[name])))
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(params.query ?? {})) if (value != null) asked.set(name, String(value))
    const query = String(asked)
    const response = await send(`${base}/api${path}${query && `?${query}`}`, {
      ...init,
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    })
    return { data: response.status === 204 ? undefined : await response.json() }
  }
}

/** The body of a successful call. */
export async function read<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call
  return data as T
}

/** Sends a request and checks its response, as the calls of `api` do. @param by how it is sent; a file in another way than the rest */
export async function send<T extends RequestInit>(
  address: string,
  init: T,
  by: (address: string, init: T) => Promise<Response> = fetch,
): Promise<Response> {
  for (;;) {
    const response = await by(address, init).catch((cause: unknown) => {
      if (init.signal?.aborted) throw new Cancelled()
      isOffline.value = true
      throw new ApiError({ code: 'OFFLINE', message: en.common.noAnswer, cause })
    })
    isOffline.value = false
    setClock(response)
    if (response.ok) return response
    const error = await errorOf(response)
    const again =
      error.reason === 'not_signed_in' ? signInAgain : error.reason === 'password_needed' ? passwordAgain : undefined
    if (!again) throw error
    if (!(await again())) throw new Cancelled()
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, data } = isError(body)
    ? body
    : { code: 'UNKNOWN', message: en.common.onlyStatus(response.status), data: {} }
  return new ApiError({
    code,
    message,
    facts: data,
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: Number(response.headers.get('retry-after')) || null,
  })
}

function isError(body: unknown): body is { code: string; message: string; data: Record<string, unknown> } {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body && 'data' in body
}
