import type { Reader } from '../store/store.ts'

/** An answer of the assistant. */
export interface CountedTurn {
  id: string
  /** The newest message that it answers. */
  upto: string
  /** `isAnswer`: the customer has answered a question of the assistant. */
  commands: { name: string; isAnswer?: boolean }[]
  hasFacts: boolean
  verdict: string
  /** Epoch milliseconds. */
  at: number
}

/** Turns of a chat that are counted: each message of a chat counts it again. */
const MOST_TURNS = 500

/** The answers in a chat, the oldest first. */
export async function turnsOf(reader: Reader, id: string): Promise<CountedTurn[]> {
  const rows = await reader.all<Omit<CountedTurn, 'commands' | 'hasFacts'> & { commands: string; facts: string }>(
    `SELECT id, upto_message_id AS upto, commands, facts, verdict, created_at AS at FROM assistant_turns
     WHERE conversation_id = ? ORDER BY upto_message_id LIMIT ?`,
    id,
    MOST_TURNS,
  )
  return rows.map(({ commands, facts, ...row }) => ({
    ...row,
    commands: JSON.parse(commands) as CountedTurn['commands'],
    hasFacts: facts !== '[]',
  }))
}

// By name: the commands themselves bring the words of all languages, which a start must not load.

/** Polite words around a request. */
export const courtesies: ReadonlySet<string> = new Set(['greeting', 'thanks', 'bye'])
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['unclear', 'out_of_scope'])
/** Commands that ask for nothing by themselves. */
const NO_TOPIC: ReadonlySet<string> = new Set([...courtesies, ...NOT_UNDERSTOOD, 'yes', 'no', 'choose'])
/** What an article would answer. */
const OF_ARTICLES: ReadonlySet<string> = new Set(['policy', 'return_how', 'shipping_info', 'payment_info'])
export const namedCommands = [...NO_TOPIC, ...OF_ARTICLES]

/** Whether a command asks for something that the assistant understands. */
export const isTopic = (name: string): boolean => !NO_TOPIC.has(name)

/** Whether the assistant had no answer: it did not understand, or no article says it. */
export function isUnanswered({ commands, hasFacts, verdict }: CountedTurn): boolean {
  const asked = commands.map(({ name }) => name).filter((name) => !courtesies.has(name))
  if (asked.length === 0) return false
  if (asked.every((name) => NOT_UNDERSTOOD.has(name))) return true
  return verdict === 'handed_over' && !hasFacts && asked.some((name) => OF_ARTICLES.has(name))
}
