import type { Card } from '../conversations/cards.ts'
import type { ViewedOrder } from '../tools/order-view.ts'
import type { Offer } from '../tools/refund-desk.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { Choice, ConversationState, Fact, HandOver, Pending } from './answer.ts'
import type { Command } from './commands/command.ts'
import type { TriedProof } from './guests.ts'
import type { Speech, Templates } from './languages/language.ts'

/** Choices beside one question. With the one for a person, they are as many as a message may have. */
const MOST_CHOICES = 5

/** Whether the customer has sent a picture: with what is answered now, or before that. */
export type Pictured = 'now' | 'before' | null

/** An answer while it is made: the parts that answer one message. */
export interface Draft {
  speech: Speech
  tools: ToolContext
  /** The state after this message. */
  state: ConversationState
  /** The whole message; a command has only its own part. */
  message: string
  /** What the message was asked for; null if nothing was. */
  asked: Pending['about'] | null
  /** The question that was open before the message, whether it answers it or not. */
  open: Pending | null
  picture: Pictured
  lines: string[]
  /** For each line the facts that it is from. */
  sources: string[][]
  facts: Fact[]
  choices: Choice[]
  /** What customers also see beside the text. */
  cards: Card[]
  handOver: HandOver | null
  /** What is handed over since the assistant cannot do it itself; null if it is something else. */
  cannot: keyof Templates['cannot'] | null
  offer: Offer | null
  /** The orders that the answer is about. */
  orders: Set<ViewedOrder>
  tried: TriedProof | null
  /** An order that is late: people are offered, unless the answer already asks or offers something. */
  late: { command: Command; order: ViewedOrder } | null
  /** Lines that ask something, or ask the customer to do something. */
  questions: Set<string>
  /** Whether the answer is of no help, such as that nothing was found. */
  isNoHelp: boolean
}

/** The longest line of an answer. Orders may have a thousand items, and a guest may ask for them over and over. */
const LONGEST_LINE = 2_500

export function say(draft: Draft, ...lines: string[]): void {
  for (const whole of lines) {
    const line = whole.length > LONGEST_LINE ? `${whole.slice(0, LONGEST_LINE).toWellFormed()} …` : whole
    if (line === '' || draft.lines.includes(line)) continue
    draft.lines.push(line)
    draft.sources.push(newFacts(draft))
  }
}

/** The facts since the last line; if there are none, the line says more about the same. */
function newFacts({ facts, sources }: Draft): string[] {
  const earlier = new Set(sources.flat())
  const fresh = facts.flatMap(({ id }) => (earlier.has(id) ? [] : [id]))
  return fresh.length > 0 ? fresh : (sources.at(-1) ?? [])
}

/** The first of several texts, as many as fit in a line: for facts, which are kept with each answer. */
export function firstOf(texts: string[]): string[] {
  let length = 0
  return texts.filter((text) => {
    length += text.length
    return length <= LONGEST_LINE
  })
}

export function addFact(
  draft: Draft,
  source: string,
  values: Record<string, unknown>,
  updatedAt: string | null = null,
): void {
  draft.facts.push({ id: `f${draft.facts.length + 1}`, source, values, updatedAt })
}

/** Says what the customer is to do for an answer. Like a question it is left out if people take over. */
export function sayRequest(draft: Draft, line: string): void {
  draft.questions.add(line)
  say(draft, line)
}

/** Asks one question; the answer continues the command. */
export function ask(
  draft: Draft,
  about: Pending['about'],
  command: Command,
  question: string,
  choices: Choice[],
): void {
  say(draft, question)
  draft.questions.add(question)
  draft.choices = choices.slice(0, MOST_CHOICES)
  const asked = { ...command, earlier: command.earlier ?? draft.message }
  draft.state.pending = { about, command: asked, question, choices: draft.choices.map(({ text }) => text) }
}

/** Says that nothing was understood or found. */
export function sayNoHelp(draft: Draft, ...lines: string[]): void {
  draft.isNoHelp = true
  say(draft, ...lines)
}

/** Hands over to people: the answer ends with it. The first reason counts, except that a high priority replaces a normal one. */
export function handOver(draft: Draft, given: HandOver): void {
  if (draft.handOver === null || (given.priority === 'high' && draft.handOver.priority === 'normal'))
    draft.handOver = given
}

/** Says what the shop shows of `custom`, as it is called there. */
export function sayCustom(draft: Draft, custom: Record<string, string>): void {
  say(draft, ...Object.entries(custom).map(([name, value]) => `${name}: ${value}`))
}

/** Adds the date to facts that are older than the limit of the shop. */
export function sayAge(draft: Draft, updatedAt: string): void {
  const { now, settings } = draft.tools
  if (now - Date.parse(updatedAt) > settings.staleAfterHours * 3_600_000)
    say(draft, draft.speech.says.asOf(draft.speech.date(updatedAt)))
}
