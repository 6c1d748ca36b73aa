import { getConversation } from '../conversations/conversations.ts'
import { reportAside } from '../conversations/event-ids.ts'
import type { Notice, NoticeCode } from '../conversations/notices.ts'
import { MESSAGE_COLUMNS, type MessageRow, shownMessage } from '../conversations/stored-message.ts'
import type { MailEnd, MailKind, QueuedMail } from '../http/mail-kind.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time.ts'
import { pendingMail } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'
import type { Reader, Tx } from '../store/store.ts'
import { countMail, freeAt, uncountMail } from './bounds.ts'
import { type ChatPlace, targetOf } from './contacts.ts'
import { frameOf } from './frame.ts'
import { MOST_CHARACTERS, messageBlock } from './message-block.ts'
import { openingOf } from './opening.ts'
import { areLettersOn } from './settings.ts'
import { isStopped } from './stops.ts'
import { letterLanguage } from './texts.ts'

/** The kind of mail with what agents replied, and what became of refunds. */
export const REPLY_MAIL = 'chat.reply'

/** How long a mail waits for further replies, and for the customer to come back. */
export const WAIT_MS = 2 * MINUTE_MS
/** Most messages of a mail. Earlier ones are in the chat. */
const MOST = 20

/** What customers are mailed of a refund: how it ended. */
const OUTCOMES: ReadonlySet<NoticeCode> = new Set([
  'succeeded',
  'failed',
  'rejected',
  'not_approved_in_time',
  'cancelled_after_confirmation',
  'outcome_unknown',
])

/** Whether customers are mailed a message if they are away. */
export function isMailed({ author, notice }: { author: string; notice: string | null }): boolean {
  if (author === 'agent') return true
  return notice !== null && OUTCOMES.has((JSON.parse(notice) as Notice).code)
}

/**
 * Queues a mail with the replies of a chat, unless one waits already.
 *
 * @param soonest when it is sent at the earliest: epoch milliseconds
 * @returns whether it is queued
 */
export async function planReply(
  tx: Tx,
  { workspaceId, conversationId }: ChatPlace,
  now: number,
  soonest: number,
): Promise<boolean> {
  const query = { workspaceId, kind: REPLY_MAIL, about: conversationId }
  const { customerId, trial } = await getConversation(tx, workspaceId, conversationId)
  if (trial || (await pendingMail(tx, query))) return false
  const target = await targetOf(tx, { workspaceId, conversationId }, customerId)
  if (!target || (await isStopped(tx, workspaceId, target.address))) return false
  const counted = { workspaceId, address: target.address, cause: null }
  const dueAt = Math.max(soonest, await freeAt(tx, counted, now))
  const { language } = (await tx.get<{ language: string | null }>(
    'SELECT language FROM conversations WHERE id = ?',
    conversationId,
  )) ?? { language: null }
  const mail = { ...query, to: target.address, conversationId, customerId, locale: letterLanguage(language), dueAt }
  const mailId = await queueMail(tx, mail, now)
  if (mailId === null) return false
  await countMail(tx, counted, { mailId, at: dueAt })
  await reportAside(tx, conversationId, 'mail', now)
  return true
}

/** The messages of a chat that the next mail has: those since the customer last wrote or read. */
export async function unmailed(reader: Reader, conversationId: string, mailId: string | null): Promise<MessageRow[]> {
  const rows = await reader.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages
     WHERE conversation_id = ? AND author IN ('agent', 'system') AND (mail_id IS NULL OR mail_id = ?)
       AND id > coalesce((SELECT customer_read_id FROM conversations WHERE id = ?), '')
       AND id > coalesce((SELECT max(id) FROM messages WHERE conversation_id = ? AND author = 'customer'), '')
     ORDER BY id DESC LIMIT ?`,
    ...[conversationId, mailId, conversationId, conversationId, MOST],
  )
  return rows.filter(isMailed).reverse()
}

/** @param isWatched whether the customer has the chat open */
export function replyKind(isWatched: (conversationId: string) => boolean): MailKind {
  return {
    name: REPLY_MAIL,
    validMs: 2 * DAY_MS,
    ended: endReply,
    compose: async (tx, mail, context) => {
      const frame = await frameOf(tx, mail, context)
      const { conversationId } = mail
      if (!frame || conversationId === null || isWatched(conversationId)) return null
      const { workspaceId, words } = frame
      if (!(await areLettersOn(tx, workspaceId)) || !(await isStillTarget(tx, mail, workspaceId))) return null
      const rows = await unmailed(tx, conversationId, mail.id)
      if (rows.length === 0) return null
      await tx.many(
        'UPDATE messages SET mail_id = ? WHERE id = ?',
        rows.map(({ id }) => [mail.id, id]),
      )
      const isReply = rows.some(({ author }) => author === 'agent')
      const opening = await openingOf(tx, frame, conversationId, context.now)
      const longest = Math.floor(MOST_CHARACTERS / rows.length)
      const blocks = rows.map((row) => messageBlock(shownMessage(row), frame, longest))
      return frame.letterOf(
        words.say(isReply ? 'replySubject' : 'refundSubject'),
        [{ kind: 'paragraph', text: words.say(isReply ? 'replyIntro' : 'refundIntro') }, ...blocks, ...opening.blocks],
        { isAnswer: isReply, end: [words.say('notRead'), ...opening.end] },
      )
    },
  }
}

/**
 * Shows in the console what has become of the mail. What was replied while it was on its way is mailed, too, and all of it if the customer
 * has another address now.
 */
async function endReply(tx: Tx, mail: QueuedMail, { state }: MailEnd, now: number) {
  const { workspaceId, conversationId } = mail
  if (workspaceId === null || conversationId === null) return
  await reportAside(tx, conversationId, 'mail', now)
  if (state === 'skipped') {
    // A try may have marked them.
    await tx.run(
      'UPDATE messages SET mail_id = NULL WHERE conversation_id = ? AND mail_id = ?',
      conversationId,
      mail.id,
    )
    await uncountMail(tx, { workspaceId, mailId: mail.id })
    if (await isStillTarget(tx, mail, workspaceId)) return
  }
  if ((await unmailed(tx, conversationId, null)).length > 0)
    await planReply(tx, { workspaceId, conversationId }, now, now + WAIT_MS)
}

/** Whether mails of the chat still go to the address: the customer may have left another one since. */
async function isStillTarget(tx: Tx, { to, conversationId }: QueuedMail, workspaceId: string): Promise<boolean> {
  if (conversationId === null) return false
  const chat = await tx.get<{ customerId: string | null }>(
    'SELECT customer_id AS "customerId" FROM conversations WHERE id = ?',
    conversationId,
  )
  const target = chat && (await targetOf(tx, { workspaceId, conversationId }, chat.customerId))
  return target?.address === to
}
