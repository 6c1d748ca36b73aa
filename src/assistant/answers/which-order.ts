import { DAY_MS } from '../../lib/time.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import { findOrders, findTracked, getOrder, listOrders } from '../../tools/orders.ts'
import { proveOrder } from '../../tools/prove-order.ts'
import { useTool } from '../../tools/tool.ts'
import { namingWords, wordsInTitles } from '../../tools/words-in-titles.ts'
import type { Choice, ConversationState } from '../answer.ts'
import type { Command, CommandName } from '../commands.ts'
import { ask, type Draft, handOver, say } from '../draft.ts'
import {
  askedNumberIn,
  createNumberFinder,
  emailIn,
  orderNumbersIn,
  postcodeIn,
  spacedNumbersIn,
} from '../understand/entities.ts'

/** Wrong numbers and addresses of a guest before people take over. */
const MOST_MISSES = 5
const UNDERWAY = new Set<CommandName>([
  'order_status',
  'tracking',
  'late',
  'marked_delivered',
  'cancel_order',
  'change_order',
  'change_address',
])
/** Numbers of one message that are looked up. */
const MOST_NUMBERS = 5
const BACK = new Set(['cancelled', 'refunded', 'returned'])
const ENDED = new Set(['delivered', ...BACK])
/** Who misses a parcel that is reported as delivered means one of this time. */
const RECENT_MS = 90 * DAY_MS
const LAST_ORDER = /(?<!\p{L})(last|latest|newest|most recent|letzte[nrms]?|derni[eè]re?|[uú]ltim[oa])(?!\p{L})/iu

/** The order that a command is about. Null if it is not known: then the question is asked, or the reason is said. */
export async function whichOrder(draft: Draft, command: Command): Promise<ViewedOrder | null> {
  const { customerId } = draft.tools.asker
  const order = customerId === null ? await orderOfGuest(draft, command) : await ownOrder(draft, command)
  if (order) draft.state.orderId = order.id
  return order
}

async function ownOrder(draft: Draft, command: Command): Promise<ViewedOrder | null> {
  const { tools, speech, state, message } = draft
  const numbers = numbersIn(command.text).length > 0 ? numbersIn(command.text) : numbersIn(message)
  const named = numbers.length > 0 ? await useTool(findOrders, tools, { numbers }) : []
  if (named[0] && named.length === 1) return useTool(getOrder, tools, { id: named[0].id })
  if (named.length > 1) return askWhich(draft, command, named)
  const own = await useTool(listOrders, tools, {})
  const isNamed = createNumberFinder(command.text)
  const written = own.filter(({ number }) => isNamed(number))
  if (written[0] && written.length === 1) return useTool(getOrder, tools, { id: written[0].id })
  if (written.length > 1) return askWhich(draft, command, written)
  const [wrong] = numbers
  if (wrong !== undefined) {
    const tracked = theOnly(await useTool(findTracked, tools, { numbers }))
    if (tracked) return useTool(getOrder, tools, { id: tracked.id })
    say(draft, speech.says.noSuchOrder(wrong))
    return null
  }
  if (own.length === 0) {
    say(draft, speech.says.noOrders)
    return null
  }
  const likely = await narrowed(own, command, draft)
  const one = theOnly(likely) ?? (LAST_ORDER.test(command.text) ? own[0] : undefined)
  const id = one?.id ?? own.find(({ id }) => id === state.orderId)?.id
  if (id !== undefined) return useTool(getOrder, tools, { id })
  return askWhich(draft, command, likely)
}

/** Texts that may be order numbers, as many as a tool takes. */
function numbersIn(text: string): string[] {
  return [...new Set([...spacedNumbersIn(text), ...orderNumbersIn(text)])].slice(0, MOST_NUMBERS)
}

/** The orders with an item that the message names; of those, the ones that are underway if the command is about that. */
async function narrowed(
  own: ViewedOrder[],
  { name, text }: Command,
  { message, tools: { now, pause } }: Draft,
): Promise<ViewedOrder[]> {
  const words = namingWords(`${text} ${message}`)
  const titles = own.flatMap(({ items }) => items.map(({ title }) => title))
  const named = await wordsInTitles(words, titles, pause)
  const naming = own.map((order) => {
    const found = new Set(order.items.flatMap(({ title }) => [...(named.get(title) ?? [])]))
    return { order, count: found.size }
  })
  const most = Math.max(...naming.map(({ count }) => count))
  const likely = most > 0 ? naming.filter(({ count }) => count === most).map(({ order }) => order) : own
  const delivered = likely.filter((order) => order.status === 'delivered' && !isLongAgo(order, now))
  if (name === 'marked_delivered' && delivered.length > 0) return delivered
  // What was cancelled or sent back is not waited for.
  const sent = likely.filter(({ status }) => !BACK.has(status ?? ''))
  if (name === 'not_received' && sent.length > 0) return sent
  const underway = likely.filter(({ status }) => !ENDED.has(status ?? ''))
  return UNDERWAY.has(name) && underway.length > 0 ? underway : likely
}

function isLongAgo({ deliveredAt, placedAt, updatedAt }: ViewedOrder, now: number): boolean {
  return now - Date.parse(deliveredAt ?? placedAt ?? updatedAt) > RECENT_MS
}

function theOnly<T>(list: T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}

function askWhich(draft: Draft, command: Command, among: ViewedOrder[]): null {
  const { says, date } = draft.speech
  const choices = among.map(
    ({ number, placedAt }): Choice => ({ label: says.orderChoice(number, placedAt && date(placedAt)), text: number }),
  )
  ask(draft, 'order', command, says.whichOrder, choices)
  return null
}

/** A guest has to name the number, and the e-mail address or postcode. What was named before in this conversation counts. */
async function orderOfGuest(draft: Draft, command: Command): Promise<ViewedOrder | null> {
  const { tools, state, speech, message } = draft
  const { says } = speech
  const { guestOrders } = tools.settings
  if (guestOrders === 'off') {
    say(draft, says.signIn)
    return null
  }
  const isAsked = draft.asked === 'proof'
  const named = namedProof(message, guestOrders, state.proof.number, isAsked)
  // An address that was asked for is about the order that was named with the question.
  const isAnswer = isAsked && named.match !== null && state.proof.number !== null
  if (named.number === null && !isAnswer && state.orderId !== null && tools.asker.provenOrders.has(state.orderId))
    return useTool(getOrder, tools, { id: state.orderId })
  const number = named.number ?? state.proof.number
  const match = named.match ?? state.proof.match
  state.proof = { number, match }
  // A pair that was wrong counts again only with another number or address.
  const isNew = named.number !== null || named.match !== null || state.misses === 0
  if (number === null || match === null || !isNew) {
    const question =
      number === null && match !== null
        ? says.askNumber
        : number !== null && match === null
          ? says.askMatch[guestOrders]
          : says.askProof[guestOrders]
    ask(draft, 'proof', command, question, [])
    return null
  }
  if (state.misses >= MOST_MISSES) return tooManyMisses(draft)
  const { orderId, isLimited } = await useTool(proveOrder, tools, { number, match })
  if (isLimited) return tooManyMisses(draft)
  draft.tried = { number, orderId }
  if (orderId !== null) {
    state.proof = { number: null, match: null }
    tools.asker = { ...tools.asker, provenOrders: new Set([...tools.asker.provenOrders, orderId]) }
    return useTool(getOrder, tools, { id: orderId })
  }
  state.misses++
  if (state.misses >= MOST_MISSES) return tooManyMisses(draft)
  ask(draft, 'proof', command, says.guestMiss[guestOrders], [])
  return null
}

type Proof = 'number_and_email' | 'number_and_postcode'

/** What a message says of the proof. */
function namedProof(message: string, proof: Proof, known: string | null, isAsked: boolean): ConversationState['proof'] {
  if (proof === 'number_and_email') {
    const match = emailIn(message)
    const rest = message.replaceAll('’', "'").replace(match ?? '', '\n')
    // A guest who names an address answers the question for number and address.
    return { match, number: isAsked || match !== null ? askedNumberIn(rest) : (numbersIn(rest)[0] ?? null) }
  }
  const [named = null] = orderNumbersIn(message)
  // The number is known: a second one is the postcode that was asked for, unless it is named as an order number.
  const number = known !== null && !message.includes('#') ? null : named
  return { number, match: postcodeIn(message.replace(number ?? '', ' ')) }
}

function tooManyMisses(draft: Draft): null {
  const { guestOrders } = draft.tools.settings
  say(draft, draft.speech.says.guestMiss[guestOrders === 'off' ? 'number_and_email' : guestOrders])
  handOver(draft, {
    reason: 'guest_limit',
    priority: 'normal',
    summary: 'A guest named too many wrong pairs of order number and e-mail address or postcode.',
  })
  return null
}
