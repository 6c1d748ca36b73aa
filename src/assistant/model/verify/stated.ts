import { fold } from '../../understand/words.ts'
import { tokenClaim } from './claims.ts'
import { clausesOf, type Item } from './clauses.ts'
import { conceptsOf } from './concepts.ts'
import { type ClauseSaid, type Phrases, phrasesOf, REGRET, read } from './phrases.ts'
import { BAD, isQualifier, isRequest, isThing } from './wording-words.ts'

/** What a sentence of the answer says, as far as wordings of it may say it. */
export interface AnswerStatement {
  /** The facts that it is from: sentences with the same ones are about the same. */
  facts: string
  text: string
  states: ReadonlySet<string>
  things: ReadonlySet<string>
  values: ReadonlySet<string>
  tokens: ReadonlySet<string>
  data: ReadonlySet<string>
  /** Data that is a clause of its own, such as the news in `Last news of 3 March 2026: …`. */
  apart: ReadonlySet<string>
  /** What a wording of it may not leave out. */
  qualifiers: string[]
  isBad: boolean
}

/** Why the words of a sentence are not used. */
export type WordFault = 'signs' | 'word' | 'denial' | 'question' | 'request' | 'statement' | 'combination' | 'quote'

/** @param text marked, with its placeholders as marks, too */
export function statementOf(text: string, facts: string[], language: string): AnswerStatement {
  const said = saidBy(text, language, () => true)
  // Also those that are a part of a longer phrase.
  const things = saidBy(text, language, isThing)
  const all = (of: (one: ClauseSaid) => Iterable<string>) => new Set(said.flatMap((one) => [...of(one)]))
  const states = all((one) => one.states)
  return {
    facts: facts.join(),
    text: folded(text),
    states,
    things: new Set(things.flatMap((one) => [...one.things])),
    values: all((one) => one.values),
    tokens: all((one) => one.tokens),
    data: all((one) => one.data),
    apart: new Set(said.flatMap((one) => (one.isBare ? one.data : []))),
    qualifiers: [...states].filter((state) => isQualifier(meaningOf(state))),
    isBad: [...states].some((state) => state.endsWith('-') || BAD.has(state)),
  }
}

/**
 * What a sentence says, if its words say what one of the statements says. A word that is in none of them is not used, whatever it means: a list
 * of what may not be said would never be complete.
 *
 * @param text marked, with its placeholders as marks, too
 * @param named the statements that it may be from
 * @returns its states, or why it is not used
 */
export function statesOf(text: string, named: AnswerStatement[], language: string): ReadonlySet<string> | WordFault {
  const same = named.find((one) => one.text === folded(text))
  if (same) return same.states
  const phrases = phrasesOf(language)
  if (!phrases) return 'word'
  if (/[?¿]/.test(text) || phrases.asking.has(firstWord(text))) return 'question'
  const allowed = new Set(named.flatMap(({ states, things }) => [...[...states].map(meaningOf), ...things]))
  if (named.some(({ isBad }) => isBad)) allowed.add(REGRET)
  const clauses = clausesIn(text, language)
  if (clauses === null) return 'signs'
  if (repeats(clauses)) return 'statement'
  const stating = clauses.filter((clause) => !isCourtesy(clause, phrases))
  const said: ClauseSaid[] = []
  for (const clause of stating) {
    const one = read(clause, phrases, (meaning) => allowed.has(meaning))
    if (one === null) return 'denial'
    if (one.unknown.length > 0) return 'word'
    said.push(one)
  }
  return statementFault(said, named) ?? new Set(said.flatMap(({ states }) => [...states]))
}

function statementFault(said: ClauseSaid[], named: AnswerStatement[]): WordFault | null {
  if (said.length === 0) return null
  const states = new Set(said.flatMap((one) => [...one.states]))
  if (said.some((one) => one.isDenied && one.states.size === 0)) return 'denial'
  if (said.some((one) => one.hasVerb && one.states.size === 0)) return 'statement'
  if (!areQuoted(said, named)) return 'quote'
  // A quote by itself, such as an article.
  if (states.size === 0) return said.every((one) => one.isBare) ? null : 'statement'
  for (const one of joined(said)) {
    const sets = named.filter((source) => holds(source, one, named))
    if (sets.length === 0) return 'combination'
    if (one.states.size > 0 && !sets.some((source) => isComplete(source, one, states))) return 'combination'
    const asks = [...one.states].filter((state) => isRequest(meaningOf(state)))
    if (asks.length > 0 && !named.some((source) => isSameRequest(source, one))) return 'request'
  }
  return null
}

/** A date by itself belongs to what the clause before it says, or the first one that says something. */
function joined(said: ClauseSaid[]): ClauseSaid[] {
  const clauses: ClauseSaid[] = []
  for (const one of said) {
    const last = clauses.at(-1)
    if (!last || (one.states.size > 0 && last.states.size > 0)) clauses.push(one)
    else clauses[clauses.length - 1] = both(last, one)
  }
  return clauses
}

function both(one: ClauseSaid, other: ClauseSaid): ClauseSaid {
  return {
    ...one,
    states: new Set([...one.states, ...other.states]),
    things: new Set([...one.things, ...other.things]),
    values: [...one.values, ...other.values],
    tokens: [...one.tokens, ...other.tokens],
    data: [...one.data, ...other.data],
  }
}

/** Whether one statement, or with data several about the same, says what a clause says. */
function holds(source: AnswerStatement, { states, values, data }: ClauseSaid, named: AnswerStatement[]): boolean {
  const same = named.filter(({ facts }) => facts === source.facts)
  const has = (all: Iterable<string>, of: (one: AnswerStatement) => ReadonlySet<string>, among: AnswerStatement[]) =>
    [...all].every((claim) => among.some((one) => of(one).has(claim)))
  const isOne = values.length > 0
  return (
    has(states, (one) => one.states, isOne ? [source] : same) &&
    has(values, (one) => one.values, [source]) &&
    has(data.map(baseOf), (one) => one.data, same) &&
    (states.size === 0 || [...states].some((state) => source.states.has(state)))
  )
}

/** Whether nothing is left out that makes less of what is said: a part of an order, or the amount of a refund. */
function isComplete({ qualifiers, values }: AnswerStatement, clause: ClauseSaid, states: ReadonlySet<string>): boolean {
  if (!qualifiers.every((state) => states.has(state))) return false
  return !clause.states.has('refunded') || values.size === 0 || clause.values.length > 0
}

/**
 * Whether what is quoted is quoted whole, and in the words of its own sentence: with others around it, it could ask for something. Of a
 * sentence that has none, such as an article, nothing is around it.
 */
function areQuoted(said: ClauseSaid[], named: AnswerStatement[]): boolean {
  const quotes = whole(said.flatMap(({ data }) => data))
  if (quotes === null) return false
  return [...quotes].every((quote) => {
    const sources = named.filter(({ data }) => data.has(quote))
    return sources.some(({ states, things, apart }) => {
      if (states.size === 0 && things.size === 0) return said.every(({ isBare }) => isBare)
      let isFramed = false
      return said.every((clause) => {
        const frames =
          states.size > 0 ? [...states].some((one) => clause.states.has(one)) : hasAny(things, clause.things)
        isFramed ||= frames
        return (
          !clause.data.some((one) => baseOf(one) === quote) || frames || (isFramed && clause.isBare && apart.has(quote))
        )
      })
    })
  })
}

export function hasAny(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].some((one) => all.has(one))
}

/** The quotes of a sentence; null if one is not whole. Parts are `data:3/0/2`: the first of two parts of the fourth quote. */
function whole(data: string[]): Set<string> | null {
  const quotes = new Set<string>()
  let due: string | null = null
  for (const claim of data) {
    const [base = '', at, count] = claim.split('/')
    if (due !== null ? claim !== due : at !== undefined && at !== '0') return null
    due = at === undefined || Number(at) + 1 === Number(count) ? null : `${base}/${Number(at) + 1}/${count}`
    quotes.add(base)
  }
  return due === null ? quotes : null
}

function baseOf(claim: string): string {
  return claim.split('/')[0] ?? ''
}

function isSameRequest(source: AnswerStatement, { states, things, tokens, data }: ClauseSaid): boolean {
  return (
    [...states].every((state) => source.states.has(state)) &&
    [...things].every((thing) => source.things.has(thing)) &&
    tokens.every((token) => source.tokens.has(token)) &&
    data.every((claim) => source.data.has(baseOf(claim)))
  )
}

function saidBy(text: string, language: string, isAllowed: (meaning: string) => boolean): ClauseSaid[] {
  const phrases = phrasesOf(language)
  const clauses = clausesIn(text, language)
  if (!phrases || !clauses) return []
  return clauses.flatMap((clause) => read(clause, phrases, isAllowed) ?? [])
}

function clausesIn(text: string, language: string): Item[][] | null {
  const known = conceptsOf(language)
  return known ? clausesOf(text, known) : null
}

/** Whether a sentence names one order or parcel twice: a list of them says nothing. */
function repeats(clauses: Item[][]): boolean {
  const tokens = clauses.flat().flatMap((item) => (item.kind === 'token' ? [item.claim] : []))
  return new Set(tokens).size < tokens.length
}

/** The name of the customer. */
export const GREETED = tokenClaim('{{customer.first_name}}')

/** Whether a clause is a greeting, thanks, or only the name of the customer. */
function isCourtesy(clause: Item[], { courtesies }: Phrases): boolean {
  const others = clause.filter((item) => item.kind !== 'token' || item.claim !== GREETED)
  if (others.some((item) => item.kind !== 'word')) return false
  const words = others.map((item) => (item.kind === 'word' ? item.word : ''))
  return words.length === 0 || courtesies.has(words.join(' ')) || courtesies.has(`${words.join(' ')} #`)
}

function meaningOf(state: string): string {
  return state.replace(/-$/, '')
}

function folded(text: string): string {
  return fold(text).replaceAll(/\s+/g, ' ').trim()
}

function firstWord(text: string): string {
  return fold(/^[\s\p{P}]*(\p{L}+)/u.exec(text)?.[1] ?? '')
}
