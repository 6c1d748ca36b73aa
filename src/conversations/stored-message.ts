import { DomainError } from '../lib/errors.ts'
import { type Picture, shownPictures } from '../pictures/pictures.ts'
import type { Reader } from '../store/store.ts'
import { type Card, shownCards } from './cards.ts'
import { type Notice, noticeText } from './notices.ts'

export const authors = ['customer', 'assistant', 'agent', 'system'] as const
export type MessageAuthor = (typeof authors)[number]

/** A button below a message. The customer who presses it says its text. */
interface Choice {
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
  /** Null for a message without cards. */
  cards: Card[] | null
  /** Null for a message without pictures. One that was removed since is still named. */
  pictures: Picture[] | null
}

/** A message as it is stored. */
export interface MessageRow extends Omit<ConversationMessage, 'choices' | 'cards' | 'pictures'> {
  choices: string | null
  cards: string | null
  pictures: string | null
  /** Of the refund on its cards, now. */
  refundStatus: string | null
  notice: string | null
}

/** The columns of {@link MessageRow}. */
export const MESSAGE_COLUMNS = `id, author, author_name AS "authorName", text, sent_at AS "sentAt", choices, notice, cards, pictures,
  (SELECT coalesce(reported_as, status) FROM refunds WHERE refunds.id = messages.refund_id) AS "refundStatus"`
/** Bytes of what differs in length between messages. */
export const MESSAGE_BYTES =
  'octet_length(text) + coalesce(octet_length(choices), 0) + coalesce(octet_length(notice), 0) + coalesce(octet_length(cards), 0) + coalesce(octet_length(pictures), 0)'

/** The text of a stored message, which a notice gets in its language only now. */
export function messageText({ text, notice }: Pick<MessageRow, 'text' | 'notice'>): string {
  return notice === null ? text : noticeText(JSON.parse(notice) as Notice)
}

/** A stored message as it is shown. */
export function shownMessage({
  choices,
  notice,
  text,
  cards,
  refundStatus,
  pictures,
  ...row
}: MessageRow): ConversationMessage {
  return {
    ...row,
    text: messageText({ text, notice }),
    choices: choices === null ? null : (JSON.parse(choices) as Choice[]),
    cards: cards === null ? null : shownCards(cards, refundStatus),
    pictures: shownPictures(pictures),
  }
}

/** The id of a button, which also names its message, so that an older button is not taken for one of the last question. */
export function choiceId(messageId: string, index: number): string {
  return `${messageId.slice('msg_'.length)}-${index + 1}`
}

/** The message of a button and the button's position in it, from 0; undefined for an invalid id. */
export function placeOfChoice(id: string): { messageId: string; index: number } | undefined {
  const [, message, number] = /^([0-9A-Za-z]{23})-([1-9])$/.exec(id) ?? []
  return message === undefined ? undefined : { messageId: `msg_${message}`, index: Number(number) - 1 }
}

/**
 * The text of a button that was offered in a conversation, or in the one that it follows.
 *
 * @throws DomainError BAD_REQUEST for any other id
 */
export async function textOfChoice(reader: Reader, conversationId: string, id: string): Promise<string> {
  const row = await reader.get<{ choices: string | null }>(
    'SELECT choices FROM messages WHERE id = ? AND conversation_id IN (?, (SELECT follows FROM conversations WHERE id = ?))',
    placeOfChoice(id)?.messageId ?? '',
    conversationId,
    conversationId,
  )
  const choice = (JSON.parse(row?.choices ?? '[]') as Choice[]).find((offered) => offered.id === id)
  if (choice) return choice.text
  throw new DomainError(
    'BAD_REQUEST',
    'no_such_choice',
    'This conversation has no choice with this id. Use an id of `choices`, or leave it out.',
  )
}
