import type { Answers } from './answers.ts'
import type { Encoding, RowFile } from './encoding.ts'
import type { Mapping, RowContext } from './mapping.ts'
import { type Decimals, decimalsShown } from './money.ts'
import { type Aliases, keyOf, type TableReading } from './reading.ts'
import type { Shelf } from './shelf.ts'
import { isWindowsText, type RowTable, recordsOf, type TableRecord } from './table.ts'
import { type DateOrder, timeShown } from './times.ts'

/** What the whole file shows, before anything of it is sent. */
export interface Survey {
  /** Rows that are not blank. */
  rows: number
  objects: number
  /** Objects whose rows are apart. */
  apart: number
  /** Whether any row has a time of those that an object's age is taken from. */
  hasTimes: boolean
  /** The currencies that amounts have in a column of their own. */
  currencies: string[]
  encoding: Encoding
  /** What the file shows of each question. */
  shown: Answers
  /** The questions that the file leaves open, each with a guess if there is one. */
  asks: Map<keyof Answers, string | undefined>
}

/** Of a file of which nothing is known yet. */
export function noSurvey(): Survey {
  const counts = { rows: 0, objects: 0, apart: 0, hasTimes: false }
  return { ...counts, currencies: [], encoding: 'utf-8', shown: {}, asks: new Map() }
}

/** Counts what cells show of the questions. */
export interface AnswerSigns {
  point: number
  comma: number
  unclear: number
  hasAmounts: boolean
  isLocal: boolean
  day: number
  month: number
  unclearDates: number
}

export function noSigns(): AnswerSigns {
  const counts = { point: 0, comma: 0, unclear: 0, day: 0, month: 0, unclearDates: 0 }
  return { ...counts, hasAmounts: false, isLocal: false }
}

const MOST_CURRENCIES = 20

/**
 * Reads a whole table once. A table that is not UTF-8 is read as Windows-1252.
 *
 * @throws UnreadableFile
 */
export async function surveyTable(
  file: RowFile,
  table: RowTable,
  mapping: Mapping,
  newShelf: () => Shelf,
): Promise<{ reading: TableReading; survey: Survey }> {
  try {
    const shelf = newShelf()
    const reading = { table, mapping, shelf, aliases: await aliasesOf(file, table, mapping) }
    return { reading, survey: await readOnce(file, reading) }
  } catch (error) {
    if (!isWindowsText(error)) throw error
    return surveyTable(file, { ...table, encoding: 'windows-1252' }, mapping, newShelf)
  }
}

async function aliasesOf(file: RowFile, table: RowTable, { keyOf: key, aliasOf }: Mapping): Promise<Aliases> {
  const aliases = new Map<string, string>()
  if (!aliasOf) return aliases
  for await (const records of recordsOf(file, table))
    for (const { cells } of records) {
      const alias = aliasOf(cells)
      if (alias !== '') aliases.set(alias, key(cells))
    }
  return aliases
}

async function readOnce(file: RowFile, { table, mapping, aliases, shelf }: TableReading): Promise<Survey> {
  const signs = noSigns()
  const currencies = new Set<string>(mapping.fixedCurrency ? [mapping.fixedCurrency] : [])
  let rows = 0
  let run = 0
  let last: string | undefined
  let hasTimes = false
  for await (const records of recordsOf(file, table)) {
    for (const record of records) {
      rows++
      const key = keyOf(record, mapping, aliases)
      if (key !== last) shelf.note(key, ++run)
      last = key
      hasTimes ||= mapping.ages.some((index) => record.cells[index])
      noteSigns(signs, record, mapping)
      const currency = mapping.currency === undefined ? '' : (record.cells[mapping.currency] ?? '').trim()
      if (currency !== '' && currencies.size < MOST_CURRENCIES) currencies.add(currency.toUpperCase())
    }
  }
  const { shown, asks } = answersIn(signs, currencies.size > 0)
  const common = {
    ...{ rows, objects: shelf.size(), apart: shelf.apart(), hasTimes },
    ...{ currencies: [...currencies], encoding: table.encoding },
  }
  return { ...common, shown, asks }
}

function noteSigns(signs: AnswerSigns, { cells }: TableRecord, mapping: Mapping): void {
  for (const index of mapping.isMinor ? [] : mapping.amounts) {
    const cell = cells[index]
    if (!cell) continue
    signs.hasAmounts = true
    const decimals = decimalsShown(cell)
    if (decimals) signs[decimals]++
  }
  for (const index of mapping.times) noteTime(signs, cells[index]?.trim() ?? '')
}

export function noteTime(signs: AnswerSigns, cell: string): void {
  const shown = cell === '' ? undefined : timeShown(cell)
  if (!shown) return
  signs.isLocal ||= shown.isLocal
  if (shown.order) signs[shown.order]++
  if (shown.isUnclear) signs.unclearDates++
}

/** Signs of both kinds are no answer: a guess is what most cells show. */
export function answersIn(signs: AnswerSigns, hasCurrency: boolean): Pick<Survey, 'shown' | 'asks'> {
  const shown: Answers = {}
  const asks: Survey['asks'] = new Map()
  if (signs.hasAmounts && !hasCurrency) asks.set('currency', undefined)
  if (signs.isLocal) asks.set('timezone', undefined)
  const { point, comma, unclear, day, month, unclearDates } = signs
  const decimals: Decimals = comma > point ? 'comma' : 'point'
  if ((point > 0 && comma > 0) || (unclear > 0 && point + comma === 0)) asks.set('decimals', decimals)
  else shown.decimals = decimals
  const dates: DateOrder = month > day ? 'month' : 'day'
  if ((day > 0 && month > 0) || (unclearDates > 0 && day + month === 0)) asks.set('dates', dates)
  else shown.dates = dates
  return { shown, asks }
}

/** How the objects of a surveyed file are made, with the answers of people. Theirs rule over what the file shows. */
export function contextOf({ shown, hasTimes }: Survey, answers: Answers, importedAt: number): RowContext {
  const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined))
  return { answers: { ...shown, ...given }, importedAt: hasTimes ? undefined : importedAt, now: importedAt }
}
