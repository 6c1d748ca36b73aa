/** The lists in which a name is looked up. The short form of `United States` is `US` in English and `USA` in German. */
const LISTS = [
  ['en', 'long'],
  ['en', 'short'],
  ['de', 'long'],
  ['de', 'short'],
  ['fr', 'long'],
  ['es', 'long'],
] as const
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** No name of a country is longer. */
const LONGEST_NAME = 100
/** Unions, regions and test values, which have a name beside those of countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

let codesByName: Map<string, string> | undefined

/** The ISO 3166-1 alpha-2 code of a country that is given by its name, or by its code in small letters; undefined if it is unknown. */
export function countryCode(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  // Few servers ever need the names, and making the list takes some milliseconds.
  codesByName ??= readCodes()
  return codesByName.get(comparable(text))
}

function readCodes(): Map<string, string> {
  const codes = new Map<string, string>()
  const lists = LISTS.map(
    ([language, style]) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }),
  )
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    // A code that was replaced, such as that of the GDR, has the name of its successor.
    if (NO_COUNTRIES.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue
    const names = lists.flatMap((list) => list.of(code) ?? [])
    if (names.length > 0) for (const name of [code, ...names]) codes.set(comparable(name), code)
  }
  return codes
}

/** Without accents, signs and spaces, so that `Côte d'Ivoire` and `cote d’ivoire` are one name. */
function comparable(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{Letter}]/gu, '')
    .toLowerCase()
}
