import { createNaming, whichVariants } from '../../answers/products.ts'
import { addFact, type Draft, say } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** What a product costs. */
export const price: CommandKind = {
  name: 'price',
  label: {
    en: 'The price of a product',
    de: 'Der Preis eines Produkts',
    fr: 'Le prix d’un produit',
    es: 'El precio de un producto',
  },
  rules: [
    '8.5 howmuch cost|product|unknown !howlong !arrive !shipping !refund|returns !paid !order !left !off',
    '8.5 cost howmuch|what !shipping !paid !order !refund|returns !bought',
    '8.5 price !order !shipping',
    '8.5 expensive',
    '8.5 sale !receive',
    '8.2 howmuch it !off !shipping !arrive !refund',
    '7 howmuch !off !howlong !left !haveyou !shipping',
    '8.5 what charge_for',
  ],
  words,
  answer: answerPrice,
  isSimple: true,
  meaning: 'what a product costs',
}

export async function answerPrice(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says, amount } = draft.speech
  const { product, variants } = found
  const priced = variants.flatMap(({ price, currency }) =>
    price !== null && currency !== null ? [{ price, currency }] : [],
  )
  const low = priced.reduce<(typeof priced)[number] | undefined>(
    (least, one) => (least && least.price <= one.price ? least : one),
    undefined,
  )
  const high = priced.reduce<(typeof priced)[number] | undefined>(
    (most, one) => (most && most.price >= one.price ? most : one),
    undefined,
  )
  if (!low || !high || new Set(priced.map(({ currency }) => currency)).size > 1) {
    say(draft, says.noPrice(product.title))
    return
  }
  addFact(
    draft,
    `products/${product.id}`,
    { product: product.title, from: low.price, to: high.price, currency: low.currency },
    product.updatedAt,
  )
  const [only] = variants
  const name = only && variants.length === 1 ? createNaming(product)(only) : product.title
  const before = only && variants.length === 1 ? only.compareAtPrice : null
  const cost = amount(low.price, low.currency)
  if (low.price !== high.price) say(draft, says.prices(product.title, cost, amount(high.price, high.currency)))
  else if (before !== null && before > low.price) say(draft, says.priceBefore(name, cost, amount(before, low.currency)))
  else say(draft, says.price(name, cost))
}
