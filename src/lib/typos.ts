const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** In shorter words one wrong letter makes another word. */
const LEAST_LETTERS = 5
const MOST_LETTERS = 20
const ONLY_LETTERS = /^[a-z]+$/

/** Whether a word can be found with one typo. */
export function mayHaveTypo(word: string): boolean {
  return word.length >= LEAST_LETTERS && word.length <= MOST_LETTERS && ONLY_LETTERS.test(word)
}

/**
 * All words that the word may be, if one letter is wrong, missing, too many, or changed places with the next one; in their order.
 * They are not collected in a Set, since V8 keeps each text that was in one until it collects the whole heap: 20 MB after 2,000 words.
 */
export function withoutTypo(word: string): string[] {
  const found = spellingsOf(word).sort()
  return found.filter((spelling, index) => spelling !== word && spelling !== found[index - 1])
}

/** The words among {@link withoutTypo} that are known. */
export function knownWithoutTypo(word: string, isKnown: (spelling: string) => boolean): string[] {
  return [...new Set(spellingsOf(word).filter((spelling) => spelling !== word && isKnown(spelling)))]
}

function spellingsOf(word: string): string[] {
  const found: string[] = []
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    found.push(before + after.slice(1), before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
    for (const letter of LETTERS) found.push(before + letter + after, before + letter + after.slice(1))
  }
  return found
}
