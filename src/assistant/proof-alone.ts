import type { ToolContext } from '../tools/tool.ts'
import { smallTalk } from './commands/list.ts'
import { languages } from './languages/list.ts'
import { emailIn, surePostcodeIn, withoutEmail } from './understand/entities.ts'
import { askedNumberIn } from './understand/numbers.ts'
import type { Understood } from './understand/understand.ts'

/** What may stand around a number and an address that somebody was asked for. */
const AROUND: ReadonlySet<string> = new Set(
  'filler please greet thank bye i my me you it order buy parcel number email address yes ordernumber'.split(' '),
)
/** Words with digits: order numbers and postcodes. */
const CODES = /[\p{L}\p{N}/_-]*\p{N}[\p{L}\p{N}/_-]*/gu

/** It may as well answer an open question, or mean more to a model. */
const GUESSED = 0.6

/** The question where an order is, for a message in which nothing else was understood. */
export function aboutOrder(read: Understood, text: string): Understood {
  return {
    language: read.language,
    commands: [{ name: 'order_status', text: text.trim(), kind: null, choice: null }],
    confidence: GUESSED,
    isAgreed: true,
    why: ['order_status: names an order, and nothing else'],
  }
}

/**
 * The question where the order is, if a guest writes its number, its e-mail address or postcode, or both, and nothing else: that is what
 * guests are asked for. Null for any other message.
 */
export function proofAlone(tools: ToolContext, read: Understood, text: string): Understood | null {
  const named = namedIn(tools, text)
  if (named === null) return null
  const { match, number, rest } = named
  const isNumber = number !== null && number.replaceAll(/\P{N}/gu, '').length >= FEWEST_DIGITS
  if (match === null && !isNumber) return null
  const isNothingElse = hasNothingElse(rest.replace(number ?? '', ' ').replaceAll(CODES, ' '), read.language)
  // Both are never an accident, whatever the words around them look like.
  const isBoth = match !== null && number !== null
  const isOpen = read.commands.every(({ name }) => name === 'unclear' || smallTalk.has(name))
  return (isNothingElse && (isBoth || isOpen)) || (isBoth && isOpen) ? aboutOrder(read, text) : null
}

/** Whether a guest has written both: that answers no question about something else. */
export function isProof(tools: ToolContext, text: string): boolean {
  const named = namedIn(tools, text)
  return named !== null && named.match !== null && named.number !== null
}

/** What a guest has written of the proof, and the rest of the message; null if nobody asks for any. */
function namedIn(
  { asker, settings: { guestOrders } }: ToolContext,
  text: string,
): { match: string | null; number: string | null; rest: string } | null {
  if (asker.customerId !== null || guestOrders === 'off') return null
  const isEmail = guestOrders === 'number_and_email'
  const match = isEmail ? emailIn(text) : surePostcodeIn(text)
  const rest = isEmail ? withoutEmail(text) : text.replace(match ?? '', '\n')
  return { match, number: askedNumberIn(rest), rest }
}

/** With fewer digits it is a quantity, or the answer to another question. */
const FEWEST_DIGITS = 3

function hasNothingElse(text: string, language: string): boolean {
  const annotated = languages[language]?.().annotate(text)
  return (
    annotated !== undefined &&
    annotated.unknown.length === 0 &&
    annotated.hits.every(({ concept }) => AROUND.has(concept))
  )
}
