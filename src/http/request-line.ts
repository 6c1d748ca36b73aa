import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { ServedRequest } from './request-note.ts'

/** The route of all addresses that do not exist. */
const UNKNOWN_ROUTE = 'unknown'

/**
 * Logs a request as one line without personal data: the declared path instead of the sent one, and no query, body, key or address.
 * Pages and health checks are logged at the level `debug`.
 */
export function logRequest(log: Log, request: ServedRequest): void {
  const { isPage, requestId, keyId, workspaceId, method, route = UNKNOWN_ROUTE, status, objects } = request
  const durationMs = Math.round(request.durationMs * 10) / 10
  const fields = { requestId, keyId, workspaceId, method, route, status, durationMs, objects }
  log[isPage ? 'debug' : 'info']('request', fields)
}

/** Methods with a label of their own. All others count as one, since callers can invent any number of them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

export function countRequest(
  metrics: Metrics,
  { route = UNKNOWN_ROUTE, method, status, durationMs }: ServedRequest,
): void {
  metrics.request({ route, method: METHODS.has(method) ? method : 'other', status, seconds: durationMs / 1000 })
}
