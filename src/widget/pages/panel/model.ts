import type { Card } from '../../../conversations/cards.ts'
import type { RefundStatus } from '../../../refunds/lifecycle.ts'

/** A button below a message: what the customer says by pressing it. */
export interface Choice {
  id: string
  text: string
}

export interface Message {
  id: string
  author: 'customer' | 'assistant' | 'agent' | 'system'
  /** The name of an agent. */
  authorName: string | null
  text: string
  /** ISO 8601. */
  sentAt: string
  choices?: Choice[] | null
  cards?: Card[] | null
  pictures?: Picture[] | null
}

/** A picture of a message. */
export interface Picture {
  id: string
  /** In pixels. */
  width: number
  height: number
}

/** A picture that the customer has chosen for the next message. */
export interface Chosen {
  key: string
  /** What the browser shows of it. */
  url: string
  /** The part that is uploaded, from 0 to 1. */
  sent: number
  /** Once all of it is. */
  id: string | null
  /** What the customer reads if it is not. */
  problem: string | null
}

export interface Refund {
  actionId: string
  orderId: string
  /** The number that the customer knows. */
  orderNumber: string | null
  /** In minor units. */
  amount: number
  currency: string
  status: RefundStatus
  /** ISO 8601, while the customer can decide. */
  expiresAt: string | null
}

/** How the customer rated the conversation. */
export interface Rating {
  rating: 'good' | 'bad'
  text: string | null
  /** ISO 8601. */
  ratedAt: string
}

/** Who answers. */
export type Mode = 'assistant' | 'waiting' | 'human' | 'closed'

/** A message that the server has not accepted yet. The key makes sure that it counts once, however often it is sent. */
export interface Unsent {
  key: string
  text: string
  choice: string | null
  /** Ids of its pictures. */
  pictures?: string[]
  /** Why it was not sent; null while it is being sent. */
  problem: 'lost' | 'tooMany' | 'refused' | null
}

/** `idle`: a guest who has not written yet has no session. `signIn`: the shop has to say again who the customer is. */
export type Phase = 'loading' | 'idle' | 'ready' | 'signIn' | 'notAllowed' | 'failed'

/** What the panel shows. */
export interface Chat {
  phase: Phase
  conversationId: string | null
  mode: Mode
  agentName: string | null
  /** The oldest first. */
  messages: Message[]
  /** The place of the older messages; null if there are none. */
  older: string | null
  isLoadingOlder: boolean
  unsent: Unsent[]
  /** The refund that the customer can decide on, or has just decided on. */
  refund: Refund | null
  refundProblem: 'changed' | 'notSent' | null
  isDeciding: boolean
  rating: Rating | null
  /** Whether the customer may leave an e-mail address, since people are away. */
  asksContact: boolean
  /** The name of who is writing; empty for somebody without a name. */
  typing: string | null
  unread: number
  /** The unread message whose bubble the customer has closed. */
  peeked: string
  isOffline: boolean
  /** The last message of the conversation before, if it was read while nobody had written in this one. */
  since: string
  isOpen: boolean
  /** How often the panel was opened on this page: each time the focus goes to where the customer writes. */
  openings: number
  draft: string
  pictures: Chosen[]
}

export const emptyChat: Chat = {
  phase: 'loading',
  conversationId: null,
  mode: 'assistant',
  agentName: null,
  messages: [],
  older: null,
  isLoadingOlder: false,
  unsent: [],
  refund: null,
  refundProblem: null,
  isDeciding: false,
  rating: null,
  asksContact: false,
  typing: null,
  unread: 0,
  peeked: '',
  isOffline: false,
  since: '',
  isOpen: false,
  openings: 0,
  draft: '',
  pictures: [],
}

/** All messages once, in the order of the conversation. Ids of a conversation sort by time. */
export function merged(messages: Message[], more: Message[]): Message[] {
  const byId = new Map([...messages, ...more].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What is still unsent when a new message of the customer is known: the server may have accepted one before its answer came, or was lost. */
export function unsentWithout(unsent: Unsent[], { author, text }: Message): Unsent[] {
  const arrived = author === 'customer' ? unsent.findIndex((one) => one.text === text) : -1
  return unsent.toSpliced(arrived, arrived === -1 ? 0 : 1)
}

/** The refund that a message offers or shows; undefined if there is none. @param open the refund that the customer decides on, or has just decided on */
export function refundOn({ cards }: Message, open: Refund | null): Refund | undefined {
  const card = cards?.find((one) => one.type === 'refund')
  if (!card) return undefined
  const { actionId, orderNumber, amount, currency, status } = card.refund
  if (open?.actionId === actionId) return open
  // Without an open offer there is nothing to decide.
  const known = (status ?? 'expired') as RefundStatus
  return { actionId, orderId: orderNumber, orderNumber, amount, currency, status: known, expiresAt: null }
}

/** The messages with what became of a refund. */
export function withRefundStatus(
  messages: Message[],
  { actionId, status }: Pick<Refund, 'actionId' | 'status'>,
): Message[] {
  return messages.map((message) => {
    const isOf = message.cards?.some((card) => card.type === 'refund' && card.refund.actionId === actionId)
    if (!isOf) return message
    const cards = message.cards?.map((card) =>
      card.type === 'refund' ? { ...card, refund: { ...card.refund, status } } : card,
    )
    return { ...message, cards: cards ?? null }
  })
}
