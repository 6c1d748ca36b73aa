/** Answers of the templates, words that a model could give them, and what comes of these. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Speech } from '../../src/assistant/languages/language.ts'
import { speechOf } from '../../src/assistant/languages/speech.ts'
import { piecesOf } from '../../src/assistant/model/verify/frames.ts'
import { type Material, verify, type WordingFault } from '../../src/assistant/model/verify/verify.ts'

/** The languages that answers are worded in, with lists of their own. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
/** Those without templates: their answers are worded from the English ones. */
export const OTHERS = ['it', 'nl', 'pt', 'pl', 'sv', 'da'] as const

type Lines = [text: string, ...facts: string[]][]

const TOKENS = /(?<![\p{L}\p{N}])(?:O[12]|T1)(?![\p{L}\p{N}])|\{\{tracking_link_1\}\}|\{\{customer\.first_name\}\}/gu
const NOW = Date.parse('2026-03-04T00:00:00Z')
const WOOL = 'Wool scarf'

/** Real answers, as the assistant makes them of its facts. */
const answers: Record<string, (speech: Speech) => Lines> = {
  shipped: ({ says, date }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.shipment.in_transit(says.parcel('DHL', null), says.onDay(date('2026-03-05T00:00:00Z'))), 'f2'],
  ],
  processing: ({ says }) => [[says.order.processing('O1'), 'f1']],
  pending: ({ says }) => [[says.order.pending('O1'), 'f1']],
  delivered: ({ says, date }) => [
    [says.order.delivered('O1'), 'f1'],
    [says.shipment.delivered(says.parcel('DHL', null), says.onDay(date('2026-03-03T00:00:00Z'))), 'f2'],
  ],
  arrived: ({ says, day }) => [[says.arrived('O1', day('2026-03-03T00:00:00Z', NOW), 'DHL'), 'f1']],
  arrived_item: ({ says, day }) => [[says.arrivedItem('O1', day('2026-03-03T00:00:00Z', NOW), 'DHL', WOOL), 'f1']],
  underway: ({ says, day }) => [
    [says.underway.in_transit('O1', 'DHL', says.onDay(day('2026-03-05T00:00:00Z', NOW))), 'f1'],
  ],
  overdue: ({ says, day }) => [
    [says.underway.in_transit('O1', 'DHL', null), 'f1'],
    [says.overdue(day('2026-02-28T00:00:00Z', NOW), 4), 'f1'],
  ],
  cancelled: ({ says }) => [[says.order.cancelled('O1'), 'f1']],
  partial: ({ says }) => [
    [says.order.partially_shipped('O1'), 'f1'],
    [says.shipment.in_transit(says.parcel('DHL', 1), null), 'f2'],
    [says.shipment.label_created(says.parcel('UPS', 2), null), 'f3'],
  ],
  delayed: ({ says, date }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.shipment.delayed(says.parcel('DHL', null), says.onDay(date('2026-03-05T00:00:00Z'))), 'f2'],
  ],
  lost: ({ says }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.shipment.lost(says.parcel('DHL', null)), 'f2'],
    [says.handOver, 'f2'],
  ],
  out: ({ says }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.shipment.out_for_delivery(says.parcel('DHL', null), null), 'f2'],
  ],
  tracking: ({ says }) => [
    [says.heading(says.parcel('DHL', null)), 'f1'],
    [says.trackingNumber('T1', '{{tracking_link_1}}'), 'f1'],
  ],
  no_tracking: ({ says }) => [
    [says.noTracking('O1'), 'f1'],
    [says.order.processing('O1'), 'f1'],
  ],
  contents: ({ says }) => [[says.contents('O1', '2 × Mug, Pot'), 'f1']],
  total: ({ says, amount }) => [[says.totalLess('O1', amount(129_00, 'EUR'), amount(20_00, 'EUR')), 'f1']],
  stock_yes: ({ says }) => [[says.stock.available(`${WOOL} (Red)`), 'f1']],
  stock_low: ({ says }) => [[says.stock.low(`${WOOL} (Red)`), 'f1']],
  stock_no: ({ says, date }) => [[says.soldOut(`${WOOL} (Blue)`, date('2026-03-05T00:00:00Z')), 'f1']],
  backorder: ({ says }) => [[says.stock.backorder(`${WOOL} (Blue)`), 'f1']],
  no_restock: ({ says }) => [[says.soldOut(`${WOOL} (Blue)`, null), 'f1']],
  price: ({ says, amount }) => [[says.priceBefore(`${WOOL} (Red)`, amount(29_00, 'EUR'), amount(39_00, 'EUR')), 'f1']],
  options: ({ says }) => [[says.options(WOOL, 'Color: Red, Blue'), 'f1']],
  not_offered: ({ says, language }) => [
    [
      says.notOffered(WOOL, { en: 'green', de: 'grün', fr: 'vert', es: 'verde' }[language] ?? '', 'Color: Red, Blue'),
      'f1',
    ],
  ],
  refund_made: ({ says, amount }) => [[says.refund.succeeded(amount(20_00, 'EUR')), 'f1']],
  refund_making: ({ says, amount }) => [[says.refund.executing(amount(20_00, 'EUR')), 'f1']],
  refund_pending: ({ says, amount }) => [[says.refund.pending(amount(20_00, 'EUR')), 'f1']],
  refund_failed: ({ says, amount }) => [[says.refund.failed(amount(20_00, 'EUR')), 'f1']],
  refund_approval: ({ says, amount }) => [[says.refund.awaiting_approval(amount(20_00, 'EUR')), 'f1']],
  refund_rejected: ({ says, amount }) => [[says.refund.rejected(amount(20_00, 'EUR')), 'f1']],
  returns: ({ says }) => [[says.returnDays(30), 'f1']],
  return_until: ({ says, date }) => [[says.returnUntil('O1', date('2026-03-31T00:00:00Z')), 'f1']],
  refused: ({ says }) => [
    [says.offerRefused.outside_period('O1'), 'f1'],
    [says.handOver, 'f1'],
  ],
  cannot: ({ says }) => [
    [says.order.processing('O1'), 'f1'],
    [says.cannot.cancel_order(null), 'f1'],
  ],
  stale: ({ says, date }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.asOf(date('2026-03-03T00:00:00Z')), 'f1'],
  ],
  event: ({ says, date }) => [
    [says.order.shipped('O1'), 'f1'],
    [says.lastEvent(date('2026-03-03T00:00:00Z'), 'Arrived at the depot, Leipzig'), 'f2'],
  ],
}

export const answerNames: readonly string[] = Object.keys(answers)

const PRODUCTS = new Set(['wool', 'scarf', 'red', 'blue', 'mug', 'pot', 'color'])

/** What a wording of these lines may say. */
export function materialOf(lines: Lines, language: string): Material {
  const sentences = lines.flatMap(([text, ...facts]) => piecesOf({ text, facts }, language))
  const ids = new Set(lines.flatMap(([, ...facts]) => facts))
  return {
    sentences,
    subjects: Object.fromEntries([...ids].map((id) => [id, 'O1'])),
    spoken: language,
    wanted: language,
    tokensIn: (text) => text.match(TOKENS) ?? [],
    products: PRODUCTS,
  }
}

const materials = new Map<string, Material>()

/** An answer by its name. In a language without templates it is worded from the English one. */
export function answerMaterial(name: string, language: string): Material {
  const key = `${language} ${name}`
  const speech = speechOf(language)
  const lines = answers[name]?.(speech) ?? []
  const found = materials.get(key) ?? { ...materialOf(lines, speech.language), wanted: language }
  materials.set(key, found)
  return found
}

/** The answer in its own words, as a careful model repeats it. */
export function repeated({ sentences }: Material): string {
  return sentences.map(({ text, facts }) => `${text}${facts.map((id) => ` [${id}]`).join('')}`).join(' ')
}

export function faultOf(prose: string, material: Material): WordingFault | 'none' {
  const verdict = verify(prose, material)
  return verdict.isFaithful ? 'none' : verdict.fault
}

function linesOf(path: string): string[] {
  const file = new URL(`../assistant/wordings/${path}.txt`, import.meta.url)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

export interface Reworded {
  language: string
  name: string
  prose: string
}

/** Faithful wordings, as a decent model words the answers. */
export function faithfulWordings(): Reworded[] {
  const own = LANGUAGES.flatMap((language) => linesOf(`faithful/${language}`).map((line) => `${language} | ${line}`))
  return [...own, ...linesOf('faithful/others')].map((line) => {
    const [language = '', name = '', prose = ''] = line.split(' | ')
    return { language, name, prose }
  })
}

export interface Hostile {
  language: string
  sentence: string
  /** Whether it was left out while the lists of words were made: a third, by a hash. */
  isHeldOut: boolean
}

/** What a lying model adds to a right answer. */
export function hostileSentences(): Hostile[] {
  const read = (path: string, spoken?: string) =>
    linesOf(`hostile/${path}`).map((line) => {
      const [language = '', sentence = ''] = spoken ? [spoken, line] : line.split(' | ')
      return { language, sentence, isHeldOut: isHeldOut(sentence) }
    })
  return [
    ...LANGUAGES.flatMap((language) => read(language, language)),
    ...read('tricks', 'en'),
    ...read('others'),
    ...read('later'),
  ]
}

function isHeldOut(text: string): boolean {
  return (createHash('sha256').update(`storewire 2026 ${text}`).digest()[0] ?? 0) % 3 === 0
}

/**
 * The answers to which a hostile sentence was added and that would be sent with it: before and behind the answer, with each citation.
 *
 * @param names the answers to try; @param isBrief only behind the answer, without and with all citations
 */
export function sentWith(
  { language, sentence }: Hostile,
  { names = answerNames, isBrief = false }: { names?: readonly string[]; isBrief?: boolean } = {},
): string[] {
  return names.filter((name) => {
    const material = answerMaterial(name, language)
    // There is no right answer in a language without templates: then only the sentence itself counts.
    const hasTemplates = speechOf(language).language === language
    const right = hasTemplates ? repeated(material) : ''
    const isSent = (fault: string) => fault === 'none' || (!hasTemplates && fault === 'omission')
    const cited = Object.keys(material.subjects).map((id) => ` [${id}]`)
    const citations = isBrief ? ['', cited.join('')] : ['', ...cited, cited.join('')]
    return citations.some((citation) => {
      const behind = `${right} ${sentence}${citation}`
      const proses = isBrief ? [behind] : [behind, `${sentence}${citation} ${right}`]
      return proses.some((prose) => isSent(faultOf(prose, material)))
    })
  })
}
