import { detectLanguage } from '../../understand/language.ts'
import { type Claims, claimsOf, marked, marksIn, type Vocabulary, vocabularyOf, withoutMarks } from './claims.ts'
import type { Piece } from './frames.ts'
import { phrasesOf } from './phrases.ts'
import { quotesOf } from './quotes.ts'
import { type AnswerStatement, GREETED, hasAny, statementOf, statesOf, type WordFault } from './stated.ts'

/** What a wording may say. Texts have placeholders instead of personal data. */
export interface Material {
  sentences: Piece[]
  /** What each fact is about, such as an order. A sentence of the wording is about one of them. */
  subjects: Record<string, string>
  /** The language of the sentences, and the one of the wording. */
  spoken: string
  wanted: string
  /** Placeholders in a text. */
  tokensIn(text: string): string[]
  /** Words of the titles of products, folded: they are in no language. */
  products?: ReadonlySet<string>
}

/** Why a wording is not used. */
export type WordingFault =
  | 'language_unknown'
  | 'empty'
  | 'too_long'
  | 'markup'
  | 'characters'
  | 'placeholder'
  | 'link'
  | 'language'
  | 'citation'
  | 'two_subjects'
  | 'claim'
  | 'omission'
  | WordFault

export type WordingVerdict =
  | { isFaithful: true; text: string; citations: string[] }
  | { isFaithful: false; fault: WordingFault; at: string }

const MOST_CHARACTERS = 600
const CITATION = /\s*\[(f\d+(?:\s*,\s*f\d+)*)\]/g
const MARKUP = /[<>`*_|\\]|\]\(|^\s*(?:[-–•#]|\d+[.)]\s)/m
const LINK =
  /https?:|www\.|\S@\S|(?<![\p{L}\p{N}])[\p{L}\p{N}-]+\.(?:com|net|org|io|dev|app|co|eu|uk|de|at|ch|fr|es|it|nl|be|pt|br|pl|us|shop|store|info|biz|me|ly|xyz|site|online)(?![\p{L}\p{N}])/iu
/** All languages of wordings are written in Latin letters; others could imitate them. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|[\p{Cf}\p{Co}\p{No}\p{Nl}]|(?!\n)\p{Cc}/u
/** Marks that belong to no letter: they could cross a word out. */
const STROKE = /\p{M}/u
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u

/**
 * Whether a wording says what the answer says and nothing else. Pure. Each word has to be one that the answer allows: everything else counts as
 * invented, so a faithful wording may be rejected; then the sentences of the template are sent.
 */
export function verify(prose: string, material: Material): WordingVerdict {
  const { sentences, spoken, wanted, tokensIn } = material
  const fault = (name: WordingFault, at = ''): WordingVerdict => ({ isFaithful: false, fault: name, at })
  const phrases = phrasesOf(spoken)
  if (!phrases || !phrasesOf(wanted)) return fault('language_unknown', wanted)
  const text = prose.trim()
  const plain = withoutCitations(text)
  if (plain === '') return fault('empty')
  if (plain.length > MOST_CHARACTERS) return fault('too_long')
  const bare = withoutTokens(plain, tokensIn(plain))
  if (FOREIGN.test(bare) || OTHER_DIGITS.test(bare) || STROKE.test(bare.normalize('NFC'))) return fault('characters')
  if (/[{}[\]]/.test(bare)) return fault('placeholder')
  if (MARKUP.test(bare)) return fault('markup')
  if (LINK.test(bare)) return fault('link')
  const texts = sentences.map((sentence) => sentence.text)
  const vocabulary = vocabularyOf(texts, { spoken, wanted, quotes: quotesOf(sentences, material, phrases) })
  const lines = sentences.map((sentence) => lineOf(sentence, material, vocabulary))
  const said = new Set<string>()
  const stated = new Set<string>()
  const cited = new Set<string>()
  for (const part of sentencesOf(marked(text, vocabulary, tokensIn))) {
    const problem = checkSentence(part, lines, material, { said, stated, cited })
    if (problem) return fault(problem, withoutCitations(part))
  }
  const missing = lines.flatMap((line) => line.needed).find((claim) => !said.has(claim))
  if (missing !== undefined) return fault('omission', missing)
  const unsaid = lines.find(({ statement: { states } }) => states.size > 0 && !hasAny(states, stated))
  if (unsaid) return fault('omission', unsaid.statement.text)
  return { isFaithful: true, text: plain, citations: [...cited] }
}

/** A sentence of the answer as it is compared. */
interface Line {
  facts: string[]
  statement: AnswerStatement
  claims: Claims
  marks: string[]
  /** What no wording may leave out: dates, amounts, placeholders, what is denied, and that people take over. */
  needed: string[]
}

function lineOf({ text, facts }: Piece, { spoken, tokensIn }: Material, vocabulary: Vocabulary): Line {
  const found = marked(text, vocabulary, tokensIn)
  const claims = claimsOf(found, spoken)
  const statement = statementOf(found, facts, spoken)
  return { facts, statement, claims, marks: marksIn(found), needed: [...claims].filter(isNeeded) }
}

function isNeeded(claim: string): boolean {
  return /^(?:date|amount|token):|-$/.test(claim) || claim === 'handed_over'
}

/** Sentences with the citations behind them. */
function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?\n]+(?:[.!?]+(?=\s|\[|$)|\n|$|[.!?])(?:\s*\[f[\d,\sf]+\])*/g) ?? []).filter(
    (part) => part.trim() !== '',
  )
}

function checkSentence(
  part: string,
  lines: Line[],
  material: Material,
  { said, stated, cited }: Record<'said' | 'stated' | 'cited', Set<string>>,
): WordingFault | undefined {
  const { wanted, subjects } = material
  const citations = [...part.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(/\s*,\s*/))
  if (citations.some((id) => subjects[id] === undefined)) return 'citation'
  const plain = withoutCitations(part)
  if (isForeign(plain, material)) return 'language'
  const claims = new Set(claimsOf(plain, wanted))
  claims.delete(GREETED)
  const named = lines.filter(({ facts }) => facts.length === 0 || facts.some((id) => citations.includes(id)))
  const allowed = new Set(named.flatMap((line) => [...line.claims]))
  const invented = [...claims].find((claim) => !allowed.has(claim))
  if (invented !== undefined) return isCited(invented, lines, citations) ? 'claim' : 'citation'
  if (new Set(citations.map((id) => subjects[id])).size > 1) return 'two_subjects'
  if (!isTogether(plain, claims, named)) return 'combination'
  const statements = named.map(({ statement }) => statement)
  const states = statesOf(plain, statements, wanted)
  if (typeof states === 'string') return states
  for (const state of states) stated.add(state)
  for (const claim of claims) said.add(claim)
  for (const id of citations) cited.add(id)
  return undefined
}

/** A sentence with fewer words does not show its language. */
const LEAST_WORDS = 3

/** Whether a sentence is in another language: its claims could not be found. */
function isForeign(text: string, { wanted, products }: Material): boolean {
  const bare = withoutMarks(text)
  if ((bare.match(/\p{L}+/gu)?.length ?? 0) < LEAST_WORDS) return false
  return detectLanguage(bare, { last: wanted }, products) !== wanted
}

/** Whether a claim that is not allowed is in no sentence of the answer at all; else only its citation is missing. */
function isCited(claim: string, lines: Line[], citations: string[]): boolean {
  return citations.length > 0 || !lines.some(({ claims }) => claims.has(claim))
}

/** Amounts, and several dates, belong to what one sentence of the answer says about them, in the same order. */
function isTogether(text: string, claims: Claims, lines: Line[]): boolean {
  const marks = marksIn(text)
  const amounts = marks.filter((mark) => mark.startsWith('amount:'))
  const dates = marks.filter((mark) => mark.startsWith('date:'))
  const concepts = [...claims].filter((claim) => !claim.includes(':'))
  const hasAll = (line: Line, wanted: string[]) => wanted.every((claim) => line.claims.has(claim))
  if (amounts.length > 0 && !lines.some((line) => hasAll(line, concepts) && isInOrder(amounts, line.marks)))
    return false
  return dates.length < 2 || lines.some((line) => isInOrder(dates, line.marks))
}

function isInOrder(some: string[], all: string[]): boolean {
  let at = 0
  for (const mark of all) if (mark === some[at]) at++
  return at === some.length
}

function withoutCitations(text: string): string {
  return text
    .replaceAll(CITATION, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
}

function withoutTokens(text: string, tokens: string[]): string {
  return tokens.reduce((rest, token) => rest.replaceAll(token, ' '), text)
}
