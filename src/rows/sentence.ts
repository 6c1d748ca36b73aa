import type { Answers } from './answers.ts'
import type { Survey } from './survey.ts'

const count = new Intl.NumberFormat('en').format

/** The sentence that people read before they import: what a file has, and how it is understood. */
export function sentenceOf(
  label: string,
  type: string,
  { objects, rows, currencies, hasTimes }: Survey,
  answers: Answers,
): string {
  const parts = [
    `${label}: ${count(objects)} ${objects === 1 ? type.replace(/s$/, '') : type}${rows === objects ? '' : ` of ${count(rows)} rows`}`,
  ]
  const known = currencies.length > 0 ? currencies : answers.currency ? [answers.currency] : []
  if (known.length > 0) parts.push(known.join(' and '))
  if (answers.timezone) parts.push(`times in ${answers.timezone}`)
  if (!hasTimes) parts.push('no times: each object gets the time of this import, and older pushes will be ignored')
  return `${parts.join(', ')}.`
}
