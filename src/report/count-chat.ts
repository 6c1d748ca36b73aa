import type { ConversationMode } from '../conversations/conversation-change.ts'
import { ratingOf } from '../conversations/ratings.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import {
  bucketOf,
  CHATS,
  CLOSE,
  FIRST_REPLY,
  HAND_OVER,
  type Measures,
  PEOPLE,
  RATING,
  RESOLVED,
  TOPIC,
  UNANSWERED,
} from './measures.ts'
import { type CountedTurn, isTopic, isUnanswered, turnsOf } from './turns.ts'

/** What a chat adds to its day. */
export interface CountedChat {
  workspaceId: string
  day: string
  measures: Measures
  /** Until when it may still turn out that the assistant has not resolved it: epoch milliseconds; null if that is known. */
  settlesAt: number | null
  turns: CountedTurn[]
}

interface ChatRow {
  workspaceId: string
  day: string | null
  trial: number
  mode: ConversationMode
  reason: string | null
  lastAt: number | null
}

/** Counts a chat from what is stored of it; undefined for a trial, and for a chat that is erased or in which no customer has written. */
export async function countChat(reader: Reader, id: string): Promise<CountedChat | undefined> {
  const chat = await reader.get<ChatRow>(
    `SELECT workspace_id AS "workspaceId", day, trial, mode, hand_over_reason AS reason,
       (SELECT sent_at FROM messages WHERE conversation_id = conversations.id ORDER BY id DESC LIMIT 1) AS "lastAt"
     FROM conversations WHERE id = ?`,
    id,
  )
  if (!chat || chat.day === null || chat.trial === 1) return undefined
  const { workspaceId, day, reason, lastAt } = chat
  const turns = await turnsOf(reader, id)
  const people = await byPeople(reader, id)
  const rating = await ratingOf(reader, id)
  const measures: Measures = { [CHATS]: 1 }
  for (const topic of topicsOf(turns)) measures[`${TOPIC}.${topic}`] = 1
  const unanswered = turns.filter(isUnanswered).length
  if (unanswered > 0) measures[UNANSWERED] = unanswered
  if (rating) measures[`${RATING}.${rating.rating}`] = 1
  if (people) {
    measures[PEOPLE] = 1
    measures[`${HAND_OVER}.${reason ?? (people.isTaken ? 'taken' : 'assistant_off')}`] = 1
    if (people.replyMs !== null) measures[bucketOf(FIRST_REPLY, people.replyMs)] = 1
    if (people.closeMs !== null) measures[bucketOf(CLOSE, people.closeMs)] = 1
  }
  const isResolved = !people && rating?.rating !== 'bad' && (await isAnsweredForGood(reader, id, turns))
  if (isResolved) measures[RESOLVED] = 1
  return { workspaceId, day, measures, turns, settlesAt: isResolved && lastAt !== null ? lastAt + DAY_MS : null }
}

function topicsOf(turns: CountedTurn[]): Set<string> {
  return new Set(turns.flatMap(({ commands }) => commands.map(({ name }) => name)).filter(isTopic))
}

/**
 * The strict rule, as far as the answers decide it: the assistant has answered something, the customer did not ask for a person, and did not
 * ask for the same again within a day, also not in the chat that follows a closed one. What answers a question of the assistant is not asked
 * again.
 */
async function isAnsweredForGood(reader: Reader, id: string, turns: CountedTurn[]): Promise<boolean> {
  const names = turns.flatMap(({ commands }) => commands.map(({ name }) => name))
  if (!names.some(isTopic) || names.includes('human')) return false
  if (turns.some(({ verdict }) => verdict === 'handed_over')) return false
  const next = await reader.get<{ id: string }>('SELECT id FROM conversations WHERE follows = ?', id)
  const later = next ? await turnsOf(reader, next.id) : []
  const askedAt = new Map<string, number>()
  const isAgain = ({ commands, at }: CountedTurn) =>
    commands.some(({ name, isAnswer }) => {
      const before = askedAt.get(name)
      return isTopic(name) && !isAnswer && before !== undefined && at - before <= DAY_MS
    })
  for (const turn of turns) {
    if (isAgain(turn)) return false
    for (const { name } of turn.commands) askedAt.set(name, turn.at)
  }
  return !later.some(isAgain)
}

/** How people took part in a chat. */
interface ByPeople {
  /** An agent has taken it, and the assistant had not handed it over. */
  isTaken: boolean
  /** From when the customer waited for people to the first reply, and to the first closing after that; null: not yet. */
  replyMs: number | null
  closeMs: number | null
}

/** Undefined if the assistant has answered alone. */
async function byPeople(reader: Reader, id: string): Promise<ByPeople | undefined> {
  const modes = await reader.all<{ id: string; mode: ConversationMode; at: number }>(
    'SELECT id, mode, at FROM conversation_modes WHERE conversation_id = ? AND next_id IS NULL ORDER BY id',
    id,
  )
  const reply = await reader.get<{ id: string; at: number }>(
    `SELECT id, sent_at AS at FROM messages WHERE conversation_id = ? AND author = 'agent' ORDER BY id LIMIT 1`,
    id,
  )
  const first = modes.find(({ mode }) => mode === 'waiting' || mode === 'human')
  if (!first && !reply) return undefined
  const begun = await reader.get<{ at: number }>(
    `SELECT sent_at AS at FROM messages WHERE conversation_id = ? AND author = 'customer' AND id < ? ORDER BY id DESC LIMIT 1`,
    id,
    `msg_${(first ?? reply)?.id.slice(4)}`,
  )
  const since = first?.mode === 'waiting' ? first.at : (begun?.at ?? first?.at ?? reply?.at ?? 0)
  const place = (first ?? reply)?.id.slice(4) ?? ''
  const closed = modes.find((one) => one.mode === 'closed' && one.id.slice(4) > place)
  return {
    isTaken: first?.mode !== 'waiting',
    replyMs: reply ? reply.at - since : null,
    closeMs: closed ? closed.at - since : null,
  }
}
