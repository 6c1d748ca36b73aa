import { wordsOf } from '../lib/text.ts'

/** Two questions are alike if they share at least this part of the shorter one's words, long words counting more. */
const ALIKE = 0.55
/** What they share counts at least so much: two words such as `do you` are nothing. */
const LEAST_SHARED = 6
/** Letters of a word that are compared, so that `deliveries` is like `delivery`. */
const STEM = 5

/** The beginnings of the words of a text, as the search index has them, each with how much it counts; without what was masked. */
export function stemsOf(text: string): Map<string, number> {
  const stems = wordsOf(text.replaceAll(/\[[^\]]*\]/g, ' '))
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word).slice(0, STEM))
  return new Map(stems.map((stem) => [stem, stem.length - 1]))
}

/** Whether questions with these words are alike. */
export function areAlike(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  const sum = (words: Iterable<[string, number]>) => [...words].reduce((total, [, weight]) => total + weight, 0)
  const shared = sum([...one].filter(([word]) => other.has(word)))
  return shared >= LEAST_SHARED && shared >= ALIKE * Math.min(sum(one), sum(other))
}

/** Groups texts that are alike, in the order in which their first ones come; the largest group first. */
export function grouped<T>(items: T[], textOf: (item: T) => string): T[][] {
  const groups: { words: ReadonlyMap<string, number>; items: T[] }[] = []
  const byWord = new Map<string, Set<number>>()
  for (const item of items) {
    const words = stemsOf(textOf(item))
    const candidates = new Set([...words.keys()].flatMap((word) => [...(byWord.get(word) ?? [])]))
    const found = [...candidates].find((one) => areAlike(groups[one]?.words ?? new Map(), words))
    if (found !== undefined) groups[found]?.items.push(item)
    else {
      for (const word of words.keys()) byWord.set(word, (byWord.get(word) ?? new Set()).add(groups.length))
      groups.push({ words, items: [item] })
    }
  }
  return groups.map((group) => group.items).sort((one, other) => other.length - one.length)
}
