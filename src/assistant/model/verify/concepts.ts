import { languageList } from '../../languages/list.ts'

/** The languages that answers are worded in. A wording in another one is not used, since nothing could check it. */

export const conceptLanguages: readonly string[] = Object.keys(languageList)

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
  const known = languageList[language]?.claims
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
