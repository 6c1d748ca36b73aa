import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { DomainError } from '../lib/errors.ts'
import { HttpError } from './errors.ts'

const LOCALHOST = /^(.+\.)?localhost$/

/**
 * The error for a request whose host is not this machine; undefined if it is. A web page can point a domain name of its own at this
 * machine (DNS rebinding) and then read the responses in its visitor's browser. So addresses without a secret need this check.
 *
 * @param names further names of this machine, such as the host that the server listens on
 * @param remedy the alternative to calling localhost, for the message
 */
export function foreignHostProblem(req: IncomingMessage, names: string[], remedy: string): DomainError | undefined {
  const host = hostOf(req)
  const reachedAt = req.socket.localAddress ?? ''
  if (host !== undefined && isOwn(host, [reachedAt, hostname(), ...names])) return undefined
  return new HttpError(
    'FORBIDDEN',
    'foreign_host',
    `The Host of the request is not a name or address of this machine: call localhost or 127.0.0.1, or ${remedy}.`,
  )
}

/** The host of a request, in the form of {@link nameOf}. A host in the target overrides the header (RFC 9112, 3.2.2). */
function hostOf({ url = '', headers: { host } }: IncomingMessage): string | undefined {
  const target = url.startsWith('/') ? undefined : URL.parse(url)?.host
  return nameOf(target ?? host ?? '')
}

/** The canonical name or address of a `host:port`; undefined if invalid. */
function nameOf(host: string): string | undefined {
  const name = URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$|\.$/g, '')
  return name !== undefined && ipaddr.isValid(name) ? ipaddr.process(name).toString() : name
}

function isOwn(host: string, names: string[]): boolean {
  if (LOCALHOST.test(host) || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')) return true
  return names.some((name) => nameOf(isIP(name) === 6 ? `[${name}]` : name) === host)
}
