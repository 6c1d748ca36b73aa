import { fold } from '../../understand/words.ts'

/** A part of a clause. */
export type Item =
  /** @property word folded */
  | { kind: 'word'; word: string }
  /** A placeholder, such as `O1`. */
  | { kind: 'token'; claim: string }
  /** A date, an amount or a number, which belongs to what one line says. */
  | { kind: 'value'; claim: string }
  /** A text from pushed data, whole. */
  | { kind: 'data'; claim: string }

const ITEM = /\ue000([^\ue001]*)\ue001|\p{L}+|\d+(?:[.,:]\d+)*|[,;:–—()\n]|\s-\s|[^\s]/gu
const SEPARATOR = /^(?:[,;:–—()\n]|\s-\s)$/
/** Other signs could change what words say: quotes that doubt them, strokes through them, pictures. */
const SIGNS = /^[.!?¿¡'’‘-]$/
/** Around a word, such as quotes have it. */
const LOOSE_APOSTROPHE = /(?<![\p{L}\ue001])['’‘]|['’‘](?!\p{L})/u
/** Words that no language writes with other letters than these. */
const LETTERS = /^[A-Za-zÀ-ɏ]+$/

/**
 * The clauses of a marked sentence, each with its own yes or no.
 *
 * @param joints the words that separate clauses; @param numbers words of numbers: the first is two
 * @returns null if the sentence has a sign that no wording may have
 */
export function clausesOf(text: string, { joints, numbers }: { joints: RegExp; numbers: RegExp[] }): Item[][] | null {
  if (LOOSE_APOSTROPHE.test(text)) return null
  const clauses: Item[][] = [[]]
  for (const [found, claim] of spelledOut(text).matchAll(ITEM)) {
    const clause = clauses.at(-1) ?? []
    if (claim !== undefined) clause.push({ kind: kindOf(claim), claim })
    else if (SEPARATOR.test(found) || isJoint(found, joints)) clauses.push([])
    else if (/^\d/.test(found)) clause.push({ kind: 'value', claim: `number:${found}` })
    else if (/^\p{L}/u.test(found)) {
      if (!LETTERS.test(found)) return null
      const word = plainLetters(found)
      const number = numbers.findIndex((pattern) => pattern.test(word))
      clause.push(number === -1 ? { kind: 'word', word } : { kind: 'value', claim: `number:${number + 2}` })
    } else if (!SIGNS.test(found)) return null
  }
  return clauses.filter((clause) => clause.length > 0)
}

function kindOf(claim: string): 'token' | 'data' | 'value' {
  if (claim.startsWith('token:')) return 'token'
  return claim.startsWith('data:') ? 'data' : 'value'
}

function isJoint(word: string, joints: RegExp): boolean {
  return /^\p{L}/u.test(word) && joints.exec(word.toLowerCase())?.[0] === word.toLowerCase()
}

/** Folded, also the letters that are no others with an accent. */
export function plainLetters(word: string): string {
  return fold(word).replaceAll('ł', 'l').replaceAll('ø', 'o')
}

/** Without what hides a word: `isn't` denies. */
function spelledOut(text: string): string {
  return text
    .replaceAll(/can[’'‘]t(?!\p{L})/giu, 'can not')
    .replaceAll(/n[’'‘]t(?!\p{L})/giu, ' not')
    .replaceAll(/e-mail/giu, 'email')
}
