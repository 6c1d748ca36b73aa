import { whichVariants } from '../../answers/products.ts'
import { addFact, type Draft, say, sayCustom } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Details of a product. */
export const productInfo: CommandKind = {
  name: 'product_info',
  label: {
    en: 'Details of a product',
    de: 'Angaben zu einem Produkt',
    fr: 'Détails d’un produit',
    es: 'Detalles de un producto',
  },
  rules: [
    '9 material !off !broken !giveback|refund|moneyback',
    '9 info_about !off !order|parcel|delivery',
    '8 info product|unknown',
    '9 care',
    '9 dimension|weight !off !shipping',
    '8 describe',
    '5.5 question_did>title !not !my',
    '6.5 question_did>title product !not !my',
  ],
  words,
  answer: answerInfo,
  meaning: 'details of a product',
  isSimple: true,
}

const MOST_DESCRIBED = 400

export async function answerInfo(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says } = draft.speech
  const { title, description, url, id, updatedAt, custom } = found.product
  addFact(draft, `products/${id}`, { ...custom, product: title, description, url }, updatedAt)
  const short = description
    ?.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_DESCRIBED)
  say(draft, short ? says.info(title, short) : says.noInfo(title), url ?? '')
  sayCustom(draft, custom)
}
