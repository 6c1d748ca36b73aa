import type { IncomingMessage } from 'node:http'
import type { Role } from '../../access/actor.ts'
import type { Log } from '../../lib/log.ts'
import type { Reader, Store } from '../../store/store.ts'

/** Who has shown a valid key or token. */
export interface Caller<Holder = unknown> {
  /** What limits of calls count by. */
  id: string
  workspaceId: string
  /** For the audit log. */
  name: string
  /** What they may do, if they are a person of the workspace; a key acts for the shop and has none. */
  role: Role | null
  /** The key, for the request log. */
  keyId?: string
  /** Whose Idempotency-Keys these are, if not the whole workspace's: two customers may choose the same key. They are erased with the conversation. */
  ownKeys?: { scope: string; conversationId: string }
  /** What handlers get to know of them. */
  holder: Holder
}

/** Which web pages of other origins may call. */
export interface PageRules {
  allows(reader: Reader, workspaceId: string, origin: string): Promise<boolean>
  /** Whether some workspace allows an origin: all that can be told before a request, which is asked about without its key. */
  allowsSomewhere(reader: Reader, origin: string): Promise<boolean>
  /** What a page of another origin is told. */
  refusal: string
}

/**
 * One kind of caller, with everything in which it differs from the others: how it is read from a request, what its limits count
 * by, which pages may use it, and how the API reference describes it. A new kind is one of these.
 */
export interface Credential<Holder = unknown> {
  /** Its name among the security schemes of the OpenAPI document. */
  scheme: string
  openApi: Record<string, unknown>
  /** What a 401 names in `WWW-Authenticate`. */
  challenge: string
  /** What the caller of a 401 has to send. */
  help: string
  /** Who sent a request; undefined for an unknown, revoked or expired key or token, and for one of another kind, which look the same. */
  find(reader: Reader, req: IncomingMessage, now: number): Promise<Caller<Holder> | undefined>
  /** What a limit of calls counts by, if it is not the caller alone. */
  countedBy?(caller: Caller<Holder>, network: string): string
  /** Without it no web page of another origin may call. */
  pages?: PageRules
  /** Notes that it was used. Nobody waits for that. */
  noteUse?(caller: Caller<Holder>, services: { store: Store; log: Log }, now: number): void
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** The token that a request carries. */
export function bearer({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}
