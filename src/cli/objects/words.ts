import type { Address } from '../../client/objects.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { toMinute } from '../../lib/time.ts'
import { onOneLine, print, strong } from '../kit/output.ts'

/** `2026-03-01T09:30Z`; empty for an unknown time. */
export function when(iso: string | undefined): string {
  return iso === undefined ? '' : toMinute(Date.parse(iso))
}

/** The day of a time in UTC, `2026-03-01`. */
export function day(iso: string | undefined): string {
  return iso?.slice(0, 10) ?? ''
}

/** Formats an amount in minor units with the digits of its currency; empty for an unknown amount. */
export function amount(minor: number | undefined, currency: string | undefined): string {
  if (minor === undefined) return ''
  return currency === undefined ? `${minor} minor units` : formatAmount(minor, currency)
}

/** Text on one line, of at most `max` characters. */
export function clip(text: string | undefined, max: number): string {
  const characters = [...onOneLine(text ?? '')]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}

/** The known parts, joined with commas. */
export function joined(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(', ')
}

export function addressLine(address: Partial<Record<keyof Address, string | undefined>> | undefined): string {
  const { name, company, line1, line2, postalCode, city, region, country } = address ?? {}
  return joined(name, company, line1, line2, [postalCode, city].filter(Boolean).join(' '), region, country)
}

/** Quotes a word for a shell, if necessary: people may paste the command, and a shop's id may contain any character. */
export function shellWord(text: string): string {
  return /^\w[\w.:@/-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Shown instead of the objects while the index of a filter is built after an update. */
export function notKnownYet(name: string): string {
  return `not known yet: storewire is still indexing ${name}`
}

export function printHeading(text: string): void {
  print('', [strong(text)])
}

/** Prints names and values below each other, without unknown values. */
export function printFacts(facts: Record<string, string | undefined>): void {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(...known.map(([name]) => name.length))
  print(...known.map(([name, value = '']) => `${name.padEnd(width)}  ${onOneLine(value)}`))
}
