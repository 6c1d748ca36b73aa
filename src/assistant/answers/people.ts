import { getObject } from '../../objects/read.ts'
import { customers } from '../../objects/types/customer.ts'
import { nextOpening } from '../../tools/opening-hours.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import type { Command, CommandName } from '../commands.ts'
import { type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../templates/en.ts'
import { emailIn } from '../understand/entities.ts'
import { orderSpokenAbout, sentenceOf, wishOf, wordsOf } from './hand-over-words.ts'
import { sayStatus } from './orders.ts'
import { whichOrder } from './which-order.ts'

const URGENT = new Set<CommandName>(['legal', 'fraud', 'complaint', 'cancel_order', 'change_address'])

/** What only people can do: says how far the order is, and hands over with a summary. */
export async function answerByPeople(draft: Draft, command: Command): Promise<void> {
  const { says } = draft.speech
  const { name } = command
  const cannot = says.cannot[name as keyof Templates['cannot']]
  if (cannot) say(draft, cannot)
  if (name === 'complaint') say(draft, says.sorry)
  let order: ViewedOrder | null = null
  if (cannot && draft.tools.asker.customerId !== null) {
    order = await whichOrder(draft, command)
    if (order) sayStatus(draft, order)
    // The question which order comes first: people take over when it is known.
    if (!order && draft.state.pending) return
  }
  const priority = URGENT.has(name) ? 'high' : 'normal'
  handOver(draft, {
    reason: name,
    priority,
    summary: sentenceOf(wishOf(name, order ?? (await orderSpokenAbout(draft))), wordsOf(draft, command)),
  })
}

/** Ends an answer with the hand-over. Out of hours it names when people are there again, and asks for an e-mail address if none is known. */
export async function sayHandOver(draft: Draft): Promise<void> {
  const { speech, tools, message, handOver } = draft
  const { says } = speech
  const { hours } = tools.settings
  const opens = hours ? nextOpening(hours, tools.now) : null
  if (!handOver) return
  if (opens === null || !hours) {
    say(draft, says.handOver)
    return
  }
  say(draft, says.handOverLater(speech.moment(opens, hours.timeZone)))
  const contactEmail = emailIn(message)
  if (contactEmail !== null) say(draft, says.contactNoted(contactEmail))
  const isKnown = contactEmail !== null || (await hasEmail(draft))
  if (!isKnown) say(draft, says.askContact)
  draft.handOver = { ...handOver, contactEmail, awaitsContact: !isKnown }
}

/** Whether agents see an e-mail address of the signed-in customer. */
async function hasEmail({ tools: { read, asker } }: Draft): Promise<boolean> {
  const { workspaceId, customerId } = asker
  if (customerId === null) return false
  return Boolean((await getObject(read, customers, workspaceId, customerId))?.email)
}
