import { hashKey } from '../access/key-format.ts'
import { append } from '../changes/append.ts'
import { type Conversation, continueConversation, createConversation } from '../conversations/conversations.ts'
import { recordMode } from '../conversations/modes.ts'
import { newOrderedId, random160 } from '../lib/ids.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { noteSighting } from './origins.ts'

/** Data about the visit that a page sends with a new session, shown to agents. */
export interface Visit {
  visitorId: string | null
  pageUrl: string | null
  locale: string | null
  /** IANA name. */
  timeZone: string | null
}

/** A chat session. `customerId` is null for a guest. */
export interface WidgetSession {
  id: string
  workspaceId: string
  conversationId: string
  customerId: string | null
  /** Somebody of the shop tries the assistant. */
  trial: boolean
  /**
   * Begun by a link in a mail, which somebody else may have opened: a guest, even in the conversation of a signed-in customer. It reads and
   * writes that one conversation and decides on no refund.
   */
  byLink: boolean
  /** Epoch milliseconds. */
  expiresAt: number
}

const LIFETIME_MS = DAY_MS
/** For how long after their last message guests may continue a conversation. */
const GUEST_DAYS = 30

/** Whose chat a new session opens. */
export interface Visitor {
  workspaceId: string
  /** The verified customer, or null for a guest. */
  customerId: string | null
  /** The token of an earlier session of the same guest, if there was one. */
  guestToken: string | null
  visit: Visit
  /** A new conversation, in which somebody of the shop tries the assistant. */
  trial?: boolean
}

/**
 * Creates a chat session. A signed-in customer continues their conversation, so that they see the same messages on every page and device.
 * A guest continues the conversation of `guestToken`, if that can still be continued, and otherwise gets a new one.
 *
 * @param networkHash of the network of a guest, whose guesses are counted
 * @returns the session with its token, which is not stored
 */
export async function createSession(
  tx: Tx,
  { workspaceId, customerId, guestToken, visit, trial = false, networkHash }: Visitor & { networkHash: string | null },
  now: number,
): Promise<{ session: WidgetSession; token: string }> {
  const earlier = guestToken === null ? undefined : await guestConversation(tx, workspaceId, guestToken, now)
  const byLink = earlier?.byLink === 1
  const begin = trial ? createConversation : continueConversation
  const conversationId = earlier?.id ?? (await begin(tx, { workspaceId, customerId, trial }, now)).id
  const session = {
    id: newOrderedId('ses', now),
    workspaceId,
    conversationId,
    customerId,
    trial,
    byLink,
    // The link of a mail opens the chat for a day, however often a session is started with it.
    expiresAt: Math.min(now + LIFETIME_MS, byLink ? earlier.keptUntil : Number.POSITIVE_INFINITY),
  }
  const isKept = earlier !== undefined && !byLink
  const token = await insertSession(tx, session, { visit, networkHash, isKept }, now)
  // Until the assistant knows which language the customer writes.
  if (visit.locale !== null)
    await tx.run(
      'UPDATE conversations SET language = ? WHERE id = ? AND language IS NULL',
      visit.locale.split('-')[0]?.toLowerCase() ?? null,
      conversationId,
    )
  if (visit.pageUrl !== null) await noteSighting(tx, workspaceId, visit.pageUrl, now)
  return { session, token }
}

/**
 * Creates a session for the link of a mail, of a day at most.
 *
 * @returns the token, which is not stored
 */
export async function createLinkSession(
  tx: Tx,
  { workspaceId, conversationId }: { workspaceId: string; conversationId: string },
  now: number,
): Promise<{ session: WidgetSession; token: string }> {
  const session = {
    ...{ id: newOrderedId('ses', now), workspaceId, conversationId, customerId: null, trial: false, byLink: true },
    expiresAt: now + LIFETIME_MS,
  }
  const visit = { visitorId: null, pageUrl: null, locale: null, timeZone: null }
  return { session, token: await insertSession(tx, session, { visit, networkHash: null, isKept: false }, now) }
}

/** @param isKept whether a guest may continue it for longer than it lasts @returns the token */
async function insertSession(
  tx: Tx,
  { id, workspaceId, conversationId, byLink, expiresAt }: WidgetSession,
  { visit, networkHash, isKept }: { visit: Visit; networkHash: string | null; isKept: boolean },
  now: number,
): Promise<string> {
  const token = `st_${random160()}`
  await tx.run(
    `INSERT INTO widget_sessions
       (id, workspace_id, conversation_id, hash, visitor_id, page_url, locale, time_zone, created_at, expires_at, network_hash, kept_until,
        by_link)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspaceId,
    conversationId,
    hashKey(token),
    visit.visitorId,
    visit.pageUrl,
    visit.locale,
    visit.timeZone,
    now,
    expiresAt,
    networkHash,
    isKept ? now + GUEST_DAYS * DAY_MS : expiresAt,
    byLink ? 1 : 0,
  )
  return token
}

/** The conversation of a guest's earlier session, also of one that has expired; undefined if it can't be continued any more. */
async function guestConversation(
  reader: Reader,
  workspaceId: string,
  token: string,
  now: number,
): Promise<{ id: string; byLink: number; keptUntil: number } | undefined> {
  return reader.get<{ id: string; byLink: number; keptUntil: number }>(
    `SELECT conversations.id, by_link AS "byLink", kept_until AS "keptUntil" FROM widget_sessions AS session JOIN conversations ON conversations.id = conversation_id
     WHERE hash = ? AND session.workspace_id = ? AND kept_until > ? AND customer_id IS NULL`,
    hashKey(token),
    workspaceId,
    now,
  )
}

/** Keeps the session of a guest who has written something, so that the guest can continue the conversation after the token has expired. */
export async function keepForGuest(tx: Tx, { id, customerId, byLink }: WidgetSession, now: number): Promise<void> {
  if (customerId !== null || byLink) return
  await tx.run('UPDATE widget_sessions SET kept_until = ? WHERE id = ?', now + GUEST_DAYS * DAY_MS, id)
}

/**
 * Ends a session. Nobody can continue the conversation of a guest then: all sessions of that conversation are the guest's. A customer may
 * have sessions on other devices, which stay, and so do the sessions of the others if that of a link ends.
 */
export async function endSession(
  tx: Tx,
  { id, workspaceId, customerId, byLink }: WidgetSession,
  now: number,
): Promise<void> {
  // The session may have moved on since the call arrived.
  const conversationId = await conversationOf(tx, id)
  if (conversationId === undefined) return
  if (customerId === null && !byLink)
    await tx.run('DELETE FROM widget_sessions WHERE conversation_id = ?', conversationId)
  else await tx.run('DELETE FROM widget_sessions WHERE id = ?', id)
  await reportEnded(tx, workspaceId, [conversationId], now)
}

/** The kind of change of sessions that have ended early. Its ids are their conversations, or none for all of the workspace. */
export const SESSIONS_ENDED = 'sessions_ended'

/** Reports that sessions have ended early. @param conversationIds of these; empty: all of the workspace */
export function reportEnded(tx: Tx, workspaceId: string, conversationIds: string[], now: number): Promise<void> {
  return append(tx, { workspaceId, kind: SESSIONS_ENDED, ids: conversationIds }, now)
}

/** The session of a token; undefined if the token is unknown or has expired. */
export async function findSession(reader: Reader, token: string, now: number): Promise<WidgetSession | undefined> {
  const row = await reader.get<Omit<WidgetSession, 'trial' | 'byLink'> & Record<'trial' | 'byLink', number>>(
    `SELECT session.id, session.workspace_id AS "workspaceId", conversation_id AS "conversationId",
       CASE WHEN by_link = 0 THEN customer_id END AS "customerId", trial, by_link AS "byLink", expires_at AS "expiresAt"
     FROM widget_sessions AS session JOIN conversations ON conversations.id = conversation_id
       JOIN workspaces ON workspaces.id = session.workspace_id
     WHERE hash = ? AND expires_at > ? AND deleted_at IS NULL`,
    hashKey(token),
    now,
  )
  return row && { ...row, trial: row.trial === 1, byLink: row.byLink === 1 }
}

/** Whether a session still exists: it ends early if its customer is erased or its workspace is deleted. */
export async function hasSession(reader: Reader, id: string): Promise<boolean> {
  return (await conversationOf(reader, id)) !== undefined
}

/** The conversation of a session now; undefined if the session has ended. */
export async function conversationOf(reader: Reader, sessionId: string): Promise<string | undefined> {
  const session = await reader.get<{ id: string }>(
    `SELECT conversation_id AS id FROM widget_sessions AS session JOIN workspaces ON workspaces.id = session.workspace_id
     WHERE session.id = ? AND deleted_at IS NULL`,
    sessionId,
  )
  return session?.id
}

/**
 * Begins the conversation that follows a closed one, since the customer has written again. All its sessions continue there, so that every
 * tab and device shows the same: except, with a signed-in customer, those of links.
 *
 * @returns the id of the new conversation
 */
export async function followConversation(tx: Tx, closed: Conversation, now: number): Promise<string> {
  const { id: follows, workspaceId, customerId, trial } = closed
  const { id, mode } = await createConversation(tx, { workspaceId, customerId, trial, follows }, now)
  // In this order: streams of the closed conversation continue after the first record, and must get the second one.
  await recordMode(tx, { conversationId: follows, mode: 'closed', agentName: null }, now, id)
  await recordMode(tx, { conversationId: id, mode, agentName: null }, now)
  const moved = customerId === null ? '' : 'AND by_link = 0'
  await tx.run(`UPDATE widget_sessions SET conversation_id = ? WHERE conversation_id = ? ${moved}`, id, follows)
  return id
}

/** The visit of the newest session of a conversation; null if no session is left. */
export async function latestVisit(reader: Reader, conversationId: string): Promise<Visit | null> {
  const visit = await reader.get<Visit>(
    `SELECT visitor_id AS "visitorId", page_url AS "pageUrl", locale, time_zone AS "timeZone" FROM widget_sessions WHERE conversation_id = ?
     ORDER BY id DESC LIMIT 1`,
    conversationId,
  )
  return visit ?? null
}
