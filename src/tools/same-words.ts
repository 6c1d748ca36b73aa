import { MAX_CUSTOMER_MESSAGE } from '../conversations/conversations.ts'

/*
 * Words that mean the same in different languages: products are mostly pushed in one language, and customers ask in another. The first
 * word of each line stands for all of them. Words are folded: lower case, no accents.
 */

const COLORS = `
red rot rote roten roter rotes rouge rouges rojo roja rojos rojas
blue blau blaue blauen blauer blaues bleu bleue bleus bleues azul azules
green grun grune grunen gruner grunes vert verte verts vertes verde verdes
black schwarz schwarze schwarzen schwarzer schwarzes noir noire noirs noires negro negra negros negras
white weiss weisse weissen weisser weisses blanc blanche blancs blanches blanco blanca blancos blancas
grey gray grau graue grauen grauer graues gris grise grises
yellow gelb gelbe gelben gelber gelbes jaune jaunes amarillo amarilla amarillos amarillas
orange orangen naranja
purple lila violett violette violetten violet violets morado morada morados morados
pink rosa rosafarben rose roses rosado
brown braun braune braunen brauner braunes marron brun brune
beige beigen
navy dunkelblau marineblau marine marino
turquoise turkis
silver silber silbern silberne argent argente plata plateado
gold golden goldene goldenen dore doree dorado dorada
cream creme creme crema
khaki caqui kaki
olive oliv oliva
burgundy bordeaux weinrot burdeos granate
charcoal anthrazit anthracite antracita
ivory elfenbein ivoire marfil
moss moos moosgrun moosgrune moosgrunen moosgruner moosgrunes mousse musgo
sand sandfarben sandfarbene sandfarbenen sable arena
brick ziegel brique ladrillo
oat hafer avoine avena
graphite graphit grafito
plum pflaume prune ciruela
night nacht nuit noche
`

const SIZES = `
xs
s small klein kleine petit petite pequeno pequena
m medium mittel mittlere moyen moyenne mediano mediana
l large gross grosse grossen grand grande
xl
xxl 2xl
xxxl 3xl
`

const NOUNS = `
scarf scarves schal schals echarpe echarpes bufanda bufandas
beanie beanies mutze mutzen bonnet bonnets gorro gorros
cardigan cardigans strickjacke strickjacken gilet gilets chaqueta chaquetas
jumper jumpers sweater sweaters pullover pullis pulli pull pulls jersey jerseys sueter sueteres
socks sock socke socken chaussette chaussettes calcetin calcetines
blanket blankets decke decken couverture couvertures manta mantas
gloves glove handschuh handschuhe handschuhen gant gants guante guantes
tshirt tshirts camiseta camisetas
leggings legging mallas
cushion cushions kissen coussin coussins cojin cojines
mug mugs cup cups tasse tassen tasses taza tazas
shirt shirts hemd hemden chemise chemises camisa camisas
dress dresses kleid kleider robe robes vestido vestidos
trousers pants hose hosen pantalon pantalons pantalones
shoes shoe schuh schuhe schuhen chaussure chaussures zapato zapatos zapatilla zapatillas
boots boot stiefel stiefeln bottes botas
jacket jackets jacke jacken veste vestes
coat coats mantel manteau manteaux abrigo abrigos
skirt skirts rock rocke jupe jupes falda faldas
hat hats hut hute chapeau chapeaux sombrero sombreros
bag bags tasche taschen sac sacs bolsa bolsas bolso bolsos
backpack backpacks rucksack rucksacke mochila mochilas
belt belts gurtel ceinture ceintures cinturon cinturones
candle candles kerze kerzen bougie bougies vela velas
lamp lamps lampe lampen lampes lampara lamparas
book books buch bucher livre livres libro libros
towel towels handtuch handtucher serviette serviettes toalla toallas
wool woollen wolle woll laine lana
linen leinen lin lino
cotton baumwolle coton algodon
silk seide soie seda
leather leder cuir cuero
cashmere kaschmir cachemire cachemira
alpaca alpaka alpaga
merino merinos
organic bio biologique biologico organico
recycled recycelt recycelte recycelten recyclee recycle reciclada reciclado
`

const byWord = new Map(
  `${COLORS}${SIZES}${NOUNS}`
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const words = line.split(' ')
      return words.map((word): [string, string] => [word, words[0] ?? word])
    }),
)
/** Names of colors that another color often stands beside: `moss green`. */
const SHADES = new Set(
  'navy turquoise cream khaki olive burgundy charcoal ivory moss sand brick oat graphite plum night'.split(' '),
)

const meanings = new Map(
  [...Map.groupBy(byWord, ([, common]) => common)].map(([common, words]) => [common, words.map(([word]) => word)]),
)
const colors = new Set(firstWords(COLORS))
const sizes = new Set(firstWords(SIZES))

function firstWords(lines: string): string[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ')[0] ?? '')
}

/** All words that mean the same as a word, which comes from {@link commonWord}, with its plural. */
export function wordsLike(common: string): string[] {
  return meanings.get(common) ?? [common, `${common}s`]
}

/** Whether a folded word is in a line above. */
export function isListed(word: string): boolean {
  return byWord.has(word)
}

/** The word that stands for a folded word in all languages; without its plural ending if no line has it. */
export function commonWord(word: string): string {
  const common = byWord.get(word)
  if (common !== undefined) return common
  return /[^s]s$/.test(word) && word.length > 3 && !/\d/.test(word) ? word.slice(0, -1) : word
}

export function isColor(common: string): boolean {
  return colors.has(common)
}

/** Whether a color says enough without the one beside it: `moss green` is moss. */
export function isShade(common: string): boolean {
  return SHADES.has(common)
}

export function isSize(common: string): boolean {
  return sizes.has(common)
}

/** A word of a text as it is compared, and where it is. */
export interface Token {
  /** {@link commonWord} of the folded word. */
  word: string
  /** The folded word as written. */
  written: string
}

/** Shorter SKUs are taken for words. */
export const SHORTEST_SKU = 4

/** Nothing that is sold has a longer word, and the parts of a word are looked for at each of its letters. */
const LONGEST_WORD = 64

/**
 * The words of a title, an option value or a message, comparable between languages. Of a text that is longer than a message may be only
 * the first ones; also after folding, since some characters become 18.
 */
export function tokensOf(text: string): Token[] {
  return (
    text
      .slice(0, MAX_CUSTOMER_MESSAGE)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .slice(0, MAX_CUSTOMER_MESSAGE)
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll(/\bt[- ]shirt/g, 'tshirt')
      .replaceAll('nachtblau', 'nacht blau')
      // One letter beside an apostrophe is no size: `l'écharpe`, `what's`.
      .replaceAll(/(?<!\p{L})\p{L}['’]|['’]\p{L}(?!\p{L})/gu, ' ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((written) => written !== '' && written.length <= LONGEST_WORD)
      .map((written, index, all) => ({ written, word: isGold(written, all[index - 1]) ? 'gold' : commonWord(written) }))
  )
}

/** The words for colors in a text, each once. */
export function colorsIn(text: string): string[] {
  return [...new Set(tokensOf(text).flatMap(({ word }) => (isColor(word) ? [word] : [])))]
}

/** Gold in French is a frequent word in English. */
function isGold(word: string, before: string | undefined): boolean {
  return word === 'or' && (before === 'en' || before === 'couleur')
}
