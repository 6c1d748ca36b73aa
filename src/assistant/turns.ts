import type { Actor } from '../access/actor.ts'
import { addMessage, type Conversation, type ConversationMode } from '../conversations/conversations.ts'
import { awaitsContact, leaveToPeople, setContact } from '../conversations/hand-over.ts'
import { modeOf } from '../conversations/modes.ts'
import { placeOfChoice } from '../conversations/stored-message.ts'
import { usualReplyMs } from '../conversations/usual-reply.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import { MINUTE_MS } from '../lib/time.ts'
import { hasPictureOfCustomer } from '../pictures/pictures.ts'
import type { RefundServices } from '../refunds/offer.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Catalogs } from '../tools/catalog.ts'
import { refundDesk, trialDesk } from '../tools/refund-desk.ts'
import type { ToolCall } from '../tools/tool.ts'
import { type Answer, type ConversationState, newConversation } from './answer.ts'
import { answerContact, contactIn } from './contact.ts'
import type { Pictured } from './draft.ts'
import { type Guest, guestDesk, networkHashOf, noteTried, provenOrders } from './guests.ts'
import { speechOf } from './languages/speech.ts'
import { customerLocaleOf, spokenLanguage, visitorOf } from './locales.ts'
import type { Models } from './model/models.ts'
import type { ModelUsed } from './model/turn-model.ts'
import type { Spoken } from './model/understand.ts'
import type { Pauses } from './pauses.ts'
import { answerPictures } from './pictures.ts'
import { aboutOf, answer, type Said } from './plan.ts'
import { getAssistantSettings } from './settings.ts'
import { asRead } from './understand/words.ts'

/** The assistant as the one who offers refunds. */
const assistant: Actor = { name: 'assistant', origin: 'assistant', role: null }

/** A turn that is ready to be written. */
export interface Turn {
  conversation: Conversation
  /** The mode in which it was made. */
  mode: ConversationMode
  /** The newest message that is answered. */
  upto: string
  answered: Answer
  calls: ToolCall[]
  guest: Guest
  shopName: string | null
  /** The e-mail address that a customer has named who waits for people; null in all other turns. */
  contactEmail: string | null
  /** What a model was asked; null if it was not. */
  model: ModelUsed | null
}

/** What came of a turn that was written. */
export function verdictOf({ contactEmail, answered }: Turn): 'answered' | 'handed_over' | 'contact' {
  if (contactEmail !== null) return 'contact'
  return answered.handOver ? 'handed_over' : 'answered'
}

interface Row extends Omit<Conversation, 'trial'> {
  trial: number
  state: string | null
}

/** Each part of an answer to more characters may take milliseconds; to fewer ones, a fraction of one. */
const LONG = 500

/** Makes the answer to the messages that have none; undefined if there are none, or if people answer. Nothing is written but offers. */
export async function makeTurn(
  services: RefundServices & { catalogs: Catalogs; models?: Models; pauses: Pauses },
  conversationId: string,
): Promise<Turn | undefined> {
  const { store, clock } = services
  const { read } = store
  const mode = await modeOf(read, conversationId)
  if (mode !== 'assistant' && mode !== 'waiting') return undefined
  const row = await read.get<Row>(
    `SELECT id, workspace_id AS "workspaceId", customer_id AS "customerId", trial, mode, follows, created_at AS "createdAt", state
     FROM conversations WHERE id = ?`,
    conversationId,
  )
  const burst = await unanswered(read, conversationId)
  const upto = burst.at(-1)?.id
  if (!row || upto === undefined) return undefined
  const { state: kept, trial, ...fields } = row
  const conversation = { ...fields, trial: trial === 1 }
  const { workspaceId, customerId } = fields
  const state = kept === null ? newConversation : { ...newConversation, ...(JSON.parse(kept) as ConversationState) }
  const isGuest = customerId === null
  const networkHash = isGuest ? await networkHashOf(read, conversationId) : null
  const guest = { workspaceId, conversationId, networkHash, trial: conversation.trial }
  // What people will answer is not answered with the next message.
  const said = saidIn(mode === 'waiting' ? burst.slice(-1) : burst, state)
  const settings = await getAssistantSettings(read, workspaceId)
  const turn = { conversation, mode, upto, guest, shopName: settings.shopName ?? null }
  if (mode === 'waiting') {
    const contactEmail = (await awaitsContact(read, conversationId)) ? contactIn(said.text) : null
    if (contactEmail !== null)
      return { ...turn, answered: answerContact(state, contactEmail), calls: [], contactEmail, model: null }
  }
  // In a trial nobody comes: it continues.
  const isWaiting = mode === 'waiting' && !conversation.trial
  const waiting = isWaiting ? { usualMs: await usualReplyMs(read, workspaceId, clock.now()) } : null
  if (said.text === '' && said.pressed === null) {
    // People are going to look at the pictures of a customer who waits.
    if (waiting) return undefined
    const answered = answerPictures(state, await spokenLanguage(read, conversationId, { state, settings }))
    return { ...turn, answered, calls: [], contactEmail: null, model: null }
  }
  const calls: ToolCall[] = []
  const about = aboutOf(said, state)
  const pause = (isLong = false) => services.pauses(isLong || about.length > LONG)
  const catalog = await services.catalogs.of(workspaceId, about)
  await pause()
  const visitor = await visitorOf(read, conversationId)
  const tools = {
    read,
    now: clock.now(),
    asker: {
      workspaceId,
      customerId,
      provenOrders: isGuest ? await provenOrders(read, conversationId, clock.now()) : new Set<string>(),
    },
    settings,
    visitor,
    catalog,
    guests: guestDesk(read, guest, clock.now()),
    desk: isGuest ? trialDesk(read, clock.now) : refundDesk(services, assistant, conversationId),
    onCall: (call: ToolCall) => void calls.push(call),
    pause,
  }
  const customerLocale = await customerLocaleOf(read, workspaceId, customerId)
  const picture = await picturedIn(read, conversationId, burst)
  const meant = { ...said, locale: visitor.locale, customerLocale, waiting, picture }
  const helper = waiting ? undefined : await services.models?.helperFor({ workspaceId, conversationId })
  if (!helper) {
    const answered = await answer(tools, state, meant)
    return waiting && answered.text === '' ? undefined : { ...turn, answered, calls, contactEmail: null, model: null }
  }
  const spoken = await spokenIn(read, conversationId)
  try {
    const answered = await answer(tools, state, meant, { helper, spoken })
    return { ...turn, answered, calls, contactEmail: null, model: helper.used() }
  } catch (error) {
    // The calls were made, so they count.
    const model = helper.used()
    if (model) await store.write((tx) => model.keep(tx, clock.now()))
    model?.written()
    throw error
  }
}

const MOST_SPOKEN = 10

/** The last messages of a conversation, the oldest first. */
async function spokenIn(reader: Reader, conversationId: string): Promise<Spoken[]> {
  const rows = await reader.all<Spoken>(
    `SELECT author, text FROM messages WHERE conversation_id = ? AND author IN ('customer', 'assistant', 'agent') AND text <> ''
     ORDER BY id DESC LIMIT ?`,
    conversationId,
    MOST_SPOKEN,
  )
  return rows.reverse()
}

/** The texts of a burst. A button of the newest answer is what it stands for; an older one is only text. */
function saidIn(burst: Unanswered[], { buttons }: ConversationState): Pick<Said, 'text' | 'pressed'> {
  const meant = burst.map(({ choice }) => {
    const place = choice === null ? undefined : placeOfChoice(choice)
    return place && place.messageId === buttons?.messageId ? (buttons.texts[place.index] ?? null) : null
  })
  const text = burst.filter(({ text }, index) => meant[index] === null && text !== '').map((message) => message.text)
  return { text: asRead(text.join('\n')), pressed: meant.findLast((one) => one !== null) ?? null }
}

async function picturedIn(reader: Reader, conversationId: string, burst: Unanswered[]): Promise<Pictured> {
  if (burst.some(({ pictures }) => pictures !== null)) return 'now'
  return (await hasPictureOfCustomer(reader, conversationId)) ? 'before' : null
}

interface Unanswered {
  id: string
  text: string
  choice: string | null
  /** As they are stored. */
  pictures: string | null
}

/** Messages in a row that are answered together, if they were sent within this time. Older ones are part of another story. */
const MOST_TOGETHER = 10
const TOGETHER_MS = 10 * MINUTE_MS

/** Messages of the customer after the last turn and after the last reply of an agent, the oldest first. */
async function unanswered(reader: Reader, conversationId: string): Promise<Unanswered[]> {
  const newest = await reader.all<Unanswered & { sentAt: number }>(
    `SELECT id, text, choice, pictures, sent_at AS "sentAt" FROM messages WHERE conversation_id = ? AND author = 'customer' AND id > coalesce(
       (SELECT max(upto_message_id) FROM assistant_turns WHERE conversation_id = ?), '') AND id > coalesce(
       (SELECT max(id) FROM messages WHERE conversation_id = ? AND author = 'agent'), '') ORDER BY id DESC LIMIT ?`,
    conversationId,
    conversationId,
    conversationId,
    MOST_TOGETHER,
  )
  const last = newest[0]?.sentAt ?? 0
  return newest.filter(({ sentAt }) => last - sentAt <= TOGETHER_MS).reverse()
}

/** Whether the last message before those of the customer is from people, or left the conversation to them. */
async function wasLeftToPeople(reader: Reader, conversationId: string): Promise<boolean> {
  const row = await reader.get<{ author: string; verdict: string | null }>(
    `SELECT author, (SELECT verdict FROM assistant_turns WHERE message_id = messages.id) AS verdict
     FROM messages WHERE conversation_id = ? AND author IN ('assistant', 'agent') ORDER BY id DESC LIMIT 1`,
    conversationId,
  )
  return row?.author === 'agent' || row?.verdict === 'handed_over'
}

/**
 * Writes a turn: the message, the state, and what was read.
 *
 * @returns false if the turn is outdated: the customer has written again, an agent has replied, or the turn was written before
 * @throws DomainError CONFLICT if other guests have used up a limit since the turn was made: it has to be made again
 */
export async function writeTurn(tx: Tx, turn: Turn, now: number): Promise<boolean> {
  const { conversation, upto, answered, guest, contactEmail, model } = turn
  const { id } = conversation
  const mode = await modeOf(tx, id)
  if (mode === undefined) return false
  // What was read is noted, also if nobody gets to see the answer.
  const turnId = newOrderedId('turn', now)
  await noteCalls(tx, turn, turnId, now)
  await model?.keep(tx, now)
  if (mode !== turn.mode) return false
  if ((await unanswered(tx, id)).at(-1)?.id !== upto) return false
  const { tried } = answered
  if (tried && !(await noteTried(tx, guest, tried, now)))
    throw new DomainError('CONFLICT', 'guest_limit', 'A limit of wrong pairs was reached meanwhile. Answer again.')
  const { text, choices, cards, language, commands, facts, handOver, state, engine, citations } = answered
  const opening =
    mode === 'assistant' && (await wasLeftToPeople(tx, id)) ? [speechOf(language).says.whoAnswers(turn.shopName)] : []
  const said = { text: [...opening, text].join('\n'), choices: choices.map(({ label }) => label), cards }
  const message = await addMessage(tx, id, { author: 'assistant', ...said }, now)
  await tx.run(
    `INSERT INTO assistant_turns (id, conversation_id, upto_message_id, message_id, engine, language, commands, facts, verdict,
       citations, model, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    turnId,
    id,
    upto,
    message.id,
    engine,
    language,
    JSON.stringify(
      commands.map(({ name, kind, earlier, runnerUp }) => ({
        name,
        kind,
        runnerUp,
        ...(earlier === undefined ? {} : { isAnswer: true }),
      })),
    ),
    JSON.stringify(facts),
    verdictOf(turn),
    citations && JSON.stringify(citations),
    model && JSON.stringify(model),
    now,
  )
  const buttons = choices.length === 0 ? null : { messageId: message.id, texts: choices.map(({ text }) => text) }
  const kept: ConversationState = { ...state, buttons }
  await tx.run('UPDATE conversations SET state = ?, language = ? WHERE id = ?', JSON.stringify(kept), language, id)
  if (handOver) await leaveToPeople(tx, id, handOver, now)
  if (contactEmail !== null) await setContact(tx, id, contactEmail, now)
  return true
}

async function noteCalls(tx: Tx, { conversation, calls }: Turn, turnId: string, now: number): Promise<void> {
  const { id, workspaceId, customerId, trial } = conversation
  const asker = customerId === null ? 'guest' : `customer ${customerId}`
  await tx.many(
    `INSERT INTO tool_calls (id, workspace_id, conversation_id, at, principal, via, tool, arguments, objects, outcome, turn_id)
     VALUES (?, ?, ?, ?, ?, 'chat', ?, ?, ?, ?, ?)`,
    calls.map(({ tool, input, objects, outcome }) => [
      newOrderedId('call', now),
      workspaceId,
      id,
      now,
      trial ? `trial as ${asker}` : asker,
      tool,
      JSON.stringify(input),
      JSON.stringify(objects),
      outcome,
      turnId,
    ]),
  )
}
