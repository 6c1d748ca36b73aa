import type { IncomingMessage } from 'node:http'
import type { KeyKind } from '../access/key-format.ts'
import { findKeyHolder, type KeyHolder } from '../access/keys.ts'
import { ApiError } from '../lib/errors.ts'
import type { Reader } from '../store/sqlite/session.ts'
import { findSession, type WidgetSession } from '../widget/sessions.ts'

/** What a request has to carry: a secret key, or as a page of the chat widget a publishable key or a session's token. */
export type AuthKind = KeyKind | 'session'

/** Whoever has shown a valid key or token; exactly one of `key` and `session` is there. */
export interface Caller {
  id: string
  workspaceId: string
  /** For the audit log. */
  name: string
  key: KeyHolder | null
  session: WidgetSession | null
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** The token that a request carries. */
export function bearer({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}

/** Who sent a request, if what it carries is valid and of the right kind. Unknown, revoked, expired and wrong kind look the same. */
export async function authenticate(
  reader: Reader,
  req: IncomingMessage,
  kind: AuthKind,
  now: number,
): Promise<Caller | undefined> {
  const credential = kind === 'publishable' ? req.headers['x-service-key'] : bearer(req)
  if (typeof credential !== 'string') return undefined
  if (kind !== 'session') return keyCaller(await findKeyHolder(reader, credential), kind)
  return sessionCaller(await findSession(reader, credential, now))
}

function keyCaller(key: KeyHolder | undefined, kind: KeyKind): Caller | undefined {
  return key?.kind === kind ? { ...key, name: key.id, key, session: null } : undefined
}

function sessionCaller(session: WidgetSession | undefined): Caller | undefined {
  if (!session) return undefined
  const { id, workspaceId, customerId } = session
  const name = customerId === null ? `guest ${id}` : `customer ${customerId}`
  return { id, workspaceId, name, key: null, session }
}

const WHAT_TO_SEND: Record<AuthKind, string> = {
  secret: 'Send a valid secret key of your workspace as "Authorization: Bearer sk_…".',
  publishable: 'Send a valid publishable key of your workspace as "x-service-key: pk_…".',
  session:
    'Send the token of a chat session as "Authorization: Bearer st_…"; where its 24 hours are over, start a new one.',
}

export function unauthorized(kind: AuthKind, headers: Record<string, string>): ApiError {
  return new ApiError('UNAUTHORIZED', WHAT_TO_SEND[kind], { headers })
}

/** What a 401 has to name: how to authenticate. */
export const challenges: Record<AuthKind, string> = { secret: 'Bearer', publishable: 'ServiceKey', session: 'Bearer' }
