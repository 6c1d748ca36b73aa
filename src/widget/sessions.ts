import { hashKey } from '../access/key-format.ts'
import { continueConversation } from '../conversations/conversations.ts'
import { newOrderedId, random160 } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'

/** What a page says of itself when it starts to chat, for agents to see. */
export interface Visit {
  visitorId: string | null
  pageUrl: string | null
  locale: string | null
}

/** Who speaks through the chat widget, and in which conversation. `customerId` is null for a guest. */
export interface WidgetSession {
  id: string
  workspaceId: string
  conversationId: string
  customerId: string | null
  /** Epoch milliseconds. */
  expiresAt: number
}

const LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Begins a chat session. A guest gets a conversation of their own; the conversation of a signed-in customer goes on, so that they
 * find on every page and device what they were told.
 *
 * @param customerId who has proved to be that customer, or null
 * @returns the session with its token, which is known only now
 */
export async function createSession(
  tx: Tx,
  { workspaceId, customerId, visit }: { workspaceId: string; customerId: string | null; visit: Visit },
  now: number,
): Promise<{ session: WidgetSession; token: string }> {
  const { id: conversationId } = await continueConversation(tx, { workspaceId, customerId }, now)
  const session = {
    id: newOrderedId('ses', now),
    workspaceId,
    conversationId,
    customerId,
    expiresAt: now + LIFETIME_MS,
  }
  const token = `st_${random160()}`
  await tx.run(
    `INSERT INTO widget_sessions (id, workspace_id, conversation_id, hash, visitor_id, page_url, locale, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session.id,
    workspaceId,
    conversationId,
    hashKey(token),
    visit.visitorId,
    visit.pageUrl,
    visit.locale,
    now,
    session.expiresAt,
  )
  return { session, token }
}

/** The session of a token; undefined when it is unknown or its time is up, which look the same to the caller. */
export async function findSession(reader: Reader, token: string, now: number): Promise<WidgetSession | undefined> {
  return reader.get<WidgetSession>(
    `SELECT session.id, session.workspace_id AS "workspaceId", conversation_id AS "conversationId", customer_id AS "customerId",
       expires_at AS "expiresAt"
     FROM widget_sessions AS session JOIN conversations ON conversations.id = conversation_id
     WHERE hash = ? AND expires_at > ?`,
    hashKey(token),
    now,
  )
}

/** Whether a session is still there: it ends early where its customer is erased. */
export async function hasSession(reader: Reader, id: string): Promise<boolean> {
  return (await reader.get('SELECT 1 FROM widget_sessions WHERE id = ?', id)) !== undefined
}

/** What the page of a conversation's newest session says of itself; null where no session is left. */
export async function latestVisit(reader: Reader, conversationId: string): Promise<Visit | null> {
  const visit = await reader.get<Visit>(
    `SELECT visitor_id AS "visitorId", page_url AS "pageUrl", locale FROM widget_sessions WHERE conversation_id = ?
     ORDER BY id DESC LIMIT 1`,
    conversationId,
  )
  return visit ?? null
}
