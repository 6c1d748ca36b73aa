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
  return isEnough(sum([...one].filter(([word]) => other.has(word))), sum(one), sum(other))
}

const sum = (words: Iterable<[string, number]>) => [...words].reduce((total, [, weight]) => total + weight, 0)

const isEnough = (shared: number, one: number, other: number) =>
  shared >= LEAST_SHARED && shared >= ALIKE * Math.min(one, other)

/**
 * Groups texts that are alike, in the order in which their first ones come; the largest group first. What a text shares with all groups is
 * added up word by word: to compare it with each group took seconds for a thousand texts with a word in common.
 */
export function grouped<T>(items: T[], textOf: (item: T) => string): T[][] {
  const groups: { all: number; items: T[] }[] = []
  const byWord = new Map<string, number[]>()
  for (const item of items) {
    const words = stemsOf(textOf(item))
    const all = sum(words)
    const shared = new Uint16Array(groups.length)
    for (const [word, weight] of words)
      for (const group of byWord.get(word) ?? []) shared[group] = (shared[group] ?? 0) + weight
    const found = groups[shared.findIndex((weight, group) => isEnough(weight, all, groups[group]?.all ?? 0))]
    if (found) found.items.push(item)
    else {
      for (const word of words.keys()) {
        const having = byWord.get(word)
        if (having) having.push(groups.length)
        else byWord.set(word, [groups.length])
      }
      groups.push({ all, items: [item] })
    }
  }
  return groups.map((group) => group.items).sort((one, other) => other.length - one.length)
}
