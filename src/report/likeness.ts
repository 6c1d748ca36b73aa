import { wordsOf } from '../lib/text.ts'

/** Two questions are alike if they share at least this part of their words, rare words counting more. */
const ALIKE = 0.4
/** Letters of a word that are compared, so that `deliveries` is like `delivery`. */
const STEM = 6

/** The beginnings of the words of a text, as the search index has them; without what was masked. */
export function stemsOf(text: string): Set<string> {
  return new Set(
    wordsOf(text.replaceAll(/\[[^\]]*\]/g, ' '))
      .filter((word) => word.length > 1)
      .map((word) => word.slice(0, STEM)),
  )
}

/** Whether two sets of words are of questions that are alike. @param weigh how much a word counts */
export function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>, weigh = (_: string) => 1): boolean {
  let shared = 0
  let all = 0
  for (const word of one) {
    all += weigh(word)
    if (other.has(word)) shared += weigh(word)
  }
  for (const word of other) if (!one.has(word)) all += weigh(word)
  return all > 0 && shared / all >= ALIKE
}

/** Groups texts that are alike, in the order in which their first ones come; the largest group first. */
export function grouped<T>(items: T[], textOf: (item: T) => string): T[][] {
  const stems = items.map((item) => stemsOf(textOf(item)))
  const frequency = new Map<string, number>()
  for (const words of stems) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const weigh = (word: string) => Math.log(1 + items.length / (frequency.get(word) ?? 1))
  const groups: { words: ReadonlySet<string>; items: T[] }[] = []
  const byWord = new Map<string, Set<number>>()
  for (const [index, item] of items.entries()) {
    const words = stems[index] ?? new Set()
    const candidates = new Set([...words].flatMap((word) => [...(byWord.get(word) ?? [])]))
    const found = [...candidates].find((one) => areAlike(groups[one]?.words ?? new Set(), words, weigh))
    if (found !== undefined) groups[found]?.items.push(item)
    else {
      for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(groups.length))
      groups.push({ words, items: [item] })
    }
  }
  return groups.map((group) => group.items).sort((one, other) => other.length - one.length)
}
