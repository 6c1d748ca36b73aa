/** How a language writes words: whether an apostrophe splits them, and spellings that count as one. */
export interface Spelling {
  /** `l'écharpe` is two words in French; `where's` is one in English. */
  apostropheSplits: boolean
  /** Replacements in folded words, such as `ae` for `a` in German, since many write `ä` as `ae`. */
  same: [RegExp, string][]
}

/** The most characters of a message that are read. More than a message may have. */
const MOST_READ = 4_000

/** E-mail and web addresses. Searched from the start of a word only: else long words would take seconds. */
const ADDRESS = /(?<!\S)\S+@\S+|https?:\/\/\S+/g

/** A text without addresses, whose words mean nothing. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, ' ')
}

/** The words of a text, folded: lower case, no accents, no punctuation. */
export function wordsOf(text: string, spelling: Spelling): string[] {
  return fold(text.slice(0, MOST_READ))
    .replaceAll(/[’'`´]/g, spelling.apostropheSplits ? ' ' : '')
    .split(/[^\p{L}\p{N}#@]+/u)
    .filter((word) => word !== '' && word !== '#')
    .map((word) => sameSpelling(squeezed(word), spelling))
}

/** Lower case without accents. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('e-mail', 'email')
}

/** A letter that is repeated for emphasis counts twice at most: `pleeease`. */
function squeezed(word: string): string {
  return /\d/.test(word) ? word : word.replaceAll(/(.)\1{2,}/gu, '$1$1')
}

export function sameSpelling(word: string, { same }: Spelling): string {
  return same.reduce((spelled, [from, to]) => spelled.replaceAll(from, to), word)
}

/** A message in sentences and clauses, which may each ask for something. */
export function clausesOf(text: string, joints: ReadonlySet<string>): string[] {
  const sentences = text.split(/[!?;\n]+|\.(?=\s|$)|,(?=\s)|\s[-–—]\s|(?<!\S)\d{1,2}[.)](?=\s)/u)
  return sentences.flatMap((sentence) => atJoints(sentence, joints)).filter((clause) => clause.trim() !== '')
}

function atJoints(sentence: string, joints: ReadonlySet<string>): string[] {
  const clauses: string[] = ['']
  for (const part of sentence.split(/(\s+)/)) {
    if (joints.has(fold(part))) clauses.push('')
    else clauses[clauses.length - 1] += part
  }
  return clauses
}
