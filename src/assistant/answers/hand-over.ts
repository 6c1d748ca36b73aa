import { getObject } from '../../objects/read.ts'
import { customers } from '../../objects/types/customer.ts'
import { nextOpening } from '../../tools/opening-hours.ts'
import { type Draft, say } from '../draft.ts'
import { emailIn } from '../understand/entities.ts'

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
