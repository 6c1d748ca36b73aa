import type { Card } from '../conversations/cards.ts'
import type { LeftToPeople } from '../conversations/hand-over.ts'
import type { Offer } from '../tools/refund-desk.ts'
import type { Command, CommandName } from './commands/command.ts'
import type { TriedProof } from './guests.ts'

/** Something that an answer is based on. */
export interface Fact {
  /** `f1`, `f2`, … */
  id: string
  /** The object that it is from, such as `orders/o_1001`. */
  source: string
  /** Values in the answer, by their name. */
  values: Record<string, unknown>
  updatedAt: string | null
}

/** A button: what it shows, and what the customer says by it. */
export interface Choice {
  label: string
  text: string
}

/** Why people take over, and how soon they should. */
export interface HandOver extends Pick<LeftToPeople, 'refundDraft' | 'awaitsContact' | 'contactEmail'> {
  reason: CommandName | 'other_language' | 'guest_limit' | 'refund' | 'no_article' | 'not_received'
  priority: 'normal' | 'high'
  /** For agents, in English. */
  summary: string
}

/** What the assistant asked and waits for. */
export interface Pending {
  about: 'order' | 'item' | 'product' | 'page' | 'proof' | 'person' | 'meaning'
  command: Command
  question: string
  /** The text of the choices, in their order. */
  choices: string[]
  /** The commands of the choices, if the question is what was meant. */
  names?: CommandName[]
  /** The orders of the choices, if the question is which one; two of them may have one number. */
  orderIds?: string[]
  /** The help pages of the choices. */
  pageIds?: string[]
  /** What `yes` means if a person was offered, too. */
  orPerson?: Command
  /** Messages since the question was asked that did not answer it. */
  age?: number
}

/** What a conversation remembers from turn to turn. It is stored as JSON. */
export interface ConversationState {
  language: string | null
  pending: Pending | null
  /** The order and the product that were last spoken about. */
  orderId: string | null
  /** Further orders with its number that were spoken about together with it. */
  sameNumber: string[]
  productId: string | null
  /** The request to which several variants of that product were listed: the next message may name one of them. */
  listed: string | null
  /** What a guest has written of the proof so far: the order number, and the e-mail address or postcode. */
  proof: { number: string | null; match: string | null }
  misses: number
  /** Whether a refund was offered: then `yes` and `no` may be meant for it. */
  offered: boolean
  /** Answers in a row that did not help. */
  unhelped: number
  /** Marks of the sentences that were said lately, and when the last one was, in epoch milliseconds. */
  said: string[]
  saidAt: number
  /** Whether the customer has heard that people have the message. */
  isWaitNoted: boolean
  /** What the buttons of the newest answer say, and its message. */
  buttons: { messageId: string; texts: string[] } | null
}

export const newConversation: ConversationState = {
  language: null,
  pending: null,
  orderId: null,
  sameNumber: [],
  productId: null,
  listed: null,
  proof: { number: null, match: null },
  misses: 0,
  offered: false,
  unhelped: 0,
  said: [],
  saidAt: 0,
  isWaitNoted: false,
  buttons: null,
}

/** A sentence of an answer, with the facts that it is from. */
export interface Sentence {
  text: string
  facts: string[]
}

export interface Answer {
  language: string
  text: string
  sentences: Sentence[]
  /** The facts that a model's words name; null for the words of the template. */
  citations: string[] | null
  /** Whether a model read the message or worded the answer. */
  engine: 'rules' | 'model'
  commands: Command[]
  confidence: number
  facts: Fact[]
  choices: Choice[]
  cards: Card[]
  handOver: HandOver | null
  /** What came of the wish for a refund; null if there was none. */
  offer: Offer | null
  /** The pair that a guest has named; null if none was checked. */
  tried: TriedProof | null
  /** The rules that decided. */
  why: string[]
  state: ConversationState
}

/** An answer of one fixed text, without facts and buttons. An empty text says nothing. */
export function fixedAnswer(
  text: string,
  rest: Pick<Answer, 'language' | 'why' | 'state'> & Partial<Pick<Answer, 'commands' | 'handOver'>>,
): Answer {
  return {
    text,
    sentences: text === '' ? [] : [{ text, facts: [] }],
    citations: null,
    engine: 'rules',
    commands: [],
    confidence: 1,
    facts: [],
    choices: [],
    cards: [],
    handOver: null,
    offer: null,
    tried: null,
    ...rest,
  }
}
