import { getObject } from '../../objects/find/read.ts'
import { customers } from '../../objects/types/customer.ts'
import { nextOpening } from '../../tools/opening-hours.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import type { CommandKind } from '../commands/kind.ts'
import { type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../languages/language.ts'
import { offerPerson } from '../patience.ts'
import { emailIn } from '../understand/entities.ts'
import { orderSpokenAbout, sentenceOf, type Wish, wishOf, wordsOf } from './hand-over-words.ts'
import { sayState } from './orders.ts'
import { answerFromPage } from './pages.ts'
import { type Preferred, whichOrder } from './which-order.ts'

/** What only people can do. */
export interface ForPeople {
  wish: Wish
  isUrgent?: true
  /** What the assistant cannot do itself. How far the order is is said before that. */
  cannot?: keyof Templates['cannot']
  prefers?: Preferred
  isSorry?: true
  /** Whether a help page may answer it. */
  isOnPages?: true
}

/** Returns the answer to what only people can do: says in a line how far the order is, and hands over with a summary. */
export function byPeople({
  wish,
  isUrgent,
  cannot,
  prefers = null,
  isSorry,
  isOnPages,
}: ForPeople): CommandKind['answer'] {
  return async (draft, command) => {
    const { says } = draft.speech
    const page = isOnPages ? await answerFromPage(draft, command, { isSure: cannot !== undefined }) : null
    if (page === 'asked') return
    // The customer may do it by the page, and need nobody.
    if (page && !cannot && !draft.handOver) {
      offerPerson(draft)
      return
    }
    if (isSorry) say(draft, says.sorry)
    let order: ViewedOrder | null = null
    if (cannot && draft.tools.asker.customerId !== null) {
      order = await whichOrder(draft, command, prefers)
      if (order) sayState(draft, order)
      // The question which order comes first: people take over when it is known.
      if (!order && draft.state.pending) return
    }
    draft.cannot ??= cannot ?? null
    handOver(draft, {
      reason: command.name,
      priority: isUrgent ? 'high' : 'normal',
      summary: sentenceOf(wishOf(wish, order ?? (await orderSpokenAbout(draft))), wordsOf(draft, command)),
    })
  }
}

/** Ends an answer with the hand-over. Out of hours it names when people are there again, and asks for an e-mail address if none is known. */
export async function sayHandOver(draft: Draft): Promise<void> {
  const { speech, tools, message, handOver, cannot } = draft
  const { says } = speech
  const { hours } = tools.settings
  const opens = hours ? nextOpening(hours, tools.now) : null
  if (!handOver) return
  const moment = opens === null || !hours ? null : speech.moment(opens, hours.timeZone, tools)
  if (cannot !== null) say(draft, says.cannot[cannot](moment))
  else say(draft, moment === null ? says.handOver : says.handOverLater(moment))
  if (moment === null) return
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
