import { chooseVariants } from '../tools/choose-variants.ts'
import { getProduct } from '../tools/get-product.ts'
import { listOrders } from '../tools/orders.ts'
import { tokensOf } from '../tools/same-words.ts'
import { type ToolContext, useTool } from '../tools/tool.ts'
import type { ConversationState } from './answer.ts'
import type { Command } from './commands/command.ts'
import { smallTalk } from './commands/list.ts'
import { languages } from './languages/list.ts'
import { namedItems } from './named-items.ts'
import { ownNamed } from './own-numbers.ts'
import { aboutOrder } from './proof-alone.ts'
import { numbersIn } from './understand/numbers.ts'
import { type UnderstandOptions, type Understood, understand } from './understand/understand.ts'

/** Readings up to this confidence are guesses at words that the lexicon does not have. */
const GUESS = 0.5

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
  if (only === undefined || found.commands.length > 1 || tools.asker.customerId === null) return found
  const mayNameItem = only.name === 'unclear' || (only.name === 'out_of_scope' && found.confidence <= GUESS)
  const mayNameNumber = /\p{N}/u.test(text) && (only.name === 'out_of_scope' || smallTalk.has(only.name))
  if (!mayNameItem && !mayNameNumber) return found
  const own = await useTool(listOrders, tools, {})
  const items = own.flatMap(({ items }) => items)
  const naming = { lexicon: languages[found.language]?.(), text, reply: null }
  const words = new Set([...(await namedItems(naming, items, tools)).values()].flatMap((some) => [...some]))
  const named = tokensOf(text).filter(({ word }) => words.has(word))
  const namesOrder = ownNamed(own, text, numbersIn(text, options.products)).length > 0
  if (!namesOrder && (named.length === 0 || !mayNameItem)) return found
  const bought = new Set(named.map(({ written }) => written))
  const again = understand(text, { ...options, bought, namesOrder })
  const [first] = again.commands
  const isNothing = first?.name === 'out_of_scope' || first?.name === 'unclear'
  // An own number is about the order, whatever stands beside it.
  if (namesOrder && (isNothing || (first !== undefined && smallTalk.has(first.name)))) return aboutOrder(again, text)
  return first?.name === 'out_of_scope' ? found : again
}

/**
 * The request that a message continues which only names an option, after several variants were listed: `red`, then `42`. Null if it names
 * none. The newest words count, and of the earlier ones what they leave open.
 */
export async function refineStock(
  tools: ToolContext,
  { productId, listed, pending }: ConversationState,
  { commands }: Understood,
  text: string,
): Promise<Command[] | null> {
  if (productId === null || listed === null || pending !== null) return null
  if (commands.length > 1 || commands[0]?.name !== 'unclear') return null
  const product = await useTool(getProduct, tools, { id: productId })
  if (!product) return null
  await tools.pause()
  const { named, missing } = chooseVariants(product, text)
  if (Object.keys(named).length === 0 && missing === null) return null
  const earlier = Object.entries(chooseVariants(product, listed).named).filter(([name]) => !(name in named))
  const words = [product.title, ...earlier.flatMap(([, values]) => values), text]
  return [{ name: 'stock', text: words.join(' '), kind: null, choice: null }]
}
