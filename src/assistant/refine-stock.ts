import { chooseVariants } from '../tools/choose-variants.ts'
import { getProduct } from '../tools/get-product.ts'
import { type ToolContext, useTool } from '../tools/tool.ts'
import type { ConversationState } from './answer.ts'
import type { Command } from './commands.ts'
import type { Understood } from './understand/understand.ts'

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
  const { named, missing } = chooseVariants(product, text)
  if (Object.keys(named).length === 0 && missing === null) return null
  const earlier = Object.entries(chooseVariants(product, listed).named).filter(([name]) => !(name in named))
  const words = [product.title, ...earlier.flatMap(([, values]) => values), text]
  return [{ name: 'stock', text: words.join(' '), kind: null, choice: null }]
}
