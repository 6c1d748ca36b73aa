import { MOST_PRODUCTS } from '../../conversations/cards.ts'
import { type Chosen, chooseVariants, optionsOf } from '../../tools/choose-variants.ts'
import { findInColor, findProducts } from '../../tools/find-products.ts'
import { getProduct, type ViewedProduct, type ViewedVariant } from '../../tools/get-product.ts'
import { useTool } from '../../tools/tool.ts'
import { showProducts } from '../cards.ts'
import type { Command } from '../commands/command.ts'
import { addFact, ask, type Draft, say, sayNoHelp } from '../draft.ts'
import { fold } from '../understand/words.ts'
import { answerFromPage } from './pages.ts'

/** Variants that are listed one by one. */
export const MOST_LISTED = 12
/** To choose among more variants takes milliseconds. */
const MANY_VARIANTS = 100

/** A product, and those of its variants that a message is about. */
export interface FoundProduct extends Chosen {
  product: ViewedProduct
}

/** The product and the variants that a command is about; null if they are not known: then the question is asked, or the reason is said. */
export async function whichVariants(draft: Draft, command: Command): Promise<FoundProduct | null> {
  const { tools, speech, state } = draft
  const found = await useTool(findProducts, tools, { text: command.text })
  if (found.length > 1) {
    const choices = found.map(({ title }) => ({ label: title, text: title }))
    ask(draft, 'product', command, speech.says.whichProduct, choices)
    await showFound(draft, found)
    return null
  }
  const known = ANYTHING.test(command.text) ? null : state.productId
  const inColor = found.length === 0 && known === null ? await useTool(findInColor, tools, { text: command.text }) : []
  if (inColor.length > 1) {
    askAmong(draft, command, inColor)
    await showFound(draft, inColor)
    return null
  }
  const id = found[0]?.id ?? known ?? inColor[0]?.id
  const read = (quantity?: number) =>
    id === undefined ? null : useTool(getProduct, tools, quantity === undefined ? { id } : { id, quantity })
  const product = await read()
  if (!product) {
    if (!(await answerFromPage(draft, command))) sayNoProduct(draft, command)
    return null
  }
  state.productId = product.id
  showProducts(draft, [product])
  await tools.pause(product.variants.length > MANY_VARIANTS)
  const chosen = chooseVariants(product, command.text)
  if (chosen.missing === null && chosen.variants.length > 0) {
    const wanted = chosen.quantity === null ? null : await read(chosen.quantity)
    if (!wanted) return { product, ...chosen }
    await tools.pause(product.variants.length > MANY_VARIANTS)
    return { product: wanted, ...chooseVariants(wanted, command.text) }
  }
  const { missing } = chosen
  const named = missing === null ? Object.values(chosen.named).flat().join(', ') : asWritten(command.text, missing)
  // The next words may choose what there is.
  state.listed = command.text
  addFact(draft, `products/${product.id}`, { product: product.title, notOffered: named }, product.updatedAt)
  say(draft, speech.says.notOffered(product.title, named, valuesOf(product)))
  return null
}

/** What is no product is not missing from the shop: who names none is asked for it, unless the message has got another answer already. */
function sayNoProduct(draft: Draft, command: Command): void {
  const { speech, tools } = draft
  const read = speech.lexicon?.annotate(command.text, tools.catalog.written)
  const isNamed = !read || read.hits.some(({ concept }) => NAMING.has(concept))
  if (draft.lines.length > 0 && !isNamed) return
  // An unknown word may be the name of one.
  if (isNamed || read.unknown.length > 0) sayNoHelp(draft, speech.says.noProduct)
  else {
    draft.isNoHelp = true
    ask(draft, 'product', command, speech.says.whichProduct, [])
  }
}

/** Concepts of words that name a product, or say which one is wanted. */
const NAMING: ReadonlySet<string> = new Set(['product', 'color', 'size'])

/** Any product, not the one that was last spoken about. */
const ANYTHING = /\b(anything|something|irgend(et)?was|etwas|quelque chose|algo)\b/iu

/** Shows the products among which the customer has to choose. */
async function showFound(draft: Draft, found: { id: string }[]): Promise<void> {
  for (const { id } of found.slice(0, MOST_PRODUCTS)) {
    const product = await useTool(getProduct, draft.tools, { id })
    await draft.tools.pause((product?.variants.length ?? 0) > MANY_VARIANTS)
    if (product) showProducts(draft, [product])
  }
}

/** Names the products that are sold in a color, and asks which one is meant. */
function askAmong(draft: Draft, command: Command, found: { id: string; title: string }[]): void {
  const { says } = draft.speech
  for (const { id, title } of found.slice(0, MOST_LISTED)) addFact(draft, `products/${id}`, { product: title })
  const titles = found.slice(0, MOST_LISTED).map(({ title }) => title)
  say(draft, says.inThisColor(`${titles.join(', ')}${found.length > MOST_LISTED ? ', …' : '.'}`))
  const choices = found.map(({ title }) => ({ label: title, text: title }))
  ask(draft, 'product', command, says.whichProduct, choices)
}

/** A word as the customer wrote it: `grün` for the token `grun`. */
function asWritten(text: string, token: string): string {
  return text.match(/[\p{L}\p{N}]+/gu)?.find((word) => fold(word) === token) ?? token
}

/** `brick, oat and plum`. */
export function listed(values: string[], and: string): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(and)
}

/** The options of a product with their values, as a text. */
export function valuesOf(product: ViewedProduct): string {
  return optionsOf(product)
    .map(({ name, values }) => `${name}: ${values.join(', ')}`)
    .join('; ')
}

/** Returns a function that names the variants of a product. */
export function createNaming(product: ViewedProduct): (variant: ViewedVariant) => string {
  const several = optionsOf(product).filter(({ values }) => values.length > 1)
  return ({ options, title }) => {
    const values = several.map(({ name }) => options[name]).filter(Boolean)
    const own = values.length > 0 ? values.join(', ') : product.variants.length > 1 ? title : null
    return own ? `${product.title} (${own})` : product.title
  }
}
