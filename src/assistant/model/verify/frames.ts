import { literally } from '../../../lib/text.ts'
import type { Sentence } from '../../answer.ts'
import { speechOf } from '../../languages/speech.ts'

/** A sentence of the answer, and what of it is from pushed data: titles, descriptions, events, articles. */
export interface Piece extends Sentence {
  /** Texts as they are in the sentence. What an order, a date or an amount is, is recognized apart. */
  data: string[]
}

/** A line of the templates with places for values. */
interface Frame {
  pattern: RegExp
  /** The number of characters that are the template's own. */
  own: number
}

/** Stand for values of a template, and in a line for its data, so that a dot in them ends no sentence. */
const HOLES = ['\ue010', '\ue011', '\ue012', '\ue013']
const HOLE = /[\ue010-\ue013]/
const DATA = /\ue014(\d+)\ue015/g
const MOST_VALUES = 4

const framesOfLanguage = new Map<string, { lines: Frame[]; parcels: Frame[] }>()

/** The lines that the templates of a language can make. */
function framesOf(language: string): { lines: Frame[]; parcels: Frame[] } {
  const known = framesOfLanguage.get(language)
  if (known) return known
  const { topics: _, orderChoice: __, andWord: ___, passItOn: ____, ...says } = speechOf(language).says
  const { parcel, ...lines } = says
  const compiled = {
    lines: frames(Object.values(lines).flatMap(textsOf)),
    parcels: frames(textsOf(parcel)),
  }
  framesOfLanguage.set(language, compiled)
  return compiled
}

/** All texts of a template: with each value, and without those that may be missing. */
function textsOf(template: unknown): string[] {
  if (typeof template === 'string') return [template]
  if (typeof template !== 'function') return Object.values(template as object).flatMap(textsOf)
  const count = Math.min(template.length, MOST_VALUES)
  return Array.from({ length: 2 ** count }, (_, missing) =>
    String(template(...HOLES.slice(0, count).map((hole, at) => ((missing >> at) & 1 ? null : hole)))),
  )
}

function frames(texts: string[]): Frame[] {
  return [...new Set(texts)]
    .map((text) => ({
      pattern: new RegExp(`^${text.split(HOLE).map(literally).join('([^]+?)')}$`, 'du'),
      own: text.split(HOLE).join('').length,
    }))
    .sort((one, other) => other.own - one.own)
}

/**
 * The sentences of a line, which are each worded, with the data in them. A line that no template makes is data as a whole, such as an article.
 *
 * @param language the one of the templates
 */
export function piecesOf({ text, facts }: Sentence, language: string): Piece[] {
  const data = dataIn(text, language)
  const held = data.reduceRight((rest, { at, value }, index) => {
    return `${rest.slice(0, at)}\ue014${index}\ue015${rest.slice(at + value.length)}`
  }, text)
  return singleSentences(held).map((single) => {
    const own: string[] = []
    const shown = single.replaceAll(DATA, (_, index) => {
      const { value = '' } = data[Number(index)] ?? {}
      own.push(value)
      return value
    })
    return { text: shown, facts, data: own }
  })
}

/** Texts from data in a line, in their order. */
function dataIn(line: string, language: string): { at: number; value: string }[] {
  const { lines, parcels } = framesOf(language)
  return valuesIn(line, lines).flatMap(({ at, value }) =>
    // The name of a parcel is put into other templates.
    valuesIn(value, parcels).map((inner) => ({ at: at + inner.at, value: inner.value })),
  )
}

/** The values that a line puts into the frame that it is from; the line itself if it is from none. */
function valuesIn(line: string, known: Frame[]): { at: number; value: string }[] {
  for (const { pattern } of known) {
    const found = pattern.exec(line)
    if (!found) continue
    return found.slice(1).map((value, index) => ({ at: found.indices?.[index + 1]?.[0] ?? 0, value }))
  }
  return [{ at: 0, value: line }]
}

/** A line of an answer in sentences. The dot of a German date ends none. */
export function singleSentences(line: string): string[] {
  return line.split(/(?<=[.!?])(?<!(?:^|\s)\d{1,2}\.)\s+(?=[\p{Lu}¿¡\ue014])/u)
}
