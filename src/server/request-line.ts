import type { Log } from '../lib/log.ts'
import type { ServedRequest } from './request-note.ts'

/**
 * One line a request, which never tells who or what it was about: the declared path instead of the one that was sent, and neither
 * query, body, key nor address. Pages and health checks are for those who look closely.
 */
export function logRequest(log: Log, { isPage, ...request }: ServedRequest): void {
  const { requestId, keyId, workspaceId, method, route = 'unknown', status, objects } = request
  const durationMs = Math.round(request.durationMs * 10) / 10
  const fields = { requestId, keyId, workspaceId, method, route, status, durationMs, objects }
  log[isPage ? 'debug' : 'info']('request', fields)
}
