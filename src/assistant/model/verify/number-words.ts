/** Numbers as words, folded; one is left out, since it is an article in most languages. Each list begins with two. */
const WORDS: Record<string, string> = {
  en: 'two three four five six seven eight nine ten eleven twelve',
  de: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf',
  pt: 'dois|duas tres quatro cinco seis sete oito nove dez onze doze',
  pl: 'dwa|dwie|dwoch trzy|trzech cztery piec|pieciu szesc siedem osiem dziewiec dziesiec jedenascie dwanascie',
}

/** Larger ones and parts, which no answer writes as words: each counts as a number that no answer has. */
const OTHERS =
  /\b(?:dozen|hundred|thousand|million|half|twice|double|twenty|thirty|forty|fifty|dutzend|hundert|tausend|halb\w*|doppelt|zwanzig|dreissig|vierzig|funfzig|douzaine|cents?|mille|moitie|demi|double|vingt|trente|quarante|cinquante|docena|cien\w*|mil|mitad|medio|doble|veinte|treinta|cuarenta|cincuenta|dozzina|cento|meta|mezz[oa]|doppio|venti|trenta|quaranta|cinquanta|dozijn|honderd|duizend|helft|dubbel|twintig|dertig|veertig|vijftig|duzia|metade|meio|dobro|vinte|trinta|quarenta|tuzin|sto|tysiac|polowa|pol|dwadziescia|trzydziesci)\b/g

/** The numbers that are written as words; a word that no answer writes stands for itself. @param text folded */
export function numberWordsIn(text: string, language: string): string[] {
  const words = (WORDS[language] ?? '').split(' ').filter((word) => word !== '')
  const found = words.flatMap((word, index) =>
    new RegExp(`(?<![\\p{L}])(?:${word})(?![\\p{L}])`, 'u').test(text) ? [String(index + 2)] : [],
  )
  return [...found, ...[...text.matchAll(OTHERS)].map(([word]) => word)]
}
