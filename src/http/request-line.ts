import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { ServedRequest } from './request-note.ts'

/** What every address that there is not is called. */
const UNKNOWN_ROUTE = 'unknown'

/**
 * One line a request, which never tells who or what it was about: the declared path instead of the one that was sent, and neither
 * query, body, key nor address. Pages and health checks are for those who look closely.
 */
export function logRequest(log: Log, { isPage, ...request }: ServedRequest): void {
  const { requestId, keyId, workspaceId, method, route = UNKNOWN_ROUTE, status, objects } = request
  const durationMs = Math.round(request.durationMs * 10) / 10
  const fields = { requestId, keyId, workspaceId, method, route, status, durationMs, objects }
  log[isPage ? 'debug' : 'info']('request', fields)
}

/** Methods that an address may take; the others, which a caller may choose at will, count as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

export function countRequest(
  metrics: Metrics,
  { route = UNKNOWN_ROUTE, method, status, durationMs }: ServedRequest,
): void {
  metrics.request({ route, method: METHODS.has(method) ? method : 'other', status, seconds: durationMs / 1000 })
}
