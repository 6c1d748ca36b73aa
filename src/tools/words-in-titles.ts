import { tokensOf } from './same-words.ts'
import type { ToolContext } from './tool.ts'

/** Titles that are read in one part: orders may have thousands of items. */
const IN_A_PART = 100

/** Shorter words of titles say little. */
const SHORTEST = 3

/** The words of a message that may name an item. */
export function namingWords(text: string): Set<string> {
  return new Set(tokensOf(text).flatMap(({ word }) => (word.length >= SHORTEST ? [word] : [])))
}

/**
 * Finds which words of a message are in the titles of items.
 *
 * @param words those of {@link namingWords}
 * @returns the words of each title that has any
 */
export async function wordsInTitles(
  words: ReadonlySet<string>,
  titles: string[],
  pause: ToolContext['pause'],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const [index, title] of [...new Set(titles)].entries()) {
    if (index > 0 && index % IN_A_PART === 0) await pause(true)
    const named = tokensOf(title).flatMap(({ word }) => (words.has(word) ? [word] : []))
    if (named.length > 0) found.set(title, new Set(named))
  }
  return found
}
