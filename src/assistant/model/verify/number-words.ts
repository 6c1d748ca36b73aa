import { conceptsOf } from './concepts.ts'

/** Numbers above twelve and parts, which no answer writes as words: each counts as a number that no answer has. */
const OTHERS =
  /\b(?:dozen|hundred|thousand|million|half|twice|double|twenty|thirty|forty|fifty|dutzend|hundert|tausend|halb\w*|doppelt|zwanzig|dreissig|vierzig|funfzig|douzaine|cents?|mille|moitie|demi|double|vingt|trente|quarante|cinquante|docena|cien\w*|mil|mitad|medio|doble|veinte|treinta|cuarenta|cincuenta|dozzina|cento|meta|mezz[oa]|doppio|venti|trenta|quaranta|cinquanta|dozijn|honderd|duizend|helft|dubbel|twintig|dertig|veertig|vijftig|duzia|metade|meio|dobro|vinte|trinta|quarenta|tuzin|sto|tysiac|polowa|pol|dwadziescia|trzydziesci|hundra|tusen|halften|halv\w*|dubbelt|tjugo|trettio|fyrtio|femtio|dussin|hundrede|tusind|dobbelt|tyve|tredive|fyrre)\b/g

/** The numbers that are written as words; a word that no answer writes stands for itself. @param text folded */
export function numberWordsIn(text: string, language: string): string[] {
  const words = conceptsOf(language)?.numbers ?? []
  const found = words.flatMap((word, index) => (word.test(text) ? [String(index + 2)] : []))
  return [...found, ...[...text.matchAll(OTHERS)].map(([word]) => word)]
}
