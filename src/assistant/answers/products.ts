import { type Chosen, chooseVariants, optionsOf } from '../../tools/choose-variants.ts'
import { findInColor, findProducts } from '../../tools/find-products.ts'
import { getProduct, type ViewedProduct, type ViewedVariant } from '../../tools/get-product.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands.ts'
import { addFact, ask, type Draft, firstOf, say, sayAge, sayCustom } from '../draft.ts'
import { fold } from '../understand/words.ts'

/** Variants that are listed one by one. */
const MOST_LISTED = 12
const MOST_DESCRIBED = 400
/** To choose among more variants takes milliseconds. */
const MANY_VARIANTS = 100

interface Found extends Chosen {
  product: ViewedProduct
}

/** The product and the variants that a command is about; null if they are not known: then the question is asked, or the reason is said. */
async function whichVariants(draft: Draft, command: Command): Promise<Found | null> {
  const { tools, speech, state } = draft
  const found = await useTool(findProducts, tools, { text: command.text })
  if (found.length > 1) {
    const choices = found.map(({ title }) => ({ label: title, text: title }))
    ask(draft, 'product', command, speech.says.whichProduct, choices)
    return null
  }
  const known = ANYTHING.test(command.text) ? null : state.productId
  const inColor = found.length === 0 && known === null ? await useTool(findInColor, tools, { text: command.text }) : []
  if (inColor.length > 1) {
    askAmong(draft, command, inColor)
    return null
  }
  const id = found[0]?.id ?? known ?? inColor[0]?.id
  const read = (quantity?: number) =>
    id === undefined ? null : useTool(getProduct, tools, quantity === undefined ? { id } : { id, quantity })
  const product = await read()
  if (!product) {
    say(draft, speech.says.noProduct)
    return null
  }
  state.productId = product.id
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

/** Any product, not the one that was last spoken about. */
const ANYTHING = /\b(anything|something|irgend(et)?was|etwas|quelque chose|algo)\b/iu

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

function valuesOf(product: ViewedProduct): string {
  return optionsOf(product)
    .map(({ name, values }) => `${name}: ${values.join(', ')}`)
    .join('; ')
}

/** Returns a function that names the variants of a product. */
function createNaming(product: ViewedProduct): (variant: ViewedVariant) => string {
  const several = optionsOf(product).filter(({ values }) => values.length > 1)
  return ({ options, title }) => {
    const values = several.map(({ name }) => options[name]).filter(Boolean)
    const own = values.length > 0 ? values.join(', ') : product.variants.length > 1 ? title : null
    return own ? `${product.title} (${own})` : product.title
  }
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
    say(draft, isShort && quantity !== null ? says.notThatMany(quantity, name) : says.stock[only.availability](name))
    if (only.stock !== null) say(draft, says.stockFigure(only.stock))
    sayRestock(draft, name, only)
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
function askOption(draft: Draft, command: Command, { open }: Found): void {
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

function sayRestock(draft: Draft, name: string, variant: ViewedVariant): void {
  const { says, date } = draft.speech
  if (variant.availability !== 'unavailable' && variant.availability !== 'backorder') return
  if (variant.restockAt) say(draft, says.restock(name, date(variant.restockAt)))
  else if (variant.availability === 'unavailable') say(draft, says.restockUnknown(name))
}

export async function answerRestock(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says } = draft.speech
  const { product, variants } = found
  const missing = variants.filter(({ availability }) => availability === 'unavailable' || availability === 'backorder')
  if (missing.length === 0) {
    await answerStock(draft, { ...command, text: command.text })
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
  if (low.price === high.price) say(draft, says.price(name, amount(low.price, low.currency)))
  else say(draft, says.prices(product.title, amount(low.price, low.currency), amount(high.price, high.currency)))
  if (only && variants.length === 1 && only.compareAtPrice !== null && only.compareAtPrice > low.price)
    say(draft, says.priceBefore(amount(only.compareAtPrice, low.currency)))
}

export async function answerOptions(draft: Draft, command: Command): Promise<void> {
  const found = await whichVariants(draft, command)
  if (!found) return
  const { says } = draft.speech
  const { product } = found
  const options = valuesOf(product)
  const some = optionsOf(product).map(({ name, values }) => ({ name, values: firstOf(values) }))
  addFact(draft, `products/${product.id}`, { product: product.title, options: some }, product.updatedAt)
  say(draft, options === '' ? says.noOptions(product.title) : says.options(product.title, options))
}

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
