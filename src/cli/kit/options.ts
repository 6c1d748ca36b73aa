import { InvalidArgumentError, Option } from 'commander'
import { type ConnectionLimits, defaultConnectionLimits } from '../../http/connection/connection-limits.ts'
import { defaultRateLimits, noRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import { isCron } from '../../jobs/recurring.ts'

/** What every command takes. */
export interface CommonOptions {
  db: string
  json?: boolean
}

export const dbOption = () =>
  new Option('--db <file>', 'database file').default('./storewire.db').env('STOREWIRE_DB').argParser(databaseFile)
export const jsonOption = () => new Option('--json', 'print one JSON value, for scripts').env('STOREWIRE_JSON')
export const workspaceOption = () =>
  new Option('--workspace <workspace>', 'id or name of the workspace (default: the only one, or "default")').env(
    'STOREWIRE_WORKSPACE',
  )

/** The name of a file, as an option's parser: a script's `--db "$UNSET"` has none. */
export function fileName(text: string): string {
  if (text === '') throw new InvalidArgumentError('Name a file.')
  return text
}

/** SQLite would take `:memory:` for a database that nobody else sees. */
function databaseFile(text: string): string {
  if (text !== ':memory:') return fileName(text)
  throw new InvalidArgumentError('Name a file.')
}

/** How many backups a folder may keep. */
export const MOST_KEPT = 100_000

/** A whole number within bounds, as an option's parser. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
  }
}

/** The limits in the form that the option takes. */
export function listed(limits: object): string {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit ?? 'off'}`)
    .join(',')
}

/** `off`, or a list such as `calls=600,bulk=30,widget=60`; what it does not name keeps its default, `calls=off` switches one off. */
export function rateLimits(text: string): RateLimits {
  if (text === 'off') return noRateLimits
  const help = (names: string) =>
    `Give off, or a list of ${names}, each with calls a minute or off (answers: at a time; guests: kB a day): calls=600,bulk=30.`
  return listOf(text, defaultRateLimits, (value) => (value === 'off' ? null : count(value)), help)
}

/** A list such as `network=1500,all=5000`; what it does not name keeps its default. */
export function connectionLimits(text: string): ConnectionLimits {
  const help = (names: string) => `Give a list of ${names}, each with a number: network=1500,all=5000.`
  return listOf(text, defaultConnectionLimits, count, help)
}

/** @returns undefined for what is no whole number from 1 to 999,999,999 */
function count(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/**
 * A list of `name=value`, over `defaults`.
 *
 * @param read the value; undefined if it is none
 * @param help what to give, for someone who gave something else
 */
function listOf<Limits extends object>(
  text: string,
  defaults: Limits,
  read: (value: string) => Limits[keyof Limits] | undefined,
  help: (names: string) => string,
): Limits {
  const limits = { ...defaults }
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=')
    const found = Object.hasOwn(limits, name) ? read(value) : undefined
    if (found === undefined) throw new InvalidArgumentError(help(Object.keys(limits).join(', ')))
    limits[name as keyof Limits] = found
  }
  return limits
}

const TOKEN_MIN = 16

/** A token that can't be guessed and fits into a header. */
export function metricsToken(text: string): string {
  if (text.length >= TOKEN_MIN && /^[\x21-\x7e]+$/.test(text)) return text
  throw new InvalidArgumentError(`Give at least ${TOKEN_MIN} printable ASCII characters without spaces.`)
}

/** An http or https address without a trailing slash. */
export function publicUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Give an http or https address, such as https://support.example.com/api/v1.')
  return text.replace(/\/+$/, '')
}

/** A cron expression that has a next time. */
export function cron(text: string): string {
  if (isCron(text)) return text
  throw new InvalidArgumentError(
    'Give minute, hour, day of month, month and day of week: "0 3 * * *" is daily at 03:00.',
  )
}

export function currencyCode(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text
  throw new InvalidArgumentError('Give a code of three capitals, such as EUR.')
}
