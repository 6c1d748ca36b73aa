import type { IncomingMessage } from 'node:http'
import { LONGEST_MS } from '../access/member-sessions.ts'

/** Browsers accept a cookie with this prefix only from its own host and by https, so no sibling host of the shop can set it. */
const HOST_PREFIX = '__Host-'

function nameOf(name: string, isHttps: boolean): string {
  return isHttps ? HOST_PREFIX + name : name
}

/** The cookie with the token of a session. Scripts and other sites cannot use it, and over https neither can other hosts. */
export function sessionCookie(name: string, token: string, isHttps: boolean): string {
  return cookie(nameOf(name, isHttps), token, LONGEST_MS / 1000, isHttps)
}

/** Deletes the cookie in the browser. */
export function noCookie(name: string, isHttps: boolean): string {
  return cookie(nameOf(name, isHttps), '', 0, isHttps)
}

function cookie(name: string, value: string, maxAgeSeconds: number, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/**
 * The token of a request. If there are two cookies of one name, another host may have set one, and the browser does not
 * say which: then neither counts.
 */
export function readCookie(req: IncomingMessage, name: string, isHttps: boolean): string | undefined {
  const found = valuesOf(req, nameOf(name, isHttps))
  return found.length === 1 ? found[0] : undefined
}

/** Whether a request carries the cookie by either of its names. */
export function hasCookie(req: IncomingMessage, name: string): boolean {
  return [true, false].some((isHttps) => valuesOf(req, nameOf(name, isHttps)).length > 0)
}

function valuesOf({ headers }: IncomingMessage, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
