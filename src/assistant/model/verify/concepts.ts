import { da } from './languages/da.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { nl } from './languages/nl.ts'
import { pl } from './languages/pl.ts'
import { pt } from './languages/pt.ts'
import { sv } from './languages/sv.ts'

/** What a sentence may claim about an order, a product, a refund or a deed. */
export type Concept =
  | 'delivered'
  | 'shipped'
  | 'on_its_way'
  | 'preparing'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'lost'
  | 'late'
  | 'problem'
  | 'available'
  | 'sold_out'
  | 'few'
  | 'approved'
  | 'rejected'
  | 'over'
  | 'paid'
  | 'promise'
  | 'gift'
  | 'replaced'
  | 'changed'
  | 'handed_over'
  | 'contact'
  | 'deed'

/**
 * How a language says what is checked. The patterns are over folded text (lower case, no accents), without word boundaries around them where
 * a stem is enough.
 */
export interface ClaimWords {
  /** What denies the clause that it is in. */
  negation: string
  /** The words at which a sentence falls into clauses, each with its own yes or no; with accents, since `è` is no `e`. */
  joints: string
  /** Two to twelve; one is left out, since it is an article in most languages. */
  numbers: string
  concepts: Record<Concept, string>
}

/** The languages that answers are worded in. A wording in another one is not used, since nothing could check it. */
const languages: Record<string, ClaimWords> = { en, de, fr, es, it, nl, pt, pl, sv, da }

export const conceptLanguages: readonly string[] = Object.keys(languages)

interface Compiled {
  concepts: [name: string, pattern: RegExp][]
  negation: RegExp
  joints: RegExp
  /** The first is two. */
  numbers: RegExp[]
}

const compiled = new Map<string, Compiled>()

/** The patterns of a language, compiled when first needed; undefined if wordings in it cannot be checked. */
export function conceptsOf(language: string): Compiled | undefined {
  const known = languages[language]
  if (!known) return undefined
  const found = compiled.get(language) ?? {
    concepts: Object.entries(known.concepts).map(([name, pattern]): [string, RegExp] => [
      name,
      new RegExp(pattern, 'u'),
    ]),
    negation: new RegExp(known.negation, 'u'),
    joints: new RegExp(`[,;:–—]|(?<!\\p{L})(?:${known.joints})(?!\\p{L})`, 'u'),
    numbers: known.numbers.split(' ').map((word) => new RegExp(`(?<![\\p{L}])(?:${word})(?![\\p{L}])`, 'u')),
  }
  compiled.set(language, found)
  return found
}
