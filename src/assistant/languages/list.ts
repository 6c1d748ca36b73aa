import { commands } from '../commands/list.ts'
import { type CompiledLexicon, compile } from '../understand/lexicon.ts'
import { da } from './da/index.ts'
import { de } from './de/index.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr/index.ts'
import { it } from './it/index.ts'
import type { AnsweredLanguage, LanguagePack } from './language.ts'
import { nl } from './nl/index.ts'
import { OTHER_SHOPS } from './other-shops.ts'
import { pl } from './pl/index.ts'
import { pt } from './pt/index.ts'
import { sv } from './sv/index.ts'

/** THE list of languages, by their codes. Those that are only recognized, and have nothing else, are in `recognized.ts`. */
export const languageList: Record<string, LanguagePack> = { en, de, fr, es, it, nl, pt, pl, sv, da }

/** The languages in which customers are answered. */
export const answeredLanguages: Record<string, AnsweredLanguage> = Object.fromEntries(
  Object.entries(languageList).flatMap(([code, { answers }]) => (answers ? [[code, answers]] : [])),
)

/** Their words, as messages are read. A lexicon is compiled when it is first needed. */
export const languages: Record<string, () => CompiledLexicon> = Object.fromEntries(
  Object.entries(answeredLanguages).map(([code, language]) => [code, whenNeeded(code, language)]),
)

function whenNeeded(code: string, language: AnsweredLanguage): () => CompiledLexicon {
  let compiled: CompiledLexicon | undefined
  return () => {
    compiled ??= compiledLexicon(code, language)
    return compiled
  }
}

/** The words of a language, and those of the commands in it. */
export function compiledLexicon(code: string, { lexicon, ofCommands }: AnsweredLanguage): CompiledLexicon {
  const own = commands.map(({ name, words }) => words?.[code] ?? ofCommands?.[name]?.words ?? {})
  // Short messages are also read by the words of other languages.
  const usual = Object.values(answeredLanguages).map((language) => language.usual)
  const concepts = Object.assign({ other_shop: OTHER_SHOPS }, lexicon.concepts, ...own)
  return compile({ ...lexicon, usual: usual.join(' '), concepts })
}
