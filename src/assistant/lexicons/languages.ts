import { type CompiledLexicon, compile, type Lexicon } from '../understand/lexicon.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** The languages that the assistant understands. A lexicon is compiled when it is first needed. */
export const languages: Record<string, () => CompiledLexicon> = {
  en: whenNeeded(en),
  de: whenNeeded(de),
  fr: whenNeeded(fr),
  es: whenNeeded(es),
}

function whenNeeded(lexicon: Lexicon): () => CompiledLexicon {
  let compiled: CompiledLexicon | undefined
  return () => {
    compiled ??= compile(lexicon)
    return compiled
  }
}
