import type { IncomingMessage } from 'node:http'
import { findSignedIn, markSessionUsed, type SignedIn } from '../access/member-sessions.ts'
import type { From } from '../access/sign-in.ts'
import { clientAddress } from '../http/client-address.ts'
import { isHttps, isReadable } from '../http/client-scheme.ts'
import { type Credential, NO_WORKSPACE } from '../http/credentials/credential.ts'
import { ownAddress } from '../http/own-address.ts'
import type { Settings } from '../http/settings.ts'
import { networkOf } from '../lib/networks.ts'
import { noCookie, readCookie, refuseOtherPages, requireSameOrigin, sessionCookie } from './cookie.ts'

/** The browser of a request. */
export interface Browser extends From {
  /** The address of this server, as the browser may call it: see {@link ownAddress}. */
  server: string
  /** Whether others on the network can read its requests. */
  isReadable: boolean
  /** The header that signs it in; without a token, the header that signs it out. */
  cookie(token?: string): string
}

const MOST_CHARACTERS = 200

function browserOf(req: IncomingMessage, settings: Settings): Browser {
  const { trustProxy, consoleCookie } = settings
  const address = clientAddress(req, trustProxy)
  const https = isHttps(req, settings)
  return {
    address,
    network: networkOf(address),
    browser: (req.headers['user-agent'] ?? '').slice(0, MOST_CHARACTERS),
    earlier: readCookie(req, consoleCookie, https),
    server: ownAddress(req, settings),
    isReadable: isReadable(req, settings),
    cookie: (token) =>
      token === undefined ? noCookie(consoleCookie, https) : sessionCookie(consoleCookie, token, https),
  }
}

/** A person who has opened the console, and may not have signed in. */
export const visitor: Credential<Browser> = {
  scheme: 'visitor',
  openApi: {
    type: 'apiKey',
    in: 'header',
    name: 'origin',
    description: 'None. The request must come from the page itself, as its Origin or Sec-Fetch-Site header shows.',
  },
  challenge: 'Session',
  help: 'Open the console and sign in.',
  tellsReasons: true,
  tellsTime: true,
  guard: requireSameOrigin,
  find: async (_reader, req, _now, settings) => {
    const browser = browserOf(req, settings)
    return { id: browser.network, workspaceId: NO_WORKSPACE, name: 'visitor', role: null, holder: browser }
  },
}

const MINUTE_MS = 60_000

/** A member who is signed in, in their current workspace. */
export const member: Credential<SignedIn & { browser: Browser }> = {
  scheme: 'member',
  openApi: {
    type: 'apiKey',
    in: 'cookie',
    name: 'storewire',
    description: 'The session of a member: `__Host-storewire` over https.',
  },
  challenge: 'Session',
  help: 'You are not signed in, or not any more: sign in.',
  reason: 'not_signed_in',
  tellsReasons: true,
  tellsTime: true,
  guard: requireSameOrigin,
  find: async (reader, req, now, settings) => {
    const token = readCookie(req, settings.consoleCookie, isHttps(req, settings))
    const signedIn = token === undefined ? undefined : await findSignedIn(reader, token, now)
    if (!signedIn) return undefined
    const { memberId, workspaceId, email, role, isOperator } = signedIn
    const holder = { ...signedIn, browser: browserOf(req, settings) }
    return { id: memberId, workspaceId, name: email, role, isOperator, holder }
  },
  noteUse: ({ holder: { sessionId, lastUsedAt } }, { store, log }, now) => {
    const minute = now - (now % MINUTE_MS)
    if (lastUsedAt >= minute) return
    store
      .write((tx) => markSessionUsed(tx, sessionId, minute))
      .catch((error: Error) => log.error('The last use of a session was not noted', { error: error.message }))
  },
}

/** A member whose page reads a stream: only the console's own page, since a stream takes a place for as long as it is open. */
export const memberOfStream: typeof member = { ...member, guard: refuseOtherPages }
