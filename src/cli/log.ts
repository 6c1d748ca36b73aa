import { styleText } from 'node:util'
import type { DestinationStream, Logger } from 'pino'
import type { Log, LogLevel } from '../lib/log.ts'
import { groupedWriter } from './grouped-writer.ts'

export interface StandardErrorLog extends Log {
  /** Resolves when every line is written, as far as somebody reads. */
  flush(): Promise<void>
}

/** One JSON object a line on standard error; on a terminal, lines for people. */
export async function standardErrorLog(level: LogLevel): Promise<StandardErrorLog> {
  // Loaded here: no other command needs it, and it would slow down their start.
  const { default: pino } = await import('pino')
  if (process.stderr.isTTY) return { ...logTo(pino(options(level), terminal)), flush: async () => {} }
  const writer = groupedWriter(process.stderr.fd)
  return { ...logTo(pino(options(level), writer)), flush: writer.flush }
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

const terminal: DestinationStream = { write: (line) => void process.stderr.write(forPeople(line)) }

/** `09:30:00.000 message  name=value …`; a stack stands below its line. */
function forPeople(line: string): string {
  const { level, time, message, stack, ...fields } = JSON.parse(line) as Record<string, string>
  const style = (format: 'dim' | 'red', text: string) => styleText(format, text, { stream: process.stderr })
  const told = level === 'error' ? style('red', String(message)) : String(message)
  const details = Object.entries(fields).map(([name, value]) => style('dim', `${name}=`) + value)
  const below = stack === undefined ? '' : `\n${stack}`
  return `${style('dim', String(time).slice(11, 23))} ${[told, ...details].join(' ')}${below}\n`
}
