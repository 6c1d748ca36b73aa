/**
 * Calls an address under /dev of a running `storewire dev`.
 *
 * @param url of the server, with or without `/api/v1` at its end
 * @throws Error with a message for the operator
 */
export async function callDev<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  const base = url.replace(/\/api\/v1$/, '')
  const response = await fetch(`${base}/dev${path}`, {
    method,
    redirect: 'manual',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`No response from ${base}. Check --url, and that "storewire dev" is running.`)
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as T
  if (response.status === 404)
    throw new Error(
      `${base} is not a "storewire dev" server. Only the clock of "storewire dev" can be shown and moved.`,
    )
  throw new Error((answer as { message?: string }).message ?? `${base} returned ${response.status}.`)
}
