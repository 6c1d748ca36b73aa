import type { MessageAuthor } from './stored-message.ts'

export const conversationModes = ['assistant', 'waiting', 'human', 'closed'] as const
/** Who answers in a conversation: the assistant, or people. `waiting`: the assistant has handed over, and nobody has replied yet. */
export type ConversationMode = (typeof conversationModes)[number]

/** The kind of change of a conversation; its id is in `ids`. */
export const CONVERSATION = 'conversation'

/** What has happened in a conversation. Never texts, names or addresses. */
export interface ConversationChange {
  /**
   * `contact`: the customer has left an e-mail address for a reply. `refund`: a refund of the conversation has moved. `act`: people have
   * assigned, snoozed or tagged it. `rating`: the customer has rated it, or changed the rating. `mail`: a mail of it waits, or has ended.
   */
  type: 'message' | 'note' | 'mode' | 'refund' | 'contact' | 'act' | 'rating' | 'mail'
  /** The id of the message, note, change of mode, move or act; null for `contact`, `rating` and `mail`. */
  eventId: string | null
  /** Who wrote a message or note; otherwise null. */
  by: MessageAuthor | null
  /** Who answers since then, and before: different only for `mode`. */
  mode: ConversationMode
  from: ConversationMode
  /** Why the assistant handed over last; null if it never did. */
  reason: string | null
  /** Of the order that the customer wants a refund for, if the assistant handed it over. */
  orderNumber: string | null
  /** Whether the customer has left an e-mail address. */
  hasContact: boolean
  trial: boolean
}
