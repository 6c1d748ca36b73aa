import type { MessageAuthor } from './conversations.ts'
import { type Notice, noticeText } from './notices.ts'

/** A button below a message. The customer who presses it says its text. */
export interface Choice {
  id: string
  text: string
}

export interface ConversationMessage {
  id: string
  author: MessageAuthor
  /** The name of the agent that the customer sees. */
  authorName: string | null
  text: string
  /** Epoch milliseconds. */
  sentAt: number
  /** Null for a message without buttons. */
  choices: Choice[] | null
}

/** A message as it is stored. */
export interface MessageRow extends Omit<ConversationMessage, 'choices'> {
  choices: string | null
  notice: string | null
}

/** The columns of {@link MessageRow}. */
export const MESSAGE_COLUMNS = 'id, author, author_name AS "authorName", text, sent_at AS "sentAt", choices, notice'
/** Bytes of what differs in length between messages. */
export const MESSAGE_BYTES =
  'octet_length(text) + coalesce(octet_length(choices), 0) + coalesce(octet_length(notice), 0)'

/** A stored message with its text, which a notice gets in its language only now. */
export function shownMessage({ choices, notice, text, ...row }: MessageRow): ConversationMessage {
  return {
    ...row,
    text: notice === null ? text : noticeText(JSON.parse(notice) as Notice),
    choices: choices === null ? null : (JSON.parse(choices) as Choice[]),
  }
}
