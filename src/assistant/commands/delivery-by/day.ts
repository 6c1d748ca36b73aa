import { DAY_MS } from '../../../lib/time.ts'
import { fold } from '../../understand/words.ts'

/** Sunday to Saturday, folded, in all languages. */
const WEEKDAYS = [
  ['sunday', 'sonntag', 'dimanche', 'domingo'],
  ['monday', 'montag', 'lundi', 'lunes'],
  ['tuesday', 'dienstag', 'mardi', 'martes'],
  ['wednesday', 'mittwoch', 'mercredi', 'miercoles'],
  ['thursday', 'donnerstag', 'jeudi', 'jueves'],
  ['friday', 'freitag', 'vendredi', 'viernes'],
  ['saturday', 'samstag', 'sonnabend', 'samedi', 'sabado'],
]
const CHRISTMAS = /\b(christmas|xmas|weihnachten|heiligabend|noel|navidad|nochebuena)\b/
const TOMORROW = /\b(tomorrow|demain)\b|\bbis morgen\b|\bpara manana\b/
const TODAY = /\b(today|heute|aujourd'?hui|hoy)\b/
/** `the 12th`, `am 12.`, `le 12`, `el 12`. */
const DAY_OF_MONTH = /\b(?:the|am|le|el)\s(\d{1,2})(?:st|nd|rd|th|er|\.)?(?![\d/.:-]|\s?(?:euro|eur|€))/

/**
 * The day that a message names, as the beginning of the next such day in UTC; null if it names none.
 *
 * @param now milliseconds
 */
export function dayIn(message: string, now: number): number | null {
  const text = fold(message).replaceAll('’', "'")
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const at = new Date(today)
  const weekday = WEEKDAYS.findIndex((names) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
  if (weekday !== -1) return today + ((weekday - at.getUTCDay() + 7) % 7 || 7) * DAY_MS
  if (TOMORROW.test(text)) return today + DAY_MS
  if (TODAY.test(text)) return today
  if (CHRISTMAS.test(text)) return nextOf(today, 11, 24)
  const day = Number(DAY_OF_MONTH.exec(text)?.[1] ?? 0)
  if (day < 1 || day > 31) return null
  const month = day >= at.getUTCDate() ? at.getUTCMonth() : at.getUTCMonth() + 1
  return Date.UTC(at.getUTCFullYear(), month, day)
}

function nextOf(today: number, month: number, day: number): number {
  const year = new Date(today).getUTCFullYear()
  const next = Date.UTC(year, month, day)
  return next >= today ? next : Date.UTC(year + 1, month, day)
}
