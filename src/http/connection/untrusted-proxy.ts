import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { note, UNTRUSTED_PROXY } from '../../store/notices.ts'
import type { Services } from '../services.ts'
import { ARRIVAL_PATH } from '../settings.ts'

/**
 * Looks for an untrusted proxy on this machine: behind it all visitors look like one network and share its limits.
 *
 * @returns a function to call with each request; the first request from such a proxy is logged, and stored for `doctor`
 */
export function watchForProxy({
  settings,
  store,
  clock,
  log,
}: Pick<Services, 'settings' | 'store' | 'clock' | 'log'>): (req: IncomingMessage) => void {
  let isOver = settings.trustProxy > 0
  return ({ headers, socket, url }) => {
    // Doctor writes the header itself, to see whether it is believed, and reports what it finds.
    if (url === ARRIVAL_PATH) return
    if (isOver || headers['x-forwarded-for'] === undefined || !isLoopback(socket.remoteAddress)) return
    isOver = true
    log.error(
      'A proxy on this machine sends X-Forwarded-For, but no proxy is trusted, so all visitors count as one: start the server with --trust-proxy 1',
    )
    store
      .write((tx) => note(tx, UNTRUSTED_PROXY, clock.now()))
      .catch((error: Error) =>
        log.error('The notice about an untrusted proxy could not be stored', { error: error.message }),
      )
  }
}

function isLoopback(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
