import { timeZoneOf } from '../access/workspaces.ts'
import { dayIn } from '../lib/days.ts'
import { newOrderedId } from '../lib/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { askForRebuild } from '../report/rebuild.ts'
import type { SqlValue, Tx } from '../store/store.ts'
import { type Random, randomFrom } from './repeatable.ts'
import { BAD_WORDS, GOOD_WORDS, SAMPLE_TALKS, type SampleTalk } from './year-questions.ts'

const DAYS = 365
const SEED = 49
/** Chats a day at the beginning and at the end of the year: the shop grows. */
const [FEWEST, MOST] = [0.4, 3.2]
/** On this weekday, from Sunday on, in parts of the average. */
const OF_WEEKDAY = [0.6, 1.4, 1.2, 1, 1.1, 1, 0.6]
const AGENT = 'Noor'
/** Orders from this one on are those of the first questions: their customers have not chatted before. */
const FIRST_KEPT = 'order-1400'

/** The rows of chats, by their table. */
type Rows = Record<keyof typeof INSERTS, SqlValue[][]>

const INSERTS = {
  conversations: `(id, workspace_id, customer_id, trial, created_at, mode, handed_over_at, hand_over_reason, summary, language, last_event,
     close_reason, day) VALUES (?, ?, ?, 0, ?, 'closed', ?, ?, ?, 'en', ?, 'solved', ?)`,
  messages: '(id, conversation_id, author, author_name, text, sent_at) VALUES (?, ?, ?, ?, ?, ?)',
  conversation_modes: '(id, conversation_id, mode, agent_name, at) VALUES (?, ?, ?, ?, ?)',
  assistant_turns: `(id, conversation_id, upto_message_id, message_id, engine, language, commands, facts, verdict, created_at)
     VALUES (?, ?, ?, ?, 'rules', 'en', ?, ?, ?, ?)`,
  conversation_ratings: '(conversation_id, workspace_id, rating, text, rated_at) VALUES (?, ?, ?, ?, ?)',
}

/** Writes the chats of a year, without those of today, and their ratings. Row by row they would take longer than the whole shop. */
export async function keepSampleYear(tx: Tx, workspaceId: string, now: number): Promise<void> {
  const random = randomFrom(SEED)
  const customers = await earlierCustomers(tx, workspaceId)
  const timeZone = await timeZoneOf(tx, workspaceId)
  const rows: Rows = {
    conversations: [],
    messages: [],
    conversation_modes: [],
    assistant_turns: [],
    conversation_ratings: [],
  }
  for (let ago = DAYS; ago >= 1; ago--) {
    const morning = now - ago * DAY_MS - (now % DAY_MS) + 8 * HOUR_MS
    const usual = FEWEST + ((MOST - FEWEST) * (DAYS - ago)) / DAYS
    const chats = usual * (OF_WEEKDAY[new Date(morning).getUTCDay()] ?? 1)
    const count = Math.floor(chats) + (random.chance(chats % 1) ? 1 : 0)
    for (let number = 0; number < count; number++) {
      const at = morning + random.int(0, 12 * 60) * MINUTE_MS
      const chat = { workspaceId, customerId: random.pick(customers), at, day: dayIn(timeZone, at) }
      addChat(rows, random, talkOf(random), chat)
    }
  }
  for (const table of Object.keys(INSERTS) as (keyof typeof INSERTS)[])
    await tx.many(`INSERT INTO ${table} ${INSERTS[table]}`, rows[table])
  await askForRebuild(tx, workspaceId, now)
}

async function earlierCustomers(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `SELECT DISTINCT customer_id AS id FROM orders WHERE workspace_id = ? AND id < ? AND customer_id NOT IN (
       SELECT customer_id FROM orders WHERE workspace_id = ? AND id >= ?) ORDER BY customer_id`,
    workspaceId,
    FIRST_KEPT,
    workspaceId,
    FIRST_KEPT,
  )
  return rows.map(({ id }) => id)
}

function talkOf(random: Random): SampleTalk {
  const all = SAMPLE_TALKS.reduce((sum, { weight }) => sum + weight, 0)
  let left = random.int(1, all)
  const found = SAMPLE_TALKS.find(({ weight }) => {
    left -= weight
    return left <= 0
  })
  return found ?? random.pick(SAMPLE_TALKS)
}

interface Chat {
  workspaceId: string
  customerId: string
  /** Epoch milliseconds. */
  at: number
  day: string
}

function addChat(rows: Rows, random: Random, talk: SampleTalk, { workspaceId, customerId, at, day }: Chat): void {
  const id = newOrderedId('conv', at)
  const answeredAt = at + 2_000
  const [asked, answer] = [newOrderedId('msg', at), newOrderedId('msg', answeredAt)]
  const question = random.pick(talk.asked)
  rows.messages.push(
    [asked, id, 'customer', null, question, at],
    [answer, id, 'assistant', null, talk.answer, answeredAt],
  )
  const facts = talk.facts.map((source, index) => ({ id: `f${index + 1}`, source, values: {}, updatedAt: null }))
  const verdict = talk.reason === undefined ? 'answered' : 'handed_over'
  const commands = JSON.stringify([{ name: talk.command, kind: null }])
  rows.assistant_turns.push([
    ...[newOrderedId('turn', answeredAt), id, asked, answer],
    ...[commands, JSON.stringify(facts), verdict, answeredAt],
  ])
  let endsAt = at + random.int(12, 40) * MINUTE_MS
  if (talk.reply !== undefined) {
    const repliedAt = answeredAt + random.int(1, 6) ** 3 * MINUTE_MS
    endsAt = repliedAt + random.int(1, 5) ** 3 * 4 * MINUTE_MS
    rows.conversation_modes.push([newOrderedId('mod', answeredAt + 1), id, 'waiting', null, answeredAt + 1])
    rows.conversation_modes.push([newOrderedId('mod', repliedAt), id, 'human', AGENT, repliedAt])
    rows.messages.push([newOrderedId('msg', repliedAt + 1), id, 'agent', AGENT, talk.reply, repliedAt + 1])
  }
  const last = newOrderedId('mod', endsAt)
  rows.conversation_modes.push([last, id, 'closed', talk.reply === undefined ? null : AGENT, endsAt])
  rows.conversations.push([
    ...[id, workspaceId, customerId, at, talk.reason ? answeredAt : null, talk.reason ?? null],
    ...[talk.reason ? question : null, last.slice('mod_'.length), day],
  ])
  if (random.chance(0.35))
    rows.conversation_ratings.push([id, workspaceId, ...ratingOf(random, talk), endsAt + MINUTE_MS])
}

function ratingOf(random: Random, { command }: SampleTalk): [rating: string, text: string | null] {
  const isGood = random.chance(command === 'unclear' ? 0.3 : 0.88)
  const text = random.chance(0.25) ? random.pick(isGood ? GOOD_WORDS : BAD_WORDS) : null
  return [isGood ? 'good' : 'bad', text]
}
