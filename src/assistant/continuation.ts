import { choosing, namesOther } from '../tools/find-products.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { ConversationState, Pending } from './answer.ts'
import { topicOf } from './answers/talk.ts'
import type { Command } from './commands/command.ts'
import { smallTalk } from './commands/list.ts'
import type { Speech } from './languages/language.ts'
import { emailIn } from './understand/entities.ts'
import { createSameText, orderNumbersIn, spacedNumbersIn } from './understand/numbers.ts'
import type { Understood } from './understand/understand.ts'
import { asRead } from './understand/words.ts'

/** Up to this confidence a message may be the answer to a question: `the red one`, `my last order`. */
const VAGUE = 0.7
/** Messages after which a question that nobody answers is no longer open. */
const MOST_AGE = 3

/** The command that the message continues, if it answers the open question or is a button. */
export async function continuation(
  { pending }: ConversationState,
  read: Understood,
  message: string,
  says: Speech['says'],
  { catalog, pause }: ToolContext,
): Promise<Command[] | null> {
  const topic = topicOf(says, message)
  const { commands } = read
  const [first] = commands
  const accepted = pending && acceptedPerson(pending, read, topic === 'human' || createSameText(message)(says.passItOn))
  if (accepted) return [accepted]
  if (topic) return [{ name: topic, text: '', kind: null, choice: null }]
  if (!pending) return null
  const { about, command, choices, age = 0 } = pending
  const isAboutNumber = about === 'order' || about === 'proof'
  if (isAboutNumber && commands.length === 1 && isUnknown(read)) return [{ ...command, isNumberUnknown: true }]
  const joined = (answer: string) =>
    about === 'product' ? choosing(catalog, command.text, answer) : `${command.text}\n${answer}`
  const answering = (text: string): Command[] => [
    { ...command, text: asRead(text), earlier: command.earlier ?? command.text },
  ]
  const at = placePicked(pending, first, message)
  if (about === 'meaning') return meant(pending, at ?? (first?.name === 'yes' && choices.length === 1 ? 0 : undefined))
  if (at !== undefined) {
    const [picked = '', orderId] = [choices[at], pending.orderIds?.[at]]
    const chosen = answering(about === 'order' ? picked : joined(picked))
    const pageId = pending.pageIds?.[at]
    if (pageId !== undefined) return [{ ...command, pageId }]
    return orderId === undefined ? chosen : chosen.map((command) => ({ ...command, orderId }))
  }
  const isAnswer = mayAnswer(pending, read)
  if (about === 'proof') return namesProof(read, message, age) ? [command] : null
  const isNumbered = orderNumbersIn(message).length > 0 || spacedNumbersIn(message).length > 0
  if (about === 'order' && isNumbered && isAnswer) return answering(message)
  if (about === 'person' || about === 'page' || age > 0) return null
  const whole = joined(message)
  await pause()
  if (about === 'product' && namesOther(catalog, whole, message))
    return first?.name === 'unclear' ? [{ ...command, text: message }] : null
  // Any of them may be named by an item.
  return isAnswer ? answering(whole) : null
}

/** What was asked for, if the customer chose among several meanings of an earlier message. */
function meant({ command, names = [] }: Pending, at: number | undefined): Command[] | null {
  const name = at === undefined ? undefined : names[at]
  return name === undefined ? null : [{ ...command, name }]
}

/** The question that stays open if a message did not answer it. */
export function keptOpen(pending: Pending | null): Pending | null {
  const age = (pending?.age ?? 0) + 1
  // Whether people should come is asked at once, or not at all.
  if (pending === null || pending.about === 'person' || age > MOST_AGE) return null
  const { orPerson: _, ...kept } = pending
  return { ...kept, age }
}

/** What leaves the conversation to people, if that was offered and the message accepts it. */
function acceptedPerson(
  { about, command, orPerson }: Pending,
  { commands }: Understood,
  isButton: boolean,
): Command | undefined {
  const name = commands.length === 1 ? commands[0]?.name : undefined
  if (about === 'person' && (isButton || name === 'yes' || name === 'human')) return command
  return name === 'yes' ? orPerson : undefined
}

function isUnknown({ commands }: Understood): boolean {
  const name = commands[0]?.name
  return name === 'number_unknown' || name === 'no'
}

/** A clear question is a new one, not the answer. */
function mayAnswer({ about }: Pending, { commands: [first], confidence }: Understood): boolean {
  const isVague = confidence <= VAGUE && (first?.name === 'order_status' || first?.name === 'stock')
  const isProduct = about === 'product' && first?.name === 'stock'
  return first?.name === 'unclear' || first?.name === 'choose' || isVague || isProduct
}

/** Whether the message has a part of the proof. `Do you have size 43?` has none. */
function namesProof({ commands: [first], confidence }: Understood, message: string, age: number): boolean {
  if (emailIn(message) !== null || orderNumbersIn(message).length > 0) return true
  const isElse = confidence > VAGUE && first?.name !== 'order_status' && !smallTalk.has(first?.name ?? '')
  return age === 0 && /\d/.test(message) && !isElse
}

/** The place of the choice that the message names, from 0. */
function placePicked({ choices, orderIds, age = 0 }: Pending, first: Command | undefined, message: string) {
  const same = choices.findIndex(createSameText(message))
  if (same !== -1) return same
  if (age > 0 || first?.name !== 'choose' || first.choice === null || choices.length === 0) return undefined
  // Of orders, the last one is the newest, which comes first.
  const at = first.choice !== -1 ? first.choice - 1 : orderIds ? 0 : choices.length - 1
  return at < choices.length ? at : undefined
}
