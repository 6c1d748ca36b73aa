import type { Panel } from '../panel/panel.ts'

const LONGEST_MS = 30_000

/** Sends something with the session. @throws CallError, NoSession */
export function post<T>({ api, errorOf, withSession }: Panel, path: string, json: object): Promise<T> {
  return withSession(async (headers) => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      credentials: 'omit',
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => undefined)
    const body: unknown = await response?.json().catch(() => undefined)
    if (!response?.ok) throw errorOf(response?.status ?? 0, body)
    return body as T
  })
}
