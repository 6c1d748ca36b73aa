import { InvalidArgumentError, Option } from 'commander'
import { isCron } from '../jobs/recurring.ts'
import { defaultRateLimits, noRateLimits, type RateLimits } from '../server/rate-limit.ts'

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
export function listed(limits: RateLimits): string {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit ?? 'off'}`)
    .join(',')
}

/** `off`, or a list such as `calls=600,bulk=30,widget=60`; what it does not name keeps its default, `calls=off` switches one off. */
export function rateLimits(text: string): RateLimits {
  if (text === 'off') return noRateLimits
  const limits = { ...defaultRateLimits }
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=')
    const known = Object.hasOwn(limits, name)
    if (!known || !(value === 'off' || /^[1-9]\d{0,8}$/.test(value))) {
      throw new InvalidArgumentError(
        `Give off, or a list of ${Object.keys(limits).join(', ')}, each with calls a minute or off (answers: at a time; guests: kB a day): calls=600,bulk=30.`,
      )
    }
    limits[name as keyof RateLimits] = value === 'off' ? null : Number(value)
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
