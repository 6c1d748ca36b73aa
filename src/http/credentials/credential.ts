import type { IncomingMessage } from 'node:http'
import type { Role } from '../../access/actor.ts'
import type { Log } from '../../lib/log.ts'
import type { Sealer } from '../../lib/sealing.ts'
import type { Reader, Store } from '../../store/store.ts'
import type { Settings } from '../settings.ts'

/** The caller of a request with a valid key or token. */
export interface Caller<Holder = unknown> {
  /** Limits of calls count by this id. */
  id: string
  /** {@link NO_WORKSPACE} for somebody who has none yet. */
  workspaceId: string
  /** The name in the audit log. */
  name: string
  /** The role of a member; null for a key, which acts for the shop. */
  role: Role | null
  isOperator?: boolean
  /** The key, for the request log. */
  keyId?: string
  /** The scope of Idempotency-Keys, if not the workspace: two customers may choose the same key. Erased with the conversation. */
  ownKeys?: { scope: string; conversationId: string }
  /** Facts about the caller for handlers. */
  holder: Holder
}

/** No workspace has this id. */
export const NO_WORKSPACE = ''

/** Which web pages of other origins may call. */
export interface PageRules {
  allows(reader: Reader, workspaceId: string, origin: string): Promise<boolean>
  /** Whether any workspace allows an origin: a preflight request carries no key, so its workspace is unknown. */
  allowsSomewhere(reader: Reader, origin: string): Promise<boolean>
  /** The error message for a page of another origin. */
  refusal: string
  /**
   * Refuses a page of no origin, such as a sandboxed frame: browsers send `Origin: null` for it. Undefined: whoever has the key or token
   * may call.
   *
   * @throws DomainError FORBIDDEN
   */
  requireOpaque?(
    req: IncomingMessage,
    workspaceId: string,
    services: { store: Store; sealer: Sealer },
    now: number,
  ): Promise<void>
}

/** What browsers send as the origin of a page that has none. */
export const OPAQUE = 'null'

/**
 * One kind of caller: how it is read from a request, what its limits count by, which pages may use it, and how the API reference
 * describes it.
 */
export interface Credential<Holder = unknown> {
  /** The name of its security scheme in the OpenAPI document. */
  scheme: string
  openApi: Record<string, unknown>
  /** The value of `WWW-Authenticate` in a 401. */
  challenge: string
  /** The message of a 401. */
  help: string
  /** What a 401 names as its reason, where `tellsReasons`. */
  reason?: string
  /** Whether errors name their reason in `data`, so that a page can distinguish them. For other credentials only conflicts do. */
  tellsReasons?: boolean
  /** Whether responses have the time of the server, in epoch milliseconds, as `X-Server-Time`: a page must not trust its browser's clock. */
  tellsTime?: boolean
  /** Looks at a request before anything else does. @throws DomainError FORBIDDEN where another web page may have made the browser send it */
  guard?(req: IncomingMessage, settings: Settings): void
  /** The token of a request, if a caller over a limit may be remembered by it: one that ends meanwhile gets a 429 for a moment. */
  tokenOf?(req: IncomingMessage): string | undefined
  /** Who sent a request; undefined for an unknown, revoked or expired key or token, and for one of another kind, which look the same. */
  find(reader: Reader, req: IncomingMessage, now: number, settings: Settings): Promise<Caller<Holder> | undefined>
  /** What a limit of calls counts by, if it is not the caller alone. */
  countedBy?(caller: Caller<Holder>, network: string): string
  /** Undefined: no web page of another origin may call. */
  pages?: PageRules
  /** Stores the time of the last use, in the background. */
  noteUse?(caller: Caller<Holder>, services: { store: Store; log: Log }, now: number): void
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** The token that a request carries. */
export function bearer({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}
