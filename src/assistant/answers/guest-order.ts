import { mayBeNumber } from '../../tools/order-number.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import { getOrder } from '../../tools/orders.ts'
import { proveOrder } from '../../tools/prove-order.ts'
import { useTool } from '../../tools/tool.ts'
import type { ConversationState } from '../answer.ts'
import type { Command } from '../commands/command.ts'
import { ask, type Draft, handOver, sayRequest } from '../draft.ts'
import { offerPerson } from '../patience.ts'
import { emailIn, postcodeIn, surePostcodeIn, withoutEmail } from '../understand/entities.ts'
import { askedNumberIn, numbersIn, orderNumbersIn } from '../understand/numbers.ts'

/** Wrong numbers and addresses of a guest before people take over. */
const MOST_MISSES = 5

/**
 * The orders of a guest, who has to name the number, and the e-mail address or postcode. What was named before in this conversation counts.
 * Several if a shop has given them one number.
 */
export async function ordersOfGuest(draft: Draft, command: Command): Promise<ViewedOrder[]> {
  const { tools, state, speech, message } = draft
  const { says } = speech
  const { guestOrders } = tools.settings
  if (guestOrders === 'off') {
    sayRequest(draft, says.signIn)
    return []
  }
  const isAsked = draft.asked === 'proof'
  const named = namedProof(message, guestOrders, state.proof, isAsked)
  // An address that was asked for is about the order that was named with the question.
  const isAnswer = isAsked && named.match !== null && state.proof.number !== null
  const current = isAnswer ? [] : await provenAs(draft, command, named)
  if (current.length > 0) return current
  const number = named.number ?? state.proof.number
  const match = named.match ?? state.proof.match
  state.proof = { number, match }
  // A pair that was wrong counts again only with another number or address.
  const isNew = named.number !== null || named.match !== null || state.misses === 0
  if (command.isNumberUnknown && number === null) return sayNumberUnknown(draft, command)
  if (number === null || match === null || !isNew) {
    const question =
      number === null && match !== null
        ? says.askNumber
        : number !== null && match === null
          ? says.askMatch[guestOrders]
          : says.askProof[guestOrders]
    ask(draft, 'proof', command, question, [])
    return []
  }
  return proved(draft, command, [{ number, match }, ...(named.isEither ? [{ number: match, match: number }] : [])])
}

/** Says where a number is found, and offers a person. The question stays open. */
function sayNumberUnknown(draft: Draft, command: Command): [] {
  ask(draft, 'proof', command, draft.speech.says.numberWhere, [])
  offerPerson(draft)
  return []
}

interface Pair {
  number: string
  match: string
}

/** Tries the pairs, all of them. Two digits of which one is the number and one the postcode are two pairs. */
async function proved(draft: Draft, command: Command, pairs: Pair[]): Promise<ViewedOrder[]> {
  const { tools, state, speech } = draft
  const { guestOrders } = tools.settings
  if (state.misses >= MOST_MISSES) return tooManyMisses(draft)
  const tried = { numbers: pairs.map(({ number }) => number), orderIds: [] as string[] }
  for (const pair of pairs) {
    const { orderIds, isLimited } = await useTool(proveOrder, tools, pair)
    if (isLimited) return tooManyMisses(draft)
    tried.orderIds.push(...orderIds)
  }
  draft.tried = tried
  const [first, ...others] = tried.orderIds
  if (first !== undefined) {
    state.proof = { number: null, match: null }
    state.orderId = first
    state.sameNumber = others
    tools.asker = { ...tools.asker, provenOrders: new Set([...tools.asker.provenOrders, ...tried.orderIds]) }
    return provenOrders(draft)
  }
  state.misses++
  if (state.misses >= MOST_MISSES) return tooManyMisses(draft)
  draft.isNoHelp = true
  ask(draft, 'proof', command, speech.says.guestMiss[guestOrders === 'off' ? 'number_and_email' : guestOrders], [])
  return []
}

/** The proven orders that were spoken of last, if the message names no other one. */
async function provenAs(draft: Draft, { orderId }: Command, { number, match }: NamedProof): Promise<ViewedOrder[]> {
  const { state, tools } = draft
  if (state.orderId === null || !tools.asker.provenOrders.has(state.orderId)) return []
  const proven = await provenOrders(draft)
  const chosen = proven.filter(({ id }) => id === orderId)
  if (number === null || chosen.length > 0) return chosen.length > 0 ? chosen : proven
  return match === null ? proven.filter((order) => mayBeNumber(number, order.number)) : []
}

/** The orders that were spoken of last, if they are proven. */
async function provenOrders({ tools, state }: Draft): Promise<ViewedOrder[]> {
  const found: ViewedOrder[] = []
  for (const id of [state.orderId, ...state.sameNumber]) {
    const order = id === null ? null : await useTool(getOrder, tools, { id })
    if (order) found.push(order)
  }
  return found
}

type Proof = 'number_and_email' | 'number_and_postcode'

/** What a message says of the proof; `isEither` if the number may be the postcode, and the postcode the number. */
interface NamedProof {
  number: string | null
  match: string | null
  isEither: boolean
}

function namedProof(message: string, proof: Proof, known: ConversationState['proof'], isAsked: boolean): NamedProof {
  if (proof === 'number_and_postcode') return namedPostcode(message, known)
  const match = emailIn(message)
  const rest = withoutEmail(message)
  // A guest who names an address answers the question for number and address.
  const number = isAsked || match !== null ? askedNumberIn(rest) : (numbersIn(rest)[0] ?? null)
  return { number, match, isEither: false }
}

/** What a message says of number and postcode. Of two plain digits either may be the number. */
function namedPostcode(message: string, known: ConversationState['proof']): NamedProof {
  const sure = surePostcodeIn(message)
  const rest = sure === null ? message : message.replace(sure, '\n')
  const number = orderNumbersIn(rest)[0] ?? askedNumberIn(rest)
  if (sure !== null) return { number, match: sure, isEither: false }
  const match = postcodeIn(number === null ? message : message.replace(number, ' '))
  // The number is known: a second one is the postcode that was asked for, unless it is named as an order number.
  if (known.number !== null && match === null && !message.includes('#'))
    return { number: null, match: postcodeIn(message), isEither: false }
  const isEither = number !== null && match !== null && isPlain(number) && isPlain(match) && !message.includes('#')
  return { number, match, isEither }
}

function isPlain(text: string): boolean {
  return /^\d+$/.test(text)
}

function tooManyMisses(draft: Draft): [] {
  handOver(draft, {
    reason: 'guest_limit',
    priority: 'normal',
    summary: 'Named too many wrong pairs of order number and e-mail address or postcode.',
  })
  return []
}
