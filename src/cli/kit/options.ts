import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ConnectionLimits, defaultConnectionLimits } from '../../http/connection/connection-limits.ts'
import { defaultRateLimits, noRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import { isCron } from '../../jobs/recurring.ts'
import { parseTime } from '../../lib/time.ts'

/** The options of every command that opens a database. */
export interface CommonOptions {
  db: string
  json?: boolean
}

/** The options of every command about one workspace. */
export interface WorkspaceOptions extends CommonOptions {
  workspace?: string
}

export const dbOption = () =>
  new Option('--db <file>', 'database file').default('./storewire.db').env('STOREWIRE_DB').argParser(databaseFile)
export const jsonOption = () => new Option('--json', 'print one JSON value, for scripts').env('STOREWIRE_JSON')
export const wideOption = () => new Option('--wide', 'do not shorten tables on a narrow terminal')
export const workspaceOption = () =>
  new Option('--workspace <workspace>', 'id or name of the workspace (default: the only one, or "default")').env(
    'STOREWIRE_WORKSPACE',
  )

/** Gives a command the options of all that open a database. */
export function databaseCommand(command: Command): Command {
  return command.addOption(dbOption()).addOption(jsonOption())
}

/** Gives a command the options of all that are about one workspace. */
export function workspaceCommand(command: Command): Command {
  return databaseCommand(command.addOption(workspaceOption()))
}

/** Gives a command about one workspace the options of all that print a table. */
export function listCommand(command: Command): Command {
  return workspaceCommand(command).addOption(wideOption())
}

/** Parses the name of a file. It is empty in a script with `--db "$UNSET"`. */
export function fileName(text: string): string {
  if (text === '') throw new InvalidArgumentError('Name a file.')
  return text
}

/** Refuses `:memory:`, which SQLite would open as a private database without a file. */
function databaseFile(text: string): string {
  if (text !== ':memory:') return fileName(text)
  throw new InvalidArgumentError('Name a file.')
}

/** The most backups that a folder may keep. */
export const MOST_KEPT = 100_000

/** Makes an option's parser for whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
  }
}

/** The limits in the format of the option. */
export function listed(limits: object): string {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit ?? 'off'}`)
    .join(',')
}

/** Parses `off`, or a list such as `calls=600,bulk=30,widget=60`. Other limits keep their defaults; `calls=off` turns one limit off. */
export function rateLimits(text: string): RateLimits {
  if (text === 'off') return noRateLimits
  const help = (names: string) =>
    `Give "off", or a list of ${names}, each with calls per minute or "off" (answers: at a time; reads: kB per minute; guests: kB per day; pictures: MiB per day; pictureReads: kB per minute), such as calls=600,bulk=30.`
  return listOf(text, defaultRateLimits, (value) => (value === 'off' ? null : count(value)), help)
}

/** Parses a list such as `network=1500,all=5000`. Other limits keep their defaults. */
export function connectionLimits(text: string): ConnectionLimits {
  const help = (names: string) => `Give a list of ${names}, each with a number, such as network=1500,all=5000.`
  return listOf(text, defaultConnectionLimits, count, help)
}

/** @returns undefined if the text is not a whole number from 1 to 999,999,999 */
function count(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/**
 * Parses a list of `name=value`; other names keep their values of `defaults`.
 *
 * @param read parses a value; undefined if it is invalid
 * @param help the error message for an invalid list
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

/** Parses a token that is hard to guess and fits into a header. */
export function metricsToken(text: string): string {
  if (text.length >= TOKEN_MIN && /^[\x21-\x7e]+$/.test(text)) return text
  throw new InvalidArgumentError(`Give at least ${TOKEN_MIN} printable ASCII characters without spaces.`)
}

/** Parses an http or https address. @returns it without trailing slashes */
export function publicUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Give an http or https address, such as https://support.example.com/api/v1.')
  return text.replace(/\/+$/, '')
}

export const publicUrlOption = () =>
  new Option('--public-url <url>', 'public address of the server, for links into the console')
    .env('STOREWIRE_PUBLIC_URL')
    .argParser(publicUrl)

export const consoleUrlOption = () =>
  new Option('--url <url>', 'address of the server in the link')
    .default('http://127.0.0.1:8787')
    .env('STOREWIRE_PUBLIC_URL')
    .argParser(publicUrl)

/** A switch that is set or cleared, as an option's parser. */
export function onOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('Give on or off.')
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
  throw new InvalidArgumentError('Give a code of three capital letters, such as EUR.')
}

/** A time in the formats of the API, in epoch milliseconds. */
export function time(text: string): number {
  const parsed = parseTime(/^-?\d+$/.test(text) ? Number(text) : text)
  if (typeof parsed === 'number') return parsed
  throw new InvalidArgumentError(`The time ${parsed.problem}.`)
}
