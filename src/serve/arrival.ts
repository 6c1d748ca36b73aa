import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { clientAddress, entriesOf } from '../http/client-address.ts'
import { forwardedScheme } from '../http/client-scheme.ts'
import { bearer } from '../http/credentials/credential.ts'
import { serveGet } from '../http/methods.ts'
import { jsonReply } from '../http/reply.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { ARRIVAL_PATH } from '../http/settings.ts'

/** How a request of `storewire doctor` arrived. */
export interface SeenArrival {
  /** Of the client, as limits and the audit log have it. */
  address: string
  /** The entries of X-Forwarded-For. */
  forwardedFor: string[]
  /** What trusted proxies report as the scheme; null if they report none. */
  forwardedProto: string | null
  host: string | null
  /** The number of proxies that the server trusts. */
  trustProxy: number
}

/**
 * `GET /arrival`: what arrives of a request that `storewire doctor` sends through the public address. Doctor, another process, proves by a
 * file beside the database that it may ask; to everybody else there is nothing at this address.
 *
 * @param refuse the error for an address at which there is nothing
 */
export function mountArrival(app: H3, { system, settings }: Services, refuse: (event: H3Event) => unknown): void {
  const { trustProxy } = settings
  serveGet(app, ARRIVAL_PATH, (event) => {
    const { req } = event.node as { req: IncomingMessage }
    const token = bearer(req)
    if (token === undefined || !system?.isDoctor(token)) throw refuse(event)
    const arrival: SeenArrival = {
      address: clientAddress(req, trustProxy),
      forwardedFor: entriesOf(req.headers['x-forwarded-for']),
      forwardedProto: forwardedScheme(req, trustProxy) ?? null,
      host: req.headers.host ?? null,
      trustProxy,
    }
    return jsonReply(200, arrival, { 'x-request-id': noteOfEvent(event).requestId })
  })
}
