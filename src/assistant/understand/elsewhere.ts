/*
 * Digits that are no order numbers: amounts, measures, dates, telephone numbers, postcodes, and numbers of something else. Each pattern
 * finds the whole of it in a message, in all languages: customers name currencies and units in any.
 */

/** One of some words, which are separated by spaces. */
const anyOf = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`

/** Nothing of a word or of another number stands before, or behind. */
const START = String.raw`(?<![\p{L}\p{N}.,])`
const END = String.raw`(?![\p{L}\p{N}])`
const NO_LETTER = String.raw`(?<!\p{L})`
const FIGURE = String.raw`\d[\d.,'’]{0,14}(?:\s\d{3}(?!\d)){0,3}`
/** Digits of one telephone number, with what people put between them. */
const more = (digits: string) => String.raw`(?:[\s./()-]{0,2}\d){${digits}}`

const CODES = anyOf('eur usd gbp chf mxn jpy sek nok dkk pln czk huf inr cad aud brl ars cop clp')
const CURRENCIES =
  anyOf(`${CODES} euros? dollars? d[oó]lares? pounds? quid bucks francs? franken stutz balles pavos [oö]cken
  tacken pesos? yen kronen kr zl zloty rupees? reais cents? rappen`)
/** Short units stand at the digits; behind a space only whole words are units. */
const UNITS = anyOf(
  `ml cl dl l g kg mg mm cm km m w kw kwh wh v mah ah gb mb tb hz khz mhz ghz k p px dpi lm oz lbs? ft er h`,
)
const MEASURES =
  anyOf(String.raw`ml cl kg mm cm km mah watts? volt lumen kelvin inch(?:es)? zoll pouces pulgadas grams? gramm?e?s?
  lit(?:er|re)s? litros? met(?:er|re)s? metros? stk st[üu]ck pieces? pcs teile teilig pi[eè]ces piezas units? unit[eé]s unidades days?
  tagen? jours d[ií]as hours? stunden heures horas uhr minut\p{L}{0,4} weeks? wochen semain\p{L}{0,2} semanas months? monaten? mois meses
  times mal fois veces people personen personnes personas % °`)

const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:19|20)\\d\\d'

const CALLING =
  anyOf(String.raw`tel tlf tfno fon phone call ring mobile? handy handynr whatsapp t[eé]l portable m[oó]vil celular
  appel\p{L}{0,4} joign\p{L}{0,5} ll[aá]m\p{L}{0,6} anruf\p{L}{0,2} ruft? \p{L}{0,4}telefon\p{L}{0,6} t[eé]l[eé]phon\p{L}{0,2} tel[eé]fono`)

/** What has a number of its own, and the words between it and its number. */
const OTHERS =
  anyOf(`customer client member account invoice bill article item model serial sku isbn ean house apartment apt flat room card
  voucher coupon iban vat kunden? mitglieds? konto rechnungs? artikel modell serien haus wohnungs? zimmer karten? gutscheins? cliente
  clients factura facture art[ií]culo mod[eè]lo? s[eé]rie appartement chambre piso puerta carte tarjeta compte cuenta`)
const NUMBER = anyOf('number no nr nummer num[eé]ro n[uú]mero num id code n[°ºo]?')
const LINKING = anyOf(
  'is ist est es ending ends endet endend auf finissant acabada terminada termina par en in with mit',
)

/** Words for getting somewhere, and the small words before a postcode. */
const REACHING =
  anyOf(`arriv deliver ship sent send live living address parcel package kommt ankomm liefer wohn versand verschick paket
  adresse livr habit exp[eé]di envoy parti colis env[ií] lleg viv sali paquete direcci`)
const PLACING = anyOf('in at to nach aus [aà] au en vers pour para hacia')
const NAMED_PLACING = anyOf(
  '[Ii]n [Aa]t [Tt]o [Nn]ach [Aa]us [AaÀà] [Aa]u [Ee]n [Vv]ers [Pp]our [Pp]ara [Hh]acia [Dd]e',
)
const POSTAL = String.raw`(?:post\s?codes?|zip(?:\s?code)?|plz|postleitzahl|code postal|c[oó]digo postal|cp|c\.p\.)`

const PATTERNS = [
  // 49.90 €, EUR 1200, 1200,-
  String.raw`${START}${FIGURE}\s?(?:[€$£¥]|${CURRENCIES}${END})`,
  String.raw`(?:[€$£¥]|${NO_LETTER}${CODES})\s?${FIGURE}`,
  String.raw`${START}\d[\d.]{0,9},[-–—]`,
  // 500 ml, 1000 pieces, 100x200cm
  String.raw`${START}${FIGURE}(?:${UNITS}|\s?${MEASURES})${END}`,
  String.raw`${START}\d{1,5}\s?[x×]\s?\d{1,5}\p{L}{0,2}${END}`,
  // 27/11/2025, 2025-11-27, 11/2025; between 1400 and 1600
  String.raw`(?<![\p{L}\p{N}/-])(?:${YEAR}[./-]${MONTH}[./-]${DAY}|${DAY}[./-]${DAY}[./-](?:${YEAR}|\d\d)|${MONTH}[/-]${YEAR})(?![\p{L}\p{N}/-])`,
  String.raw`${NO_LETTER}(?:between|zwischen|entre)\s(?:l[ae]s\s)?\d{1,6}\s(?:and|und|et|y)\s(?:l[ae]s\s)?\d{1,6}${END}`,
  // +49 170 1234567, 06 12 34 56 78, 555-123-4567, and what stands behind a word for calling
  String.raw`(?:\+\s?|${START}00)[1-9]${more('6,14')}${END}`,
  `${START}0[1-9]${more('7,12')}${END}`,
  String.raw`${START}\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}${END}`,
  String.raw`${NO_LETTER}${CALLING}[^\d\n]{0,25}\+?\d${more('6,14')}${END}`,
  // Customer number 48213, card ending 4242; an IBAN
  String.raw`${NO_LETTER}${OTHERS}[\s.-]{0,2}(?:${NUMBER}[\s.:°º-]{0,3})?#?(?:${LINKING}\s){0,3}[\p{L}\p{N}/_-]{0,20}\d[\p{L}\p{N}/_-]{0,30}`,
  String.raw`${START}\p{L}{2}\d{2}[\p{L}\d]{11,30}${END}`,
  // Postcode 10115, D-10115, in 10115
  String.raw`${NO_LETTER}${POSTAL}[\s.:-]{0,3}(?:(?:is|ist|est|es)\s)?(?:\p{L}-)?\d{4,6}${END}`,
  String.raw`(?<![\p{L}\p{N}-])(?:D|A|CH|F|E|B|L)-\d{4,5}${END}`,
  String.raw`${NO_LETTER}${REACHING}[^\d\n]{0,30}${NO_LETTER}${PLACING}\s\d{5}${END}`,
]

/** With a name behind them: `in 8001 Zürich`; after a street, also without a word before. Capitals count here. */
const NAMED_PLACES = [
  String.raw`${NO_LETTER}${NAMED_PLACING}\s\d{4,5}\s\p{Lu}\p{Ll}{2,}`,
  String.raw`(?<=\d[^\n]{1,40},\s?)\d{4,5}\s\p{Lu}\p{Ll}{2,}`,
]

const compiled = [
  ...PATTERNS.map((pattern) => new RegExp(pattern, 'giu')),
  ...NAMED_PLACES.map((pattern) => new RegExp(pattern, 'gu')),
]

/** A range of characters of a text, the end excluded. */
export interface Span {
  from: number
  to: number
}

/** Where a text has digits that are no order numbers, unless a customer has an order with them. */
export function digitsOfElse(text: string): Span[] {
  // Most messages have no number at all.
  if (!/\d{2}/.test(text)) return []
  return compiled.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
  )
}
