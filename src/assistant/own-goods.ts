import { listOrders } from '../tools/orders.ts'
import { tokensOf } from '../tools/same-words.ts'
import { type ToolContext, useTool } from '../tools/tool.ts'
import { createNumberFinder } from './understand/entities.ts'
import { type UnderstandOptions, type Understood, understand } from './understand/understand.ts'

/** Readings up to this confidence are guesses at words that the lexicon does not have. */
const GUESS = 0.5
/** Shorter words of titles say little. */
const LONG_ENOUGH = 3

/**
 * Reads a message again that was not understood, with the titles and numbers of the customer's own orders: `where are the bulbs`. Without
 * one of them in the message it stays what it was.
 */
export async function rereadWithOrders(
  tools: ToolContext,
  found: Understood,
  text: string,
  options: UnderstandOptions,
): Promise<Understood> {
  const [only] = found.commands
  const isGuess = only?.name === 'unclear' || (only?.name === 'out_of_scope' && found.confidence <= GUESS)
  if (!isGuess || found.commands.length > 1 || tools.asker.customerId === null) return found
  const own = await useTool(listOrders, tools, {})
  const titles = new Set(
    own.flatMap(({ items }) => items.flatMap(({ title }) => tokensOf(title).map(({ word }) => word))),
  )
  const named = tokensOf(text).filter(({ word }) => word.length >= LONG_ENOUGH && titles.has(word))
  const isNamed = createNumberFinder(text)
  const namesOrder = own.some(({ number }) => isNamed(number))
  if (named.length === 0 && !namesOrder) return found
  const bought = new Set(named.map(({ written }) => written))
  const again = understand(text, { ...options, bought, namesOrder })
  return again.commands[0]?.name === 'out_of_scope' ? found : again
}
