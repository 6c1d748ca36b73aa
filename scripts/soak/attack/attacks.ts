import { halfRequests, sentAhead, unreadPages } from './by-anyone.ts'
import {
  hardQuestions,
  largeAnswers,
  manyStreams,
  muchChat,
  packedBodies,
  unreadByCustomer,
  unreadConversation,
} from './by-guests.ts'
import { countedOrders, hollowBodies, keyAtItsLimits, largeTickets, smallChanges } from './by-shops.ts'
import type { Attack } from './target.ts'

export const attacks = {
  unreadPages,
  unreadConversation,
  unreadByCustomer,
  largeTickets,
  packedBodies,
  muchChat,
  hardQuestions,
  largeAnswers,
  manyStreams,
  halfRequests,
  sentAhead,
  hollowBodies,
  countedOrders,
  smallChanges,
  keyAtItsLimits,
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
