import { de } from './texts/de.ts'
import { en, type LetterTexts } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'

/** The texts of mails to customers, by language, as shops may replace them. A language is a file there, and a line here. */
export const letterTexts = { en, de, fr, es }

type LetterLanguage = keyof typeof letterTexts

export const letterLanguages = Object.keys(letterTexts) as LetterLanguage[]
export const letterTextNames = Object.keys(en) as (keyof LetterTexts)[]

/** The language that a customer is written to in. @param asked that of the chat; anything that there is no text in is English */
export function letterLanguage(asked: string | null): LetterLanguage {
  const wanted = asked?.toLowerCase().split(/[-_]/)[0]
  return letterLanguages.find((one) => one === wanted) ?? 'en'
}

/** The words of one mail. */
export interface LetterWords {
  language: LetterLanguage
  /** A text, with the words in braces filled in. */
  say(name: keyof LetterTexts, values?: Record<string, string>): string
}

/**
 * The texts for a customer, with those that the shop has replaced. What is said to all of a language is filled in here.
 *
 * @param asked the language of the chat
 */
export function letterWords(
  asked: string | null,
  replaced: { language: string; name: string; text: string }[],
  always: Record<string, string>,
): LetterWords {
  const language = letterLanguage(asked)
  const own = replaced.filter((one) => one.language === language).map(({ name, text }) => [name, text])
  const texts: LetterTexts = { ...letterTexts[language], ...Object.fromEntries(own) }
  return {
    language,
    say: (name, values = {}) => {
      const all: Record<string, string> = { ...always, ...values }
      // Filled in at once: a value that has braces is not filled in itself.
      return texts[name].replaceAll(/\{(\w+)\}/g, (whole, key: string) => all[key] ?? whole)
    },
  }
}
