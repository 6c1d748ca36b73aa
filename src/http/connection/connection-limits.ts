import { existsSync, readFileSync } from 'node:fs'
import { createCounts } from '../../lib/counts.ts'
import { DomainError } from '../../lib/errors.ts'
import { HttpError } from '../errors.ts'

/** Limits of connections. A network is an IPv4 address or the /64 of an IPv6 address. */
export interface ConnectionLimits {
  /** Connections of one network. No limit behind trusted proxies, whose connections carry the requests of all clients. */
  network: number
  /** Connections in all. */
  all: number
  /** Event streams of one network. All networks together may have half as many event streams as connections. */
  streams: number
  /** Unanswered requests of one connection. Later ones are not read until earlier ones are answered. */
  unanswered: number
  /** MiB of responses, of all clients together, that are not sent yet. */
  unsent: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  network: 1_500,
  all: 5_000,
  streams: 400,
  unanswered: 16,
  unsent: 64,
}

/**
 * Open files reserved for all but connections. An idle server has 93: 64 sockets that listen, the database and its threads. Long reads,
 * backups, calls of refund endpoints, and pages, which are read at their first request, make that up to 120.
 */
const RESERVED_FILES = 128
/** With fewer connections than this, a proxy and a few open pages would take all of them. */
const LEAST_CONNECTIONS = 64

/**
 * Refuses to start a server that could not work: it would run out of open files at some later request.
 *
 * @param limit of open files
 * @throws DomainError SERVICE_UNAVAILABLE
 */
export function requireOpenFiles(limit: number = openFilesLimit()): void {
  const least = RESERVED_FILES + LEAST_CONNECTIONS
  if (limit >= least) return
  const message = `the server may open ${limit} files, and needs ${least} or more`
  throw new DomainError('SERVICE_UNAVAILABLE', 'too_few_open_files', message, { limit, least })
}

/** The maximum number of connections: the configured number, or fewer if this process may not open enough files. */
export function mostConnections({ all }: ConnectionLimits): number {
  return Math.min(all, openFilesLimit() - RESERVED_FILES)
}

/** The maximum number of open files of this process; known only on Linux. */
function openFilesLimit(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
}

/** The wait of a rejected client, in seconds: the requests of other clients end within seconds. */
const RETRY_AFTER = { 'retry-after': '5' }

/** A 503 for a request that exceeds a limit at the moment. */
export function noRoom(message: string): DomainError {
  return new HttpError('SERVICE_UNAVAILABLE', 'no_room', message, { headers: RETRY_AFTER })
}

/** The places for event streams: each stream holds a connection for as long as a page is open. */
export interface StreamPlaces {
  /**
   * Takes a place for an event stream to a client of `network`.
   *
   * @returns a function that frees the place; calling it twice is harmless
   * @throws DomainError TOO_MANY_REQUESTS if the network has reached its limit, SERVICE_UNAVAILABLE if all places are taken
   */
  take(network: string): () => void
}

/** The wait of a network that has reached its limit, in seconds. */
const RETRY_STREAM_AFTER = '60'

/** How many places there are. */
interface PlaceLimits {
  perNetwork: number
  inAll: number
}

export function createStreamPlaces(limits: PlaceLimits): StreamPlaces {
  return createPlaces(limits, {
    full: (limit) =>
      new HttpError(
        'TOO_MANY_REQUESTS',
        'too_many_streams',
        `Your network has ${limit} event streams open. Close one, then connect again.`,
        { data: { limit }, headers: { 'retry-after': RETRY_STREAM_AFTER } },
      ),
    none: () => noRoom('The server has no free event stream. Connect again after the time in Retry-After.'),
  })
}

/** Places for files that arrive at the same time: of one network, and of all. */
const UPLOADS: PlaceLimits = { perNetwork: 2, inAll: 8 }
/** The wait of an uploader who found no place, in seconds. */
const RETRY_UPLOAD_AFTER = '3'

/** The places for uploads of files, which {@link StreamPlaces} describes. */
export function createUploadPlaces(limits: PlaceLimits = UPLOADS): StreamPlaces {
  const headers = { 'retry-after': RETRY_UPLOAD_AFTER }
  return createPlaces(limits, {
    full: (limit) =>
      new HttpError(
        'TOO_MANY_REQUESTS',
        'too_many_uploads',
        `Your network is already sending ${limit} files. Send this one when one of them has arrived.`,
        { data: { reason: 'too_many_uploads', limit }, headers },
      ),
    none: () =>
      new HttpError(
        'TOO_MANY_REQUESTS',
        'uploads_full',
        `The server is already receiving ${limits.inAll} files. Send this one after the time in Retry-After.`,
        { data: { reason: 'too_many_uploads', limit: limits.inAll }, headers },
      ),
  })
}

function createPlaces(
  limits: PlaceLimits,
  { full, none }: { full: (perNetwork: number) => Error; none: () => Error },
): StreamPlaces {
  const taken = createCounts()
  let inAll = 0
  return {
    take: (network) => {
      if (taken.get(network) >= limits.perNetwork) throw full(limits.perNetwork)
      if (inAll >= limits.inAll) throw none()
      taken.add(network, 1)
      inAll++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        taken.add(network, -1)
        inAll--
      }
    },
  }
}
