import type { ViewedItem } from '../tools/order-view.ts'
import { commonWord, tokensOf } from '../tools/same-words.ts'
import { inTitles } from '../tools/title-words.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { CompiledLexicon } from './understand/lexicon.ts'

/** Items that are read in one part: orders may have thousands. */
const IN_A_PART = 100
/** Shorter words of titles say little. */
const SHORTEST = 3
/** Names of options, in all languages: `wrong size` names no item. */
const OPTION_NAMES: ReadonlySet<string> = new Set(
  'size color colour grosse groesse farbe taille couleur pointure talla tamano color'.split(' ').map(commonWord),
)
const NONE: ReadonlySet<string> = new Set()

/** A message in which items may be named. */
export interface NamingMessage {
  /** The words of its language; undefined if nothing is known of them. */
  lexicon: CompiledLexicon | undefined
  text: string
  /** The message, if the customer was asked which item or order is meant: then options name one, too. */
  reply: string | null
}

/** The words of an item's title, and those of its options. */
interface Words {
  title: ReadonlySet<string>
  options: ReadonlySet<string>
}

/**
 * Finds the items that a message names: by words of their titles that are no words of their options, and that are not said about any
 * product. `wrong size` names nothing, although one item comes in one size.
 *
 * @returns the words that name each item that is named
 */
export async function namedItems(
  { lexicon, text, reply }: NamingMessage,
  items: ViewedItem[],
  { catalog, pause }: Pick<ToolContext, 'catalog' | 'pause'>,
): Promise<Map<ViewedItem, Set<string>>> {
  const optionsOf = new Map(catalog.listed.map(({ id, options }) => [id, options]))
  const words = new Map<ViewedItem, Words>()
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % IN_A_PART === 0) await pause(true)
    words.set(item, wordsOfItem(item, optionsOf.get(item.productId ?? '') ?? NONE))
  }
  const byWord = new Map([...words.values()].flatMap(({ title }) => [...title].map((word) => [word, true] as const)))
  const meant = inTitles({ byWord, corrected: () => [] })
  const said = new Set(
    tokensOf(text).flatMap((token) => (lexicon?.mayName(token.written) === false ? [] : meant(token))),
  )
  const replied = reply === null ? NONE : new Set(tokensOf(reply).map(({ word }) => word))
  const named = new Map<ViewedItem, Set<string>>()
  for (const [item, { title, options }] of words) {
    const found = [...[...title].filter((word) => said.has(word)), ...[...options].filter((word) => replied.has(word))]
    if (found.length > 0) named.set(item, new Set(found))
  }
  return named
}

function wordsOfItem({ name, variant }: ViewedItem, ofProduct: ReadonlySet<string>): Words {
  const ofVariant = tokensOf(variant ?? '').map(({ word }) => word)
  const isOption = new Set([...ofVariant, ...ofProduct])
  const ofName = tokensOf(name).map(({ word }) => word)
  return {
    title: new Set(ofName.filter((word) => word.length >= SHORTEST && !isOption.has(word) && !OPTION_NAMES.has(word))),
    options: new Set([...ofVariant, ...ofName.filter((word) => isOption.has(word))]),
  }
}
