import type { IncomingMessage } from 'node:http'
import { LONGEST_MS } from '../access/member-sessions.ts'
import { HttpError } from '../http/errors.ts'
import type { Settings } from '../http/settings.ts'

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
function hasCookie(req: IncomingMessage, name: string): boolean {
  return [true, false].some((isHttps) => valuesOf(req, nameOf(name, isHttps)).length > 0)
}

function valuesOf({ headers }: IncomingMessage, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

const SAFE = new Set(['GET', 'HEAD'])

/**
 * Rejects a request that changes something and may come from another web page. `SameSite` alone is not enough: the
 * shop's own pages and a console on a sibling host are one site. Browsers say where a request comes from in Sec-Fetch-Site;
 * over plain http, where they don't, in Origin. Programs send neither, and no cookie. After `CrossOriginProtection` of Go's net/http.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireSameOrigin(req: IncomingMessage, settings: Pick<Settings, 'publicUrl' | 'consoleCookie'>): void {
  if (SAFE.has(req.method ?? '')) return
  const { 'sec-fetch-site': site, origin } = req.headers
  if (site !== undefined ? site === 'same-origin' : isOwnOrigin(req, origin, settings)) return
  throw otherPage()
}

function otherPage(): HttpError {
  return new HttpError(
    'FORBIDDEN',
    'other_page',
    'The console takes changes from its own pages alone: open the console itself, at the address that the server is known by.',
  )
}

/**
 * Refuses a read that another web page makes the browser send. Over plain http browsers do not say where a read comes from: then the
 * cookie decides, which `SameSite` keeps from other sites.
 *
 * @throws DomainError FORBIDDEN
 */
export function refuseOtherPages(req: IncomingMessage, settings: Pick<Settings, 'publicUrl' | 'consoleCookie'>): void {
  const { 'sec-fetch-site': site, origin } = req.headers
  const isOwn = site !== undefined ? site === 'same-origin' : origin === undefined || isOwnOrigin(req, origin, settings)
  if (!isOwn) throw otherPage()
}

function isOwnOrigin(
  req: IncomingMessage,
  origin: string | undefined,
  { publicUrl, consoleCookie }: Pick<Settings, 'publicUrl' | 'consoleCookie'>,
): boolean {
  if (origin === undefined) return !hasCookie(req, consoleCookie)
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  const { host } = req.headers
  return host !== undefined && URL.parse(origin)?.host === URL.parse(`${schemeOf(origin)}//${host}/`)?.host
}

/** Without it a host with its scheme's default port would differ from the same host without a port. */
function schemeOf(origin: string): string {
  return URL.parse(origin)?.protocol ?? 'http:'
}
