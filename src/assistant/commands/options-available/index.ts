import { optionsOf } from '../../../tools/choose-variants.ts'
import { listed, whichVariants } from '../../answers/products.ts'
import { addFact, type Draft, firstOf, say } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Colors, sizes and versions of a product. */
export const optionsAvailable: CommandKind = {
  name: 'options_available',
  label: {
    en: 'Colors and sizes',
    de: 'Farben und Größen',
    fr: 'Couleurs et tailles',
    es: 'Colores y tallas',
  },
  rules: [
    '9 which|what|list|other|exists colors|sizes|options !order !bought !size',
    '9 all colors|sizes|options',
    '9 colors|sizes|options short !help !size !wrong !change|exchange',
    '9 come_in colors|sizes|options',
    '9 haveyou|exists other colors|sizes',
    '9 exists bigger',
  ],
  words,
  answer: answerOptions,
  meaning: 'colors, sizes, versions of a product',
  isSimple: true,
}

/** A value as it is written inside a sentence: `One size` is one size, and `XL` stays. German has its own capitals. */
function inSentence(value: string): string {
  return /^\p{Lu}\p{Ll}+( \p{Ll}+)*$/u.test(value) ? value.toLowerCase() : value
}

export async function answerOptions(draft: Draft, command: Command): Promise<void> {
  const known = draft.state.productId
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says, language } = draft.speech
  const { product } = found
  const options = optionsOf(product)
    .map(({ values }) => listed(language === 'de' ? values : values.map(inSentence), says.andWord))
    .join(', ')
  const some = optionsOf(product).map(({ name, values }) => ({ name, values: firstOf(values) }))
  addFact(draft, `products/${product.id}`, { product: product.title, options: some }, product.updatedAt)
  if (options === '') say(draft, says.noOptions(product.title))
  else say(draft, known === product.id ? says.itsOptions(options) : says.options(product.title, options))
}
