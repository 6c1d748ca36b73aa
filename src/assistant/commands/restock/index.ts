import { createNaming, MOST_LISTED, whichVariants } from '../../answers/products.ts'
import { addFact, type Draft, say, sayAge } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { answerStock } from '../stock/index.ts'
import { words } from './words.ts'

/** When a product is back. */
export const restock: CommandKind = {
  name: 'restock',
  label: {
    en: 'When is it back in stock?',
    de: 'Wann ist es wieder da?',
    fr: 'Quand sera-t-il de nouveau disponible ?',
    es: '¿Cuándo vuelve a estar disponible?',
  },
  rules: [
    '10 when stock|available again',
    '9.5 when|date restock',
    '9 restock',
    '9.5 when again|more|sold_out product|@option|unknown|available|here !paid',
    '9 available again !moneyback|refund',
    '9 comes_back',
    '9.5 notify available|again|stock',
    '9 again haveyou|get @option|product|unknown !refund|moneyback',
    '9 when size|color here|available|again',
  ],
  words,
  answer: answerRestock,
  meaning: 'when a product is back',
  includes: ['stock'],
  isSimple: true,
}

export async function answerRestock(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says } = draft.speech
  const { product, variants } = found
  const missing = variants.filter(({ availability }) => availability === 'unavailable' || availability === 'backorder')
  if (missing.length === 0) {
    await answerStock(draft, command)
    return
  }
  const nameOf = createNaming(product)
  for (const variant of missing.slice(0, MOST_LISTED)) {
    const { availability, restockAt, options } = variant
    addFact(
      draft,
      `products/${product.id}`,
      { product: product.title, variant: variant.id, options, availability, restockAt },
      product.updatedAt,
    )
    say(
      draft,
      restockAt ? says.restock(nameOf(variant), draft.speech.date(restockAt)) : says.restockUnknown(nameOf(variant)),
    )
  }
  sayAge(draft, product.updatedAt)
}
