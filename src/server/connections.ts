import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Log } from '../lib/log.ts'

/** More connections than any shop has, and few enough for the memory of a small machine. */
const MAX_CONNECTIONS = 5_000
/** Open files that are left for the database, backups, calls of refund endpoints and the pages that are read at their first request. */
const RESERVED_FILES = 128
/** How often the log tells that connections are refused. */
const TELL_MS = 60_000

/** Refuses connections that there is no room for, so that the server itself never runs out of open files. */
export function limitConnections(server: Server, log: Log): void {
  const most = Math.max(1, Math.min(MAX_CONNECTIONS, openFilesLimit() - RESERVED_FILES))
  let toldAt = Number.NEGATIVE_INFINITY
  server.maxConnections = most
  server.on('drop', () => {
    if (performance.now() - toldAt < TELL_MS) return
    toldAt = performance.now()
    const remedy = most < MAX_CONNECTIONS ? 'allow the server more open files (ulimit -n), or ' : ''
    log.error(`New connections are refused: ${remedy}let a proxy in front share a few among its clients`, { most })
  })
}

/** How many files this process may have open; only Linux tells. */
function openFilesLimit(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
}
