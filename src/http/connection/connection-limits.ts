import { existsSync, readFileSync } from 'node:fs'
import type { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

/** How much of the server its clients may take up by their connections. A network is an IPv4 address or the /64 of an IPv6 address. */
export interface ConnectionLimits {
  /** Connections of one network. Not counted behind trusted proxies, whose connections carry everybody's requests. */
  network: number
  /** Connections in all. */
  all: number
  /** Streams of events of one network. All networks together may have half as many as there may be connections. */
  streams: number
  /** Requests of one connection that may be worked on or wait for their responses; later ones are not read before that. */
  unanswered: number
  /** MiB of responses, in all, that clients have not taken yet. */
  unsent: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  network: 1_500,
  all: 5_000,
  streams: 400,
  unanswered: 16,
  unsent: 64,
}

/** Open files that are left for the database, backups, calls of refund endpoints and the pages that are read at their first request. */
const RESERVED_FILES = 128

/** How many connections there may be: as many as configured, or as this process may open files for. */
export function mostConnections({ all }: ConnectionLimits): number {
  return Math.max(1, Math.min(all, openFilesLimit() - RESERVED_FILES))
}

/** How many files this process may have open; only Linux reports it. */
function openFilesLimit(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
}

/** How long a client waits that is refused for want of room: other clients' requests end within seconds. */
const RETRY_AFTER = { 'retry-after': '5' }

/** A 503 for a request that there is no room for at the moment. */
export function noRoom(message: string): DomainError {
  return new HttpError('SERVICE_UNAVAILABLE', 'no_room', message, { headers: RETRY_AFTER })
}
