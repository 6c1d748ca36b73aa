import type { Panel } from '../panel/panel.ts'

const LONGEST_MS = 30_000

/** Sends something with the session. @param key makes sure that it counts once @throws CallError, NoSession */
export function post<T>(panel: Panel, path: string, json?: object, key?: string): Promise<T> {
  return request(panel, path, {
    method: 'POST',
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
}

/** Reads something with the session. @throws CallError, NoSession */
export function get<T>(panel: Panel, path: string): Promise<T> {
  return request(panel, path, {})
}

function request<T>({ api, errorOf, withSession }: Panel, path: string, init: RequestInit): Promise<T> {
  return withSession(async (headers) => {
    const response = await fetch(api + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
      credentials: 'omit',
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => undefined)
    const body: unknown = await response?.json().catch(() => undefined)
    if (!response?.ok) throw errorOf(response?.status ?? 0, body)
    return body as T
  })
}
