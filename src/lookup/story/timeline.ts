import { type ConversationSummary, saidIn } from '../../conversations/inbox.ts'
import { toIso } from '../../lib/time.ts'
import { isPossiblyRefunded } from '../../refunds/refunded.ts'
import type { Refund } from '../../refunds/refunds.ts'
import type { StoredOrder } from './order.ts'

/** Something that happened with a customer. Amounts in minor units. */
export interface StoryEntry {
  kind: 'order' | 'chat' | 'refund' | 'ticket'
  id: string
  /** ISO 8601: when the order was placed, the ticket opened, the refund started, or the last message sent. */
  at: string
  /** A number, a subject, or how the last message begins; null without one. */
  title: string | null
  state: string | null
  amount: number | null
  currency: string | null
  /** Of a refund that did not succeed: the shop may have paid it back all the same. */
  possiblyRefunded: boolean
}

interface Happened {
  orders: { id: string; updatedAt: string }[]
  tickets: { id: string; updatedAt: string }[]
  chats: ConversationSummary[]
  refunds: Refund[]
}

/** Characters of a title. */
const MOST_CHARACTERS = 140

/** All of it as one list, the newest first. */
export function timelineOf({ orders, tickets, chats, refunds }: Happened): StoryEntry[] {
  const plain = { title: null, state: null, amount: null, currency: null, possiblyRefunded: false }
  const entries: StoryEntry[] = [
    ...(orders as StoredOrder[]).map(({ id, number, placedAt, updatedAt, status, total, currency }) => ({
      ...plain,
      ...{ kind: 'order' as const, id, at: placedAt ?? updatedAt, title: beginning(number), state: status ?? null },
      ...(total !== undefined && currency !== undefined ? { amount: total, currency } : {}),
    })),
    ...(tickets as (Happened['tickets'][number] & { subject?: string; status?: string; createdAt?: string })[]).map(
      ({ id, subject, status, createdAt, updatedAt }) => ({
        ...plain,
        ...{
          kind: 'ticket' as const,
          id,
          at: createdAt ?? updatedAt,
          title: beginning(subject),
          state: status ?? null,
        },
      }),
    ),
    ...chats.map((chat) => ({
      ...plain,
      ...{ kind: 'chat' as const, id: chat.id, at: toIso(chat.lastMessage.sentAt), title: beginning(saidIn(chat)) },
      state: chat.mode,
    })),
    ...refunds.map((refund) => ({
      ...{ kind: 'refund' as const, id: refund.id, at: toIso(refund.createdAt), title: null, state: refund.status },
      ...{ amount: refund.amount, currency: refund.currency, possiblyRefunded: isPossiblyRefunded(refund) },
    })),
  ]
  return entries.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

/** A cut must not leave half of a character. */
function beginning(text: string | undefined): string | null {
  if (!text) return null
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`
}
