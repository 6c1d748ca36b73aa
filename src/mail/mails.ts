import type { QueuedMail } from '../http/mail-kind.ts'
import type { Reader, SqlValue } from '../store/store.ts'

/** `skipped`: no longer to be sent when its turn came. `stopped`: by somebody, or by a restore. */
export type MailStatus = 'waiting' | 'sent' | 'failed' | 'skipped' | 'stopped'

/** A mail as people see it: its text is not kept. Times are epoch milliseconds. */
export interface MailRecord {
  id: string
  kind: string
  to: string
  about: string
  state: MailStatus
  tries: number
  /** When it is sent, or was to be. */
  dueAt: number
  /** The last try. */
  sentAt: number | null
  /** The code of the SMTP server at the last try, and what it means; both null if it was accepted. */
  code: number | null
  explanation: string | null
  createdAt: number
}

export const RECORD = `id, kind, recipient AS "to", about, state, tries, due_at AS "dueAt", sent_at AS "sentAt", code, explanation,
  created_at AS "createdAt"`

/** What a mail is selected by. Null: of the installation. */
export interface MailQuery {
  workspaceId?: string | null | undefined
  kind?: string | undefined
  about?: string | undefined
  to?: string | undefined
  conversationId?: string | undefined
  customerId?: string | undefined
}

/** A query as SQL. */
export function conditionOf(query: MailQuery): { text: string; values: SqlValue[] } {
  const { workspaceId, kind, about, to, conversationId, customerId } = query
  const columns = { kind, about, recipient: to, conversation_id: conversationId, customer_id: customerId }
  const given = Object.entries({ ...columns, workspace_id: workspaceId ?? undefined }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const parts = given.map(([column]) => `${column} = ?`)
  if (workspaceId === null) parts.push('workspace_id IS NULL')
  if (parts.length === 0) throw new Error('a query for mails names nothing')
  return { text: parts.join(' AND '), values: given.map(([, value]) => value) }
}

/** The newest mail of a query: how it went is shown where its address is. */
export function lastMail(reader: Reader, query: MailQuery): Promise<MailRecord | undefined> {
  const { text, values } = conditionOf(query)
  return reader.get<MailRecord>(`SELECT ${RECORD} FROM mails WHERE ${text} ORDER BY id DESC LIMIT 1`, ...values)
}

/** The mail of a query that waits and has not been tried yet: one that has not gone out can take up more. */
export function pendingMail(reader: Reader, query: MailQuery): Promise<MailRecord | undefined> {
  const { text, values } = conditionOf(query)
  return reader.get<MailRecord>(
    `SELECT ${RECORD} FROM mails WHERE ${text} AND state = 'waiting' AND tries = 0 ORDER BY id DESC LIMIT 1`,
    ...values,
  )
}

/** How many mails of a query were queued since a time and went out, or may still. @param kinds undefined: all */
export async function countMails(
  reader: Reader,
  { kinds, since, ...query }: MailQuery & { kinds?: string[]; since: number },
): Promise<number> {
  const { text, values } = conditionOf(query)
  const ofKinds = kinds === undefined ? '' : `AND kind IN (${kinds.map(() => '?').join(', ')})`
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM mails
     WHERE ${text} ${ofKinds} AND created_at > ? AND state IN ('waiting', 'sent', 'failed')`,
    ...values,
    ...(kinds ?? []),
    since,
  )
  return row?.count ?? 0
}

interface MailRow extends Omit<QueuedMail, 'data'> {
  data: string
}

/** A mail that is still to be sent; undefined if it has ended, or its workspace was deleted. */
export async function waitingMail(reader: Reader, id: string): Promise<QueuedMail | undefined> {
  const row = await reader.get<MailRow>(
    `SELECT id, kind, workspace_id AS "workspaceId", recipient AS "to", about, data, locale, conversation_id AS "conversationId",
       customer_id AS "customerId", tries, created_at AS "createdAt"
     FROM mails WHERE id = ? AND state = 'waiting'
       AND NOT EXISTS (SELECT 1 FROM workspaces WHERE workspaces.id = workspace_id AND deleted_at IS NOT NULL)`,
    id,
  )
  return row && { ...row, data: JSON.parse(row.data) }
}
