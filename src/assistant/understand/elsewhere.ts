/*
 * Digits that are no order numbers: amounts, measures, dates, telephone numbers, postcodes, and numbers of something else. Each pattern
 * finds the whole of it in a message, in all languages: customers name currencies and units in any.
 */

/** A digit sequence begins here, and is no part of a word. */
const START = String.raw`(?<![\p{L}\p{N}.,])`
const END = String.raw`(?![\p{L}\p{N}])`
const FIGURE = String.raw`\d[\d.,'’]{0,14}(?:\s\d{3}(?!\d)){0,3}`

const CURRENCIES = String.raw`[€$£¥]|(?:eur|euros?|usd|dollars?|d[oó]lares?|gbp|pounds?|quid|bucks|chf|francs?|franken|stutz|balles|pavos|[oö]cken|tacken|pesos?|mxn|ars|cop|clp|yen|jpy|kronen|kr|sek|nok|dkk|zl|zloty|pln|czk|huf|inr|rupees?|cad|aud|brl|reais|cents?|rappen)${END}`
const CODES = String.raw`(?:eur|usd|gbp|chf|mxn|jpy|sek|nok|dkk|pln|czk|huf|inr|cad|aud|brl|ars|cop|clp)`

/** Short units are written at the digits; with a space between, only whole words are units. */
const UNITS = String.raw`(?:ml|cl|dl|l|g|kg|mg|mm|cm|km|m|w|kw|kwh|wh|v|mah|ah|gb|mb|tb|hz|khz|mhz|ghz|k|p|px|dpi|lm|oz|lbs?|ft|er|h)`
const WORDS = String.raw`(?:ml|cl|kg|mm|cm|km|mah|watts?|volt|lumen|kelvin|inch(?:es)?|zoll|pouces|pulgadas|grams?|gramm?e?s?|lit(?:er|re)s?|litros?|met(?:er|re)s?|metros?|stk|st[üu]ck|pieces?|pcs|teile|teilig|pi[eè]ces|piezas|units?|unit[eé]s|unidades|days?|tagen?|jours|d[ií]as|hours?|stunden|heures|horas|uhr|minut\p{L}{0,4}|weeks?|wochen|semain\p{L}{0,2}|semanas|months?|monaten?|mois|meses|times|mal|fois|veces|people|personen|personnes|personas|%|°)`

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`
const YEAR = String.raw`(?:19|20)\d\d`

const CALLING = String.raw`(?:tel|tlf|tfno|fon|phone|call|ring|mobile?|handy|handynr|whatsapp|t[eé]l|portable|m[oó]vil|celular|appel\p{L}{0,4}|joign\p{L}{0,5}|ll[aá]m\p{L}{0,6}|anruf\p{L}{0,2}|ruft?|\p{L}{0,4}telefon\p{L}{0,6}|t[eé]l[eé]phon\p{L}{0,2}|tel[eé]fono)`

/** What has a number of its own. Compounds of German come with the word for number. */
const OTHERS = String.raw`(?:customer|client|member|account|invoice|bill|article|item|model|serial|sku|isbn|ean|house|apartment|apt|flat|room|card|voucher|coupon|iban|vat|kunden?|mitglieds?|konto|rechnungs?|artikel|modell|serien|haus|wohnungs?|zimmer|karten?|gutscheins?|cliente|clients|factura|facture|art[ií]culo|mod[eè]lo?|s[eé]rie|appartement|chambre|piso|puerta|carte|tarjeta|compte|cuenta)`
const NUMBER = String.raw`(?:number|no|nr|nummer|num[eé]ro|n[uú]mero|num|id|code|n[°ºo]?)`
const LINKING = String.raw`(?:is|ist|est|es|ending|ends|endet|endend|auf|finissant|acabada|terminada|termina|par|en|in|with|mit)`

/** Words by which a place is reached, and the small words before its postcode. */
const REACHING = String.raw`(?:arriv|deliver|ship|sent|send|live|living|address|parcel|package|kommt|ankomm|liefer|wohn|versand|verschick|paket|adresse|livr|habit|exp[eé]di|envoy|parti|colis|env[ií]|lleg|viv|sali|paquete|direcci)`
const PLACING = String.raw`(?:in|at|to|nach|aus|[aà]|au|en|vers|pour|para|hacia|vivo en)`
const POSTAL = String.raw`(?:post\s?codes?|zip(?:\s?code)?|plz|postleitzahl|code postal|c[oó]digo postal|cp|c\.p\.)`

const PATTERNS = [
  // 49.90 €, EUR 1200, 1200,-
  `${START}${FIGURE}\\s?(?:${CURRENCIES})`,
  `(?:[€$£¥]|(?<!\\p{L})${CODES})\\s?${FIGURE}`,
  `${START}\\d[\\d.]{0,9},[-–—]`,
  `${START}${FIGURE}(?:${UNITS}|\\s?${WORDS})${END}`,
  `${START}\\d{1,5}\\s?[x×]\\s?\\d{1,5}\\p{L}{0,2}${END}`,
  `(?<![\\p{L}\\p{N}/-])(?:${YEAR}[./-]${MONTH}[./-]${DAY}|${DAY}[./-]${DAY}[./-](?:${YEAR}|\\d\\d)|${MONTH}[/-]${YEAR})(?![\\p{L}\\p{N}/-])`,
  // +49 170 1234567, 06 12 34 56 78, 555-123-4567, and what stands behind a word for calling
  `(?:\\+\\s?|${START}00)[1-9](?:[\\s./()-]{0,2}\\d){6,14}${END}`,
  `${START}0[1-9](?:[\\s./()-]{0,2}\\d){7,12}${END}`,
  `${START}\\(?\\d{3}\\)?[-. ]\\d{3}[-. ]\\d{4}${END}`,
  `(?<!\\p{L})${CALLING}[^\\d\\n]{0,25}\\+?\\d(?:[\\s./()-]{0,2}\\d){6,14}${END}`,
  `(?<!\\p{L})${OTHERS}[\\s.-]{0,2}(?:${NUMBER}[\\s.:°º-]{0,3})?#?(?:${LINKING}\\s){0,3}[\\p{L}\\p{N}/_-]{0,20}\\d[\\p{L}\\p{N}/_-]{0,30}`,
  `(?<!\\p{L})(?:between|zwischen|entre)\\s(?:l[ae]s\\s)?\\d{1,6}\\s(?:and|und|et|y)\\s(?:l[ae]s\\s)?\\d{1,6}${END}`,
  // An IBAN, and other codes that nobody has for an order
  `${START}\\p{L}{2}\\d{2}[\\p{L}\\d]{11,30}${END}`,
  `(?<!\\p{L})${POSTAL}[\\s.:-]{0,3}(?:is\\s|ist\\s|est\\s|es\\s)?(?:\\p{L}-)?\\d{4,6}${END}`,
  `(?<![\\p{L}\\p{N}-])(?:D|A|CH|F|E|B|L)-\\d{4,5}${END}`,
  `(?<!\\p{L})${REACHING}[^\\d\\n]{0,30}(?<!\\p{L})${PLACING}\\s\\d{5}${END}`,
]

/** With a name behind them: `in 8001 Zürich`; after a street, also without a word before. Capitals count here. */
const NAMED_PLACE = [
  String.raw`(?<!\p{L})(?:[Ii]n|[Aa]t|[Tt]o|[Nn]ach|[Aa]us|[AaÀà]|[Aa]u|[Ee]n|[Vv]ers|[Pp]our|[Pp]ara|[Hh]acia|[Dd]e)\s\d{4,5}\s\p{Lu}\p{Ll}{2,}`,
  String.raw`(?<=\d[^\n]{1,40},\s?)\d{4,5}\s\p{Lu}\p{Ll}{2,}`,
]

const compiled = [
  ...PATTERNS.map((pattern) => new RegExp(pattern, 'giu')),
  ...NAMED_PLACE.map((pattern) => new RegExp(pattern, 'gu')),
]

/** A range of characters of a text, the end excluded. */
export interface Span {
  from: number
  to: number
}

/** Where a text has digits that are no order numbers, unless a customer has an order with them. */
export function digitsOfElse(text: string): Span[] {
  if (!/\d/.test(text)) return []
  return compiled.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
  )
}
