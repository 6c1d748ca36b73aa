import { fold } from './words.ts'

/** A day without its year. */
export interface Day {
  day: number
  /** From 1. */
  month: number
}

const ISO = /(?<!\d)\d{4}-(\d\d)-(\d\d)(?!\d)/g
const DIGITS = /(?<![\d.,/])(\d{1,2})[./](\d{1,2})(?![\d,])(?:[./](?:\d\d)?\d\d)?/g
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?\s+(?:(?:of|de)\s+)?(\p{L}{3,})/gu
const MONTH_FIRST = /(\p{L}{3,})\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?(?!\d)/gu

/**
 * The days that a text names, as customers write them: `3 March`, `Mar 3rd`, `3.3.`, `2026-03-03`. Of `3/4` both ways to read it.
 *
 * @param months January to December in the language
 */
export function daysIn(text: string, months: string[]): Day[] {
  const folded = fold(text)
  const names = months.map(fold)
  const monthOf = (word: string) => names.findIndex((name) => name.startsWith(word)) + 1
  const found: Day[] = []
  for (const [, month, day] of folded.matchAll(ISO)) found.push({ day: Number(day), month: Number(month) })
  for (const [, one, other] of folded.matchAll(DIGITS))
    found.push({ day: Number(one), month: Number(other) }, { day: Number(other), month: Number(one) })
  for (const [, day, word = ''] of folded.matchAll(DAY_FIRST)) found.push({ day: Number(day), month: monthOf(word) })
  for (const [, word = '', day] of folded.matchAll(MONTH_FIRST)) found.push({ day: Number(day), month: monthOf(word) })
  return found.filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12)
}
