import { minorDigits } from '../../../lib/amounts.ts'
import { literally } from '../../../lib/text.ts'
import { fold } from '../../understand/words.ts'
import { conceptsOf } from './concepts.ts'
import {
  type Amount,
  amountForms,
  currencyMarks,
  dateForms,
  dateWords,
  monthsOf,
  nearDateForms,
  weekdaysOf,
} from './forms.ts'

/** Numbers above twelve and parts, which no answer writes as words: each counts as a number that no answer has. */
const OTHERS =
  /\b(?:dozen|hundred|thousand|million|half|twice|double|twenty|thirty|forty|fifty|dutzend|hundert|tausend|halb\w*|doppelt|zwanzig|dreissig|vierzig|funfzig|douzaine|cents?|mille|moitie|demi|double|vingt|trente|quarante|cinquante|docena|cien\w*|mil|mitad|medio|doble|veinte|treinta|cuarenta|cincuenta|dozzina|cento|meta|mezz[oa]|doppio|venti|trenta|quaranta|cinquanta|dozijn|honderd|duizend|helft|dubbel|twintig|dertig|veertig|vijftig|duzia|metade|meio|dobro|vinte|trinta|quarenta|tuzin|sto|tysiac|polowa|pol|dwadziescia|trzydziesci|hundra|tusen|halften|halv\w*|dubbelt|tjugo|trettio|fyrtio|femtio|dussin|hundrede|tusind|dobbelt|tyve|tredive|fyrre)\b/g

/** The numbers that are written as words; a word that no answer writes stands for itself. @param text folded */
function numberWordsIn(text: string, language: string): string[] {
  const words = conceptsOf(language)?.numbers ?? []
  const found = words.flatMap((word, index) => (word.test(text) ? [String(index + 2)] : []))
  return [...found, ...[...text.matchAll(OTHERS)].map(([word]) => word)]
}

/**
 * What a text claims, each as one comparable text: `date:2026-03-03`, `amount:1290 EUR`, `number:3`, `word:tomorrow`, `token:O1`,
 * `delivered`, and `shipped-` for something that is denied.
 */
export type Claims = ReadonlySet<string>

/** The dates and amounts of an answer, with all ways to write them. */
export interface Vocabulary {
  forms: { pattern: RegExp; claim: string }[]
}

const NEAR_DATE = /(\p{L}+),?\s+(\d{1,2})\.?\s+(?:de\s+)?(\p{L}+)(?!\s+(?:de\s+)?\d{4})/giu

const MARK = /\ue000([^\ue001]*)\ue001/g

/**
 * Finds the dates and amounts that an answer has. Other ones have no form, so their digits stay and are found as numbers.
 *
 * @param quotes other texts that are one thing each, such as the title of a product, with their claims
 */
export function vocabularyOf(
  texts: string[],
  { spoken, wanted, quotes }: { spoken: string; wanted: string; quotes: { text: string; claim: string }[] },
): Vocabulary {
  const forms: { text: string; claim: string }[] = []
  for (const iso of datesIn(texts.join('\n'), spoken))
    for (const language of new Set([spoken, wanted]))
      forms.push(...dateForms(iso, language).map((text) => ({ text, claim: `date:${iso}` })))
  for (const iso of nearDatesIn(texts.join('\n'), spoken))
    for (const language of new Set([spoken, wanted]))
      forms.push(...nearDateForms(iso, language).map((text) => ({ text, claim: `date:${iso}` })))
  for (const amount of amountsIn(texts.join('\n'), spoken))
    for (const language of new Set([spoken, wanted]))
      forms.push(
        ...amountForms(amount, language).map((text) => ({ text, claim: `amount:${amount.amount} ${amount.currency}` })),
      )
  const distinct = new Map<string, Set<string>>()
  for (const { text, claim } of forms)
    distinct.set(text.toLowerCase(), (distinct.get(text.toLowerCase()) ?? new Set()).add(claim))
  const usable = [...distinct].flatMap(([text, claims]) => {
    const [claim] = claims
    // A form without its year may mean two dates of the answer: then it is not a form.
    return claim !== undefined && claims.size === 1 ? [{ text, claim }] : []
  })
  const byLength = (one: { text: string }, other: { text: string }) => other.text.length - one.text.length
  return {
    // A date in a title is a part of it.
    forms: [...quotes.toSorted(byLength), ...usable.sort(byLength)].map(({ text, claim }) => ({
      pattern: formPattern(text),
      claim,
    })),
  }
}

function formPattern(text: string): RegExp {
  const escaped = literally(text).replaceAll(/\s+/g, '\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,])${escaped}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'giu')
}

/** The text with its quotes, dates, amounts and placeholders as marks, so that a dot in them ends no sentence. */
export function marked(text: string, { forms }: Vocabulary, tokensIn: (text: string) => string[]): string {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
  const found = forms.reduce((done, { pattern, claim }) => outsideMarks(done, pattern, `\ue000${claim}\ue001`), plain)
  return [...new Set(tokensIn(withoutMarks(found)))].reduce((done, token) => {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}{_])${literally(token)}(?![\\p{L}\\p{N}])`, 'gu')
    return outsideMarks(done, pattern, `\ue000${tokenClaim(token)}\ue001`)
  }, found)
}

/** What a placeholder claims. */
export function tokenClaim(token: string): string {
  return `token:${token.replaceAll('.', '·')}`
}

function outsideMarks(text: string, pattern: RegExp, mark: string): string {
  return text
    .split(/(\ue000[^\ue001]*\ue001)/)
    .map((part) => (part.startsWith('\ue000') ? part : part.replaceAll(pattern, mark)))
    .join('')
}

/** The claims of marks in their order: dates and amounts. */
export function marksIn(text: string): string[] {
  return [...text.matchAll(MARK)].map(([, claim = '']) => claim)
}

export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, ' ')
}

/** All claims of a marked text; quotes are no claims. */
export function claimsOf(text: string, language: string): Claims {
  const claims = new Set<string>(marksIn(text).filter((claim) => !claim.startsWith('data:')))
  const bare = withoutMarks(text)
  for (const [digits] of bare.matchAll(/\d+(?:[.,:]\d+)*/g)) claims.add(`number:${digits}`)
  for (const value of numberWordsIn(fold(bare), language)) claims.add(`number:${value}`)
  const lower = ` ${bare.toLowerCase().replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')} `
  for (const word of wordsForDates(language)) if (lower.includes(` ${word} `)) claims.add(`word:${word}`)
  for (const claim of conceptClaims(bare, language)) claims.add(claim)
  // Models fall into English, in which nothing may be claimed either.
  for (const claim of conceptClaims(bare, 'en')) claims.add(`en:${claim.replace(/-$/, '')}`)
  return claims
}

/** Every concept with the yes or no of its clause. */
function conceptClaims(text: string, language: string): string[] {
  const known = conceptsOf(language)
  if (!known) return []
  return text
    .toLowerCase()
    .split(/[.!?\n]/)
    .flatMap((sentence) => sentence.split(known.joints))
    .map(fold)
    .flatMap((clause) => {
      const isDenied = known.negation.test(clause)
      return known.concepts.filter(([, pattern]) => pattern.test(clause)).map(([name]) => claimOf(name, isDenied))
    })
}

/** What is sold out is not available: either may be said for the other. */
function claimOf(concept: string, isDenied: boolean): string {
  if (concept === 'sold_out') return isDenied ? 'available' : 'available-'
  return isDenied ? `${concept}-` : concept
}

const dateWordsOf = new Map<string, string[]>()

function wordsForDates(language: string): string[] {
  const found = dateWordsOf.get(language) ?? dateWords(language)
  dateWordsOf.set(language, found)
  return found
}

/** Dates as the templates write them, such as `3 March 2026`, and as ISO-8601 days. */
export function datesIn(text: string, language: string): Set<string> {
  const months = monthsOf(language)
  const found = new Set<string>()
  for (const [, day = '', word = '', year = ''] of text.matchAll(
    /(?<!\d)(\d{1,2})\.?\s+(?:de\s+)?(\p{L}+)\s+(?:de\s+)?(\d{4})(?!\d)/giu,
  )) {
    const month = months.indexOf(word.toLowerCase())
    if (month !== -1) found.add(new Date(Date.UTC(Number(year), month, Number(day))).toISOString().slice(0, 10))
  }
  return found
}

/** Dates with a weekday instead of their year, as days of a year in which they fall on it. */
export function nearDatesIn(text: string, language: string): Set<string> {
  const [months, weekdays] = [monthsOf(language), weekdaysOf(language)]
  const full = [...datesIn(text, language)]
  const found = new Set<string>()
  for (const [, name = '', day = '', word = ''] of text.matchAll(NEAR_DATE)) {
    const [weekday, month] = [weekdays.indexOf(name.toLowerCase()), months.indexOf(word.toLowerCase())]
    if (weekday === -1 || month === -1) continue
    // Each date falls on each weekday within eleven years; 29 February within forty.
    const days = Array.from({ length: 40 }, (_, year) => new Date(Date.UTC(2000 + year, month, Number(day))))
    const same = days.find((one) => one.getUTCDay() === weekday && one.getUTCMonth() === month)
    const iso = same?.toISOString().slice(0, 10)
    if (iso !== undefined && !full.some((one) => one.endsWith(iso.slice(4)))) found.add(iso)
  }
  return found
}

/** Amounts as the templates write them, such as `€12.90` or `12,90 €`, and with a code: `12.90 EUR`. */
export function amountsIn(text: string, language: string): Amount[] {
  const { marks, pattern } = currencyMarks(language)
  return [...text.matchAll(pattern)].flatMap(([, before, number = '', after]) => {
    const mark = before ?? after
    const currency = mark === undefined ? undefined : (marks.get(mark) ?? mark)
    return currency === undefined ? [] : [{ amount: minorUnitsOf(number, currency), currency }]
  })
}

/** Minor units of a written number: `1,234.50` in EUR is 123450, and `100` is 10000. */
function minorUnitsOf(number: string, currency: string): number {
  const digits = minorDigits(currency)
  const places = /[.,](\d+)$/.exec(number)?.[1]?.length ?? 0
  return Number(number.replaceAll(/\D/g, '')) * (digits > 0 && places === digits ? 1 : 10 ** digits)
}
