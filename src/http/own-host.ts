import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { DomainError } from '../lib/errors.ts'
import { HttpError } from './errors.ts'

const LOCALHOST = /^(.+\.)?localhost$/

/**
 * What is wrong with a request that names another host than this machine; undefined where nothing is. A web page can make a name
 * of its own lead here (DNS rebinding), and then reads what its visitor's browser gets: an address that asks for no secret needs
 * this check.
 *
 * @param names what else this machine is called, such as the host that the server was told to listen on
 * @param remedy what to do about it, other than to call localhost
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

/** What a request is for, as in {@link nameOf}. The target's own host counts more than the header (RFC 9112, 3.2.2). */
function hostOf({ url = '', headers: { host } }: IncomingMessage): string | undefined {
  const target = url.startsWith('/') ? undefined : URL.parse(url)?.host
  return nameOf(target ?? host ?? '')
}

/** The name or address of a `host:port` in the one way to write it; undefined where it has none. */
function nameOf(host: string): string | undefined {
  const name = URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$|\.$/g, '')
  return name !== undefined && ipaddr.isValid(name) ? ipaddr.process(name).toString() : name
}

function isOwn(host: string, names: string[]): boolean {
  if (LOCALHOST.test(host) || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')) return true
  return names.some((name) => nameOf(isIP(name) === 6 ? `[${name}]` : name) === host)
}
