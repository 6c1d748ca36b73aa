import { errorBody } from '../../http/errors.ts'
import type { OnServed } from '../../http/request-note.ts'
import { terminalLines } from '../../http/terminal-lines.ts'
import type { Issue } from '../../lib/errors.ts'
import { inertJson } from '../../lib/escape.ts'
import { type Log, type LogFields, type LogLevel, logLevels } from '../../lib/log.ts'
import { groupedWriter } from './grouped-writer.ts'
import { type Line, linesOf, type Styled, warn } from './output.ts'

export interface StandardErrorLog extends Log {
  /** Resolves when every line is written, or the reader has stopped reading. */
  flush(): Promise<void>
}

type Show = (level: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields | undefined) => void

/** Logs one JSON object per line to standard error; on a terminal, lines for people. */
export function standardErrorLog(level: LogLevel): StandardErrorLog {
  if (process.stderr.isTTY)
    return {
      ...logTo((as, message, fields) => warn(...forPeople(as, message, fields)), level),
      flush: async () => {},
    }
  const writer = groupedWriter(process.stderr.fd)
  return {
    ...logTo((as, message, fields) => writer.write(inertJson(jsonLine(as, message, fields))), level),
    flush: writer.flush,
  }
}

function logTo(show: Show, most: LogLevel): Log {
  const at = (level: Exclude<LogLevel, 'silent'>): Log['info'] =>
    logLevels.indexOf(level) > logLevels.indexOf(most) ? () => {} : (message, fields) => show(level, message, fields)
  return { debug: at('debug'), info: at('info'), error: at('error') }
}

/** The fields are between the level with the time, and the message. */
function jsonLine(level: string, message: string, fields: LogFields = {}): string {
  const members = JSON.stringify(fields).slice(1, -1)
  const between = members === '' ? '' : `,${members}`
  return `{"level":"${level}","time":"${timeText()}"${between},"message":${JSON.stringify(message)}}\n`
}

let latest = { at: Number.NaN, text: '' }

/** The current time. The calls of one commit are logged in the same millisecond, and writing a time takes as long as a line. */
function timeText(): string {
  const at = Date.now()
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() }
  return latest.text
}

/** `09:30:00.000 message  name=value …`, with a stack below its line. */
function forPeople(level: string, message: string, { stack, ...fields }: LogFields = {}): Line[] {
  const dim = (text: string): Styled => ({ text, style: 'dim' })
  const shown: string | Styled = level === 'error' ? { text: message, style: 'red' } : message
  const details = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [' ', dim(`${name}=`), String(value)],
  )
  const below = stack === undefined ? [] : linesOf(String(stack))
  return [[dim(timeText().slice(11, 23)), ' ', shown, ...details], ...below]
}

/**
 * Shows each call as one short line if standard error is a terminal, where JSON is hard to read. Calls of pages are shown only at
 * level debug.
 *
 * @returns undefined if calls are not shown, or are logged as JSON
 */
export function requestsForTerminal(level: LogLevel): OnServed | undefined {
  if (!process.stderr.isTTY || (level !== 'info' && level !== 'debug')) return undefined
  return ({ error, ...request }) => {
    if (request.isPage && level !== 'debug') return
    const issues = (error?.facts.issues as Issue[] | undefined) ?? []
    warn(...terminalLines({ ...request, issues, message: error && errorBody(error).message }))
  }
}
