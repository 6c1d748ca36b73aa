import type { Answers } from '../../../rows/answers.ts'
import type { AmountForm } from '../../../rows/own-columns.ts'
import { session } from '../session.ts'
import type { Type } from './send.ts'

/** How a table was matched by hand: offered for the next file with its columns. */
export interface Matching {
  headings: string[]
  type: Type
  /** The fields of each column, by its place. */
  matches: string[][]
  amounts: AmountForm
}

interface Remembered {
  matchings: Matching[]
  answers: Answers
}

const MOST = 20
const nameOf = () => `storewire.matching.${session.value?.workspace.id}`

function remembered(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(nameOf()) ?? '') as Remembered
  } catch {
    return { matchings: [], answers: {} }
  }
}

function store(change: Partial<Remembered>): void {
  try {
    localStorage.setItem(nameOf(), JSON.stringify({ ...remembered(), ...change }))
  } catch {
    // Where storage is blocked, the next file is matched again.
  }
}

const isOf = ({ headings }: Matching, others: string[]) => JSON.stringify(headings) === JSON.stringify(others)

export function matchingOf(headings: string[]): Matching | undefined {
  return remembered().matchings.find((one) => isOf(one, headings))
}

export function keepMatching(matching: Matching): void {
  const others = remembered().matchings.filter((one) => !isOf(one, matching.headings))
  store({ matchings: [matching, ...others].slice(0, MOST) })
}

export function keepAnswers(answers: Answers): void {
  store({ answers: { ...remembered().answers, ...answers } })
}

const CURRENCIES: Record<string, string> = {
  ...{ US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', CA: 'CAD', AU: 'AUD', NZ: 'NZD', JP: 'JPY', SE: 'SEK', NO: 'NOK' },
  ...{ DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', BR: 'BRL', IN: 'INR', MX: 'MXN', ZA: 'ZAR', SG: 'SGD' },
}

/** What a file most likely has: the answer of the last file, or that of most people who use this browser's settings. */
export function guessedAnswer(question: 'currency' | 'timezone'): string {
  const last = remembered().answers[question]
  if (last) return last
  if (question === 'timezone') return Intl.DateTimeFormat().resolvedOptions().timeZone
  const region = new Intl.Locale(navigator.language).maximize().region ?? ''
  return CURRENCIES[region] ?? 'EUR'
}
