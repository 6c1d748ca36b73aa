import { pendingMail } from '../mail/mails.ts'
import type { Reader } from '../store/store.ts'
import { type ChatPlace, contactOf, isSame, pushedAddress } from './contacts.ts'
import { REPLY_MAIL, unmailed } from './replies.ts'
import { isStopped } from './stops.ts'

export const mailStates = ['waiting', 'sent', 'failed', 'stopped'] as const

/** What has become of a mail, as agents see it. Times are epoch milliseconds. */
export interface ChatMail {
  state: (typeof mailStates)[number]
  /** When it was sent or failed, or will be sent. */
  at: number
  /** Why it was refused, or is tried again. */
  explanation: string | null
}

interface MailRow {
  id: string
  state: ChatMail['state'] | 'skipped'
  sentAt: number | null
  dueAt: number
  explanation: string | null
}

/** What has become of the mails with the messages of a chat, by the id of the message. */
export async function mailsOfChat(
  reader: Reader,
  { workspaceId, conversationId }: ChatPlace,
): Promise<Map<string, ChatMail>> {
  const rows = await reader.all<MailRow>(
    `SELECT messages.id, state, mails.sent_at AS "sentAt", due_at AS "dueAt", explanation
     FROM messages JOIN mails ON mails.id = messages.mail_id WHERE messages.conversation_id = ?`,
    conversationId,
  )
  const mails = new Map(rows.flatMap(({ id, ...row }) => shownMail(row).map((mail) => [id, mail] as const)))
  const pending = await pendingMail(reader, { workspaceId, kind: REPLY_MAIL, about: conversationId })
  if (pending)
    for (const { id } of await unmailed(reader, conversationId, null))
      mails.set(id, { state: 'waiting', at: pending.dueAt, explanation: null })
  return mails
}

function shownMail({ state, sentAt, dueAt, explanation }: Omit<MailRow, 'id'>): ChatMail[] {
  if (state === 'skipped') return []
  return [{ state, at: state === 'waiting' ? dueAt : (sentAt ?? dueAt), explanation }]
}

export const contactStates = ['confirmed', 'asked', 'waiting', 'failed', 'limit', 'stopped', 'unasked'] as const

/** An address that a customer typed, as agents see it. */
export interface ChatContact {
  email: string
  /**
   * `asked`: a mail asks its owner to confirm it; `waiting`, `failed`: that mail. `limit`: too many were sent to it or from there.
   * `unasked`: the workspace sends no mails, or did not when it was typed.
   */
  state: (typeof contactStates)[number]
  explanation: string | null
}

/** The address that the customer of a chat typed, and whether mails go there; null if they typed no address. */
export async function contactOfChat(
  reader: Reader,
  place: ChatPlace,
  customerId: string | null,
): Promise<ChatContact | null> {
  const contact = await contactOf(reader, place)
  if (!contact) return null
  const { email, confirmedAt, mailId, problem } = contact
  const shown = (state: ChatContact['state'], explanation: string | null = null) => ({ email, state, explanation })
  if (await isStopped(reader, place.workspaceId, email)) return shown('stopped')
  const isOwn = isSame(email, await pushedAddress(reader, place.workspaceId, customerId))
  if (confirmedAt !== null || isOwn) return shown('confirmed')
  if (mailId === null) return shown(problem === 'limit' ? 'limit' : 'unasked')
  const mail = await reader.get<{ state: string; explanation: string | null }>(
    'SELECT state, explanation FROM mails WHERE id = ?',
    mailId,
  )
  if (mail?.state === 'waiting') return shown('waiting', mail.explanation)
  return mail?.state === 'failed' ? shown('failed', mail.explanation) : shown('asked')
}
