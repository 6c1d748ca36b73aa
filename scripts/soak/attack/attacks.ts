import { halfRequests, sentAhead, unreadPages } from './by-anyone.ts'
import {
  hardQuestions,
  manyStreams,
  muchChat,
  packedBodies,
  unreadByCustomer,
  unreadConversation,
} from './by-guests.ts'
import { hollowBodies, keyAtItsLimits, largeTickets } from './by-shops.ts'
import type { Attack } from './target.ts'

export const attacks = {
  unreadPages,
  unreadConversation,
  unreadByCustomer,
  largeTickets,
  packedBodies,
  muchChat,
  hardQuestions,
  manyStreams,
  halfRequests,
  sentAhead,
  hollowBodies,
  keyAtItsLimits,
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
