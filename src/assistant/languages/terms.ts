import type { Synonyms } from '../../search/objects-by-term.ts'
import type { CompiledLexicon } from '../understand/lexicon.ts'
import { languages } from './list.ts'

/** Concepts that say how something is asked, not what about: a word with one of them names nothing. */
const FORM: ReadonlySet<string> = new Set(
  `filler please i you my it where when who what why how howlong question_did where_find know_not may greet thank bye yes no in_it to with any
   already still not nothing anything nobody`.split(/\s+/),
)
/** Concepts that say little, beside others of the same word. */
const GENERAL: ReadonlySet<string> = new Set(
  `me which howmuch howmany until whether or_not want may_i_generally please_give give never have haveyou got get people someone exists options
   option take takes possible use help info info_about goods thing what_about off product pick praise angry fed_up usually other list show
   duration days number quantity quantity_word question_accept accept works whatif method neither forgot confirm create untrue took_place
   lasttime check needgoods looking_for forever period much_longer buy status_word title again dislike`.split(/\s+/),
)
/** Words that are shorter name nothing. */
const SHORTEST = 3
/** A word of so many letters is also found with another ending. */
const INFLECTED = 5
/** From so many letters on, a word is also found at the beginning of others: `Rabattcode` in `Rabattcodes`. */
const COMPOUND = 6
const MOST_TERMS = 12
const MOST_WORDS = 200
/** Concepts that pages name instead. */
const RELATED: Record<string, string[]> = {
  paymethod: ['pay'],
  brand: ['pay'],
  shipping_cost: ['shipping'],
  withdrawal_right: ['returns'],
  login_problem: ['password', 'account'],
}
/** Words that mean it on a help page, and too much elsewhere. */
const EXTRA: Record<string, string[]> = { discount: ['code', 'codes', 'codigo', 'codigos'] }

/** What a text is about, each in all words for it in all languages: a code is also a coupon, a Rabatt and a réduction. */
export function termsIn(text: string, lexicon: CompiledLexicon): Synonyms[] {
  const { words, hits, unknown } = lexicon.annotate(text)
  const names = new Set(unknown)
  const terms = new Map<string, Synonyms>()
  for (const [at, word] of words.entries()) {
    const meant = hits.flatMap((hit) => (hit.at === at ? [hit.concept] : []))
    if (meant.some((concept) => FORM.has(concept))) continue
    const concepts = [...new Set(meant)].filter((concept) => !GENERAL.has(concept)).sort()
    if (concepts.length === 0 && (!names.has(word) || word.length < SHORTEST || /\d/.test(word))) continue
    const key = concepts.length > 0 ? concepts.join(' ') : word
    if (!terms.has(key)) terms.set(key, synonyms(word, concepts))
  }
  return [...terms.values()].slice(0, MOST_TERMS)
}

function synonyms(word: string, concepts: string[]): Synonyms {
  const words = new Set([word, ...concepts.flatMap((concept) => EXTRA[concept] ?? [])])
  const related = concepts.flatMap((concept) => [concept, ...(RELATED[concept] ?? [])])
  const beginnings = new Set(word.length >= INFLECTED ? [word.replace(/(?:e[nrsm]?|s|x|es)$/, '')] : [])
  for (const lexiconOf of Object.values(languages))
    for (const concept of related)
      for (const entry of lexiconOf().wordsFor(concept))
        if (entry.endsWith('*')) beginnings.add(entry.slice(0, -1))
        else {
          words.add(entry)
          if (entry.length >= COMPOUND) beginnings.add(entry)
        }
  return { words: spellings(words), beginnings: spellings(beginnings) }
}

/** Lexicons have no `ß`, and the index has no other spelling of it. */
function spellings(words: Set<string>): string[] {
  const all = [...words].flatMap((word) => (word.includes('ss') ? [word, word.replaceAll('ss', 'ß')] : [word]))
  return all.slice(0, MOST_WORDS)
}
