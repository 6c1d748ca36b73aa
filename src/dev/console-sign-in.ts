import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSession, findSignedIn, LONGEST_MS } from '../access/member-sessions.ts'
import { findMember, insertMember } from '../access/members.ts'
import { insertMembership } from '../access/memberships.ts'
import { readCookie, sessionCookie } from '../console/cookie.ts'
import { isFromHere } from '../http/client-address.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'

/** The cookie of the console here: another storewire on this machine has its own. */
export const DEV_COOKIE = 'storewire-dev'

const EMAIL = 'developer@localhost'

/** Signs in to the console of `storewire dev` as the owner of its workspace, who has no password. */
export async function keepDeveloper(tx: Tx, workspaceId: string, now: number): Promise<void> {
  if (await findMember(tx, EMAIL)) return
  const { id } = await insertMember(tx, { name: 'Developer', email: EMAIL, password: null, isOperator: true }, now)
  await insertMembership(tx, { workspaceId, memberId: id, role: 'owner' }, now)
}

/**
 * Signs the developer in when a browser of this machine opens the console: the answer sets the cookie of a session, unless the browser has
 * one that is good. A page that is open keeps working when its session has ended by a reset, or since the clock is a month ahead: its
 * calls get a new one, too. It never asks for a password, so nobody elsewhere may have it.
 */
export async function signDeveloperIn(
  { store, clock }: { store: Store; clock: Clock },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const now = clock.now()
  const token = readCookie(req, DEV_COOKIE, false)
  if (!isFromHere(req) || !(opensConsole(req) || (token !== undefined && isApi(req)))) return
  if (token !== undefined && (await findSignedIn(store.read, token, now))) return
  const developer = await findMember(store.read, EMAIL)
  if (!developer) return
  const visitor = { address: '127.0.0.1', browser: (req.headers['user-agent'] ?? '').slice(0, 200) }
  const session = await store.write((tx) =>
    createSession(tx, { memberId: developer.id, visitor, confirmedAt: now + LONGEST_MS }, now),
  )
  res.setHeader('set-cookie', sessionCookie(DEV_COOKIE, session.token, false))
  req.headers.cookie = `${DEV_COOKIE}=${session.token}`
}

/** Whether an address is of the console: its pages, their files, or the routes that they call. */
export function isConsole(url: string): boolean {
  return /^\/console(?=[/?]|$)/.test(url)
}

const isApi = ({ url = '' }: IncomingMessage) => url.startsWith('/console/api/')

/** Whether a browser opens a page of the console, judged by its `Accept` header. */
function opensConsole(req: IncomingMessage): boolean {
  return req.method === 'GET' && !isApi(req) && (req.headers.accept ?? '').includes('text/html')
}
