import type { Synonyms } from '../../search/objects-by-term.ts'
import type { ToolContext } from '../../tools/tool.ts'
import type { ClaimWords } from '../model/verify/claim-words.ts'
import type { WordingWords } from '../model/verify/wording-words.ts'
import type { CompiledLexicon, Lexicon } from '../understand/lexicon.ts'
import type { sentences } from './en/sentences.ts'

/** The sentences that several commands share. */
export type Templates = typeof sentences

/** What it takes to understand a language and to answer in it. */
export interface AnsweredLanguage {
  lexicon: Lexicon
  /** Usual words that look like words of the lexicon, separated by spaces: they are no typing mistakes. */
  usual: string
  /** The sentences that several commands share. */
  sentences: Templates
  /** The own words and sentences of commands, by their name, for a language that their folders lack. */
  ofCommands?: Record<string, { words?: Record<string, string>; sentences?: unknown; label?: string }>
  /** January to December. */
  months: string[]
  date(day: number, month: string, year: number): string
  /** Sunday to Saturday. */
  weekdays: string[]
  /** A day of these months, without its year. */
  nearDate(weekday: string, day: number, month: string): string
  /** A time on a day, such as `today at 09:00`. */
  atTime(day: string, time: string): string
  /** How the first five of a list are named, and their digits, in folded words. */
  ordinals: RegExp[]
}

/** What it takes to know that a message is in a language. */
export interface RecognizedLanguage {
  /** Frequent words, folded. A general detector alone takes Danish for Norwegian, and short Romance texts for one another. */
  words: string
  /** What the assistant says before people take over. */
  handedOver: string
}

/** A language: one that customers are answered in has `answers`, and any other one `recognized`. */
export interface LanguagePack {
  answers?: AnsweredLanguage
  recognized?: RecognizedLanguage
  /** What a model's sentences claim, and the words that they may use: without both no model words answers in it. */
  claims: ClaimWords
  wording: WordingWords
}

/** The sentences of a language, with its way to write dates and amounts. */
export interface Speech {
  language: string
  says: Templates
  /** The words of the language, as they are understood. */
  lexicon: CompiledLexicon | undefined
  /** What a button says that asks for a command. */
  labelOf(name: string): string
  /** A command's own sentences in the language. @param name the name of the command */
  own<T>(name: string, sentences: Record<string, T> & { en: T }): T
  /** What a text is about, each in all words for it in all languages. */
  terms(text: string): Synonyms[]
  /** January to December. */
  months: string[]
  /** A date in UTC, such as `3 March 2026`. */
  date(iso: string): string
  /** A date in UTC as people say it: `Tuesday, 3 March` within two months of now, else with its year. @param now in milliseconds */
  day(iso: string, now: number): string
  /** When people are back, such as `tomorrow at 9:00`: see `whenBack`. @param shopZone the zone of the shop's hours */
  moment(at: number, shopZone: string, reader: Pick<ToolContext, 'now' | 'visitor'>): string
  /** @param amount in minor units */
  amount(amount: number, currency: string): string
}
