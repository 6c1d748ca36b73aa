import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Credential } from '../http/credentials/credential.ts'
import { HttpError } from '../http/errors.ts'
import { developer } from './workspace.ts'

/** The caller of a route under /dev. */
export interface Developer {
  socket: Socket
}

/**
 * Accepts every caller without a key, since the server is for one developer. Requests that web pages of other origins make the
 * developer's browser send are refused.
 */
export function developerCredential(workspaceId: string): Credential<Developer> {
  const { name, role } = developer
  return {
    scheme: 'developer',
    openApi: {},
    challenge: 'Bearer',
    help: 'Call this address from the machine on which storewire dev runs.',
    find: async (_reader, req) => {
      refuseOtherPages(req)
      return { id: name, workspaceId, name, role, holder: { socket: req.socket } }
    },
  }
}

/** @throws DomainError FORBIDDEN if a web page of another origin sent the request */
export function refuseOtherPages({ headers, method }: IncomingMessage): void {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  const isOtherOrigin = origin !== undefined && origin !== `http://${host}`
  const isOtherSite = method !== 'GET' && site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isOtherOrigin || isOtherSite)
    throw new HttpError(
      'FORBIDDEN',
      'other_page',
      'The /dev addresses take nothing from pages of other origins: open /dev itself.',
    )
}
