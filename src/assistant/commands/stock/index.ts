import type { ViewedVariant } from '../../../tools/get-product.ts'
import { createNaming, type FoundProduct, MOST_LISTED, whichVariants } from '../../answers/products.ts'
import { addFact, ask, type Draft, say, sayAge } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Whether a product is available. */
export const stock: CommandKind = {
  name: 'stock',
  label: {
    en: 'Is a product available?',
    de: 'Ist ein Produkt verfügbar?',
    fr: 'Un produit est-il disponible ?',
    es: '¿Hay un producto disponible?',
  },
  rules: [
    '8 haveyou @option|product',
    '8 haveyou unknown !off !phone !policy !visit !pickup !returns',
    '8 haveyou left',
    '9 stock !again|when|pickup|giveback|returns',
    '8.5 available @detail !when|again|paymethod|brand !delivery',
    '7 available short !paymethod !brand !shipping !delivery',
    '9 sold_out !when|again',
    '9.6 sold_out again !when|date',
    '8 left howmany|any|product|haveyou !off !sent|delivered',
    '8 exists @option !other !which !bigger',
    '7 exists product',
    '7.5 sell product|unknown|color !off',
    '7 buy product|color|quantity !how !off !paymethod !brand',
    '7 buy unknown !how !off !paymethod !brand !ordernumber !my',
    '7 anything in_color color !my|order|parcel',
    '8 needgoods quantity|number haveyou|question_did|available',
    '7 product color|size short !price !exchange|want',
    '7.6 any color here !my|order|parcel|not',
    '6 onlyproduct',
    '7.6 show title|product !order|bought|parcel|track|invoice|refund',
  ],
  words,
  answer: answerStock,
  meaning: 'whether a product is available',
  isSimple: true,
}

export async function answerStock(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says } = draft.speech
  const { product, variants, quantity } = found
  const nameOf = createNaming(product)
  if (product.variants.length > 1) draft.state.listed = command.text
  for (const variant of variants.slice(0, MOST_LISTED)) {
    const { availability, restockAt } = variant
    addFact(
      draft,
      `products/${product.id}`,
      { product: product.title, variant: variant.id, options: variant.options, availability, restockAt },
      product.updatedAt,
    )
  }
  const [only] = variants
  if (only && variants.length === 1) {
    const isShort = only.isEnough === false && only.availability !== 'unavailable'
    const name = nameOf(only)
    if (isShort && quantity !== null) say(draft, says.notThatMany(quantity, name))
    else sayOne(draft, name, only)
    if (only.stock) say(draft, says.stockFigure(only.stock))
  } else {
    const wordOf = ({ availability, isEnough }: ViewedVariant) =>
      isEnough === false && availability !== 'unavailable' && quantity !== null
        ? says.fewerThan(quantity)
        : says.stockWord[availability]
    const shown = variants.slice(0, MOST_LISTED).map((variant) => {
      const until =
        variant.availability === 'unavailable' && variant.restockAt ? `, ${draft.speech.date(variant.restockAt)}` : ''
      return `– ${nameOf(variant)}: ${wordOf(variant)}${until}`
    })
    say(draft, says.heading(product.title), ...shown)
    if (variants.length > MOST_LISTED) askOption(draft, command, found)
  }
  sayAge(draft, product.updatedAt)
}

/** Asks for the first option that is open. */
function askOption(draft: Draft, command: Command, { open }: FoundProduct): void {
  const [option] = open
  if (!option) return
  ask(
    draft,
    'product',
    command,
    draft.speech.says.whichVariant(option.name),
    option.values.map((value) => ({ label: value, text: value })),
  )
}

/** Whether a variant is there, and if it is not, when it comes. */
function sayOne(draft: Draft, name: string, { availability, restockAt }: ViewedVariant): void {
  const { says, date } = draft.speech
  if (availability === 'unavailable') {
    say(draft, says.soldOut(name, restockAt && date(restockAt)))
    return
  }
  say(draft, says.stock[availability](name))
  if (availability === 'backorder' && restockAt) say(draft, says.restock(name, date(restockAt)))
}
