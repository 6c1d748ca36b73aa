import type { DestinationStream, Logger } from 'pino'
import { errorBody } from '../../http/errors.ts'
import type { OnServed } from '../../http/request-note.ts'
import { terminalLines } from '../../http/terminal-lines.ts'
import type { Issue } from '../../lib/errors.ts'
import { inertJson } from '../../lib/escape.ts'
import type { Log, LogLevel } from '../../lib/log.ts'
import { groupedWriter } from './grouped-writer.ts'
import { type Line, linesOf, type Styled, warn } from './output.ts'

export interface StandardErrorLog extends Log {
  /** Resolves when every line is written, or the reader has stopped reading. */
  flush(): Promise<void>
}

/** Logs one JSON object per line to standard error; on a terminal, lines for people. */
export async function standardErrorLog(level: LogLevel): Promise<StandardErrorLog> {
  // Loaded here: no other command needs it, and it would slow down their start.
  const { default: pino } = await import('pino')
  if (process.stderr.isTTY) return { ...logTo(pino(options(level), terminal)), flush: async () => {} }
  const writer = groupedWriter(process.stderr.fd)
  return { ...logTo(pino(options(level), { write: (line) => writer.write(inertJson(line)) })), flush: writer.flush }
}

function options(level: LogLevel) {
  return {
    level,
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
}

function logTo(logger: Logger): Log {
  return {
    debug: (message, fields) => logger.debug(fields, message),
    info: (message, fields) => logger.info(fields, message),
    error: (message, fields) => logger.error(fields, message),
  }
}

const terminal: DestinationStream = { write: (line) => warn(...forPeople(line)) }

/** `09:30:00.000 message  name=value …`, with a stack below its line. */
function forPeople(line: string): Line[] {
  const { level, time, message, stack, ...fields } = JSON.parse(line) as Record<string, string>
  const dim = (text: string): Styled => ({ text, style: 'dim' })
  const shown: string | Styled = level === 'error' ? { text: String(message), style: 'red' } : String(message)
  const details = Object.entries(fields).flatMap(([name, value]) => [' ', dim(`${name}=`), String(value)])
  const below = stack === undefined ? [] : linesOf(stack)
  return [[dim(String(time).slice(11, 23)), ' ', shown, ...details], ...below]
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
